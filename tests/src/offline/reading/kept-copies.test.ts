// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Fetched } from '@/offline/reading/kept-copies.ts';
import { answerKey, COPY_PREFIX, copyKey, type AnswerRow, type CopyRow } from '@/offline/storage/rows.ts';
import { answered, keptByWorker } from '../answered.ts';
import { fillDisk } from '../browser-storage.ts';
import { signedInAs } from '../people.ts';
import { forgetBrowser, openTab, unseen, valueOf, type Tab } from '../tab.ts';

let tab: Tab;
const startTab = async (): Promise<void> => {
  tab = await openTab();
  tab.signIn(signedInAs('e1'));
};
beforeEach(async () => {
  forgetBrowser();
  await startTab();
});
afterEach(() => {
  vi.useRealTimers();
  tab.session.clearSession();
});

const copies = async () => await tab.load.copies();
const noNetwork = async (): Promise<never> => {
  const { ApiError } = await tab.load.apiError();
  throw new ApiError('offline', '服务器链接超时');
};
const refusal = async (): Promise<never> => {
  const { ApiError } = await tab.load.apiError();
  throw new ApiError('business', '记录不存在', { code: 4004 });
};
const detail = { id: 't1', points: [{ id: 'p1' }] };

describe('a detail that was fetched once', () => {
  beforeEach(async () => {
    await (await copies()).freshOrKept('task', 't1', () => Promise.resolve(answered(detail)));
  });

  test('is there without a network, in a page that has nothing else left of it', async () => {
    await startTab();
    expect(await (await copies()).freshOrKept('task', 't1', noNetwork)).toEqual(detail);
    expect([...(await (await copies()).keptTaskIds())]).toEqual(['t1']);
    expect([...(await (await copies()).keptCorrectionIds())]).toEqual([]);
  });

  test('is shown when the server stays silent, and what comes later is kept and told', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
    let answer!: (given: Fetched<unknown>) => void;
    const { freshOrKept, isAsServerHasIt, onLateAnswer } = await copies();
    const late: unknown[] = [];
    const end = onLateAnswer((...told) => late.push(told));
    const read = freshOrKept('task', 't1', () => new Promise<Fetched<unknown>>((resolve) => (answer = resolve)));
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    expect(await read).toEqual(detail);
    expect(isAsServerHasIt('task', 't1')).toBe(false);
    answer(answered({ ...detail, points: [] }));
    await expect.poll(() => late).toEqual([['task', 't1', { ...detail, points: [] }]]);
    expect(isAsServerHasIt('task', 't1')).toBe(true);
    end();
    await expect.poll(() => freshOrKept('task', 't1', noNetwork)).toEqual({ ...detail, points: [] });
  });

  test('is shown while the server, or what stands before it, is too busy to tell', async () => {
    const { ApiError } = await tab.load.apiError();
    const tooMany = () => Promise.reject(new ApiError('business', '操作过于频繁，请稍后再试', { code: 4029, status: 429 }));
    expect(await (await copies()).freshOrKept('task', 't1', tooMany)).toEqual(detail);
  });

  test('does not hide that the server refuses it', async () => {
    await expect((await copies()).freshOrKept('task', 't1', refusal)).rejects.toThrow('记录不存在');
  });

  test('that the server then knows no more is there to be read, and stays unknown without a network, also in another page, until the server has it again', async () => {
    await expect((await copies()).freshOrKept('task', 't1', refusal)).rejects.toThrow('记录不存在');
    await expect((await copies()).freshOrKept('task', 't1', noNetwork)).rejects.toMatchObject({ code: 4004 });
    await startTab();
    await expect((await copies()).freshOrKept('task', 't1', noNetwork)).rejects.toMatchObject({ code: 4004 });
    expect(await (await copies()).readKeptCopy('task', 't1')).toEqual(detail);
    await (await copies()).freshOrKept('task', 't1', () => Promise.resolve(answered(detail)));
    expect(await (await copies()).freshOrKept('task', 't1', noNetwork)).toEqual(detail);
  });

  test('is nobody else’s, and goes when its owner signs out', async () => {
    tab.signIn(signedInAs('e2'));
    await expect((await copies()).freshOrKept('task', 't1', noNetwork)).rejects.toThrow('服务器链接超时');
    tab.signIn(signedInAs('e1'));
    await (await copies()).forgetCopies('e1');
    await expect((await copies()).freshOrKept('task', 't1', noNetwork)).rejects.toThrow('服务器链接超时');
  });

  test('that arrives after its owner has signed out is not kept', async () => {
    const { forgetCopies, freshOrKept } = await copies();
    let answer!: (given: Fetched<unknown>) => void;
    const late = freshOrKept('task', 't2', () => new Promise<Fetched<unknown>>((resolve) => (answer = resolve)));
    tab.session.clearSession();
    await forgetCopies('e1');
    answer(answered({ ...detail, id: 't2' }));
    expect(await late).toMatchObject({ id: 't2' });
    expect(await tab.accountRows('e1').disk.read((rows) => rows.keys(COPY_PREFIX))).toEqual([]);
  });

  test('is removed a day after the task was closed, unless something of it waits', async () => {
    const { freshOrKept, keptTaskIds } = await copies();
    await freshOrKept('task', 'waiting', () => Promise.resolve(answered(detail)));
    const delivered: AnswerRow = { v: 1, deptTaskId: 't1', pointId: 'p1', value: valueOf(), entryId: null, confirmed: { value: valueOf(), revision: 1 } };
    await tab.accountRows('e1').disk.change(async (rows) => rows.put(answerKey('t1', 'p1'), delivered));
    await (await tab.openAnswers('waiting')).set('p1', valueOf(), unseen);
    const { prefetchOpen } = await tab.load.prefetch();
    const tasks = { listOpen: () => Promise.resolve([]), fetchDetail: () => Promise.resolve({ status: 'completed' as const, returnedAt: null, points: [] }) };
    const corrections = { listOpen: () => Promise.resolve([]), fetchDetail: () => Promise.resolve({ items: [] }) };
    const prefetch = () => prefetchOpen('e1', { tasks, corrections }, new AbortController().signal);
    await prefetch();
    expect([...(await keptTaskIds())].sort()).toEqual(['t1', 'waiting']);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 });
    await prefetch();
    expect([...(await keptTaskIds())]).toEqual(['waiting']);
  });
});

describe('of two answers to the same question', () => {
  const older = { id: 't1', remark: 'older' };
  const newer = { id: 't1', remark: 'newer' };
  const stored = async () => (await tab.accountRows('e1').disk.read((rows) => rows.get<CopyRow>(copyKey('task', 't1'))))?.data;
  const ask = async (answer: Fetched<unknown> | Promise<Fetched<unknown>>) => await (await copies()).freshOrKept('task', 't1', async () => answer);

  test('one that the worker has from before neither shows over a later copy nor is kept over it', async () => {
    await ask(answered(newer, 2));
    expect(await ask(keptByWorker(older, 1))).toEqual(newer);
    expect(await stored()).toEqual(newer);
    await startTab();
    expect(await ask(keptByWorker(older, 1))).toEqual(newer);
  });

  test('one that the worker has shows where the copy is older, and where there is none, and is no copy', async () => {
    expect(await ask(keptByWorker(older, 1))).toEqual(older);
    expect(await stored()).toBeUndefined();
    await ask(answered(older, 1));
    expect(await ask(keptByWorker(newer, 2))).toEqual(newer);
    expect(await stored()).toEqual(older);
  });

  test('one that the worker has does not show over the copy of a release that did not note when it was given', async () => {
    const row: CopyRow = { v: 1, data: newer, keptAt: new Date().toISOString() };
    await tab.accountRows('e1').disk.change(async (rows) => rows.put(copyKey('task', 't1'), row));
    expect(await ask(keptByWorker(older, 1))).toEqual(newer);
  });

  test('one that the worker has does not bring back what the server knows no more', async () => {
    await ask(answered(older, 1));
    await expect((await copies()).freshOrKept('task', 't1', refusal)).rejects.toThrow('记录不存在');
    await expect(ask(keptByWorker(newer, 2))).rejects.toMatchObject({ code: 4004 });
  });

  test('the later one holds although the earlier one comes after it, in another tab too', async () => {
    let answer!: (given: Fetched<unknown>) => void;
    const slow = ask(new Promise<Fetched<unknown>>((resolve) => (answer = resolve)));
    await startTab();
    await ask(answered(newer, 2));
    answer(answered(older, 1));
    expect(await slow).toEqual(newer);
    expect(await stored()).toEqual(newer);
  });

  test('what comes holds where the server’s clock was set back since', async () => {
    await ask(answered(older, 60 * 60));
    expect(await ask(answered(newer, 1))).toEqual(newer);
    expect(await stored()).toEqual(newer);
  });

  test.each(['atOnce', 'atCommit'] as const)('one that a full phone refused (%s) holds in the page over the older copy, until it is signed out of', async (when) => {
    await ask(answered(older, 1));
    const makeRoom = fillDisk(when);
    try {
      expect(await ask(answered(newer, 2))).toEqual(newer);
      expect(await stored()).toEqual(older);
      expect(await ask(keptByWorker(older, 1))).toEqual(newer);
      expect(await (await copies()).freshOrKept('task', 't1', noNetwork)).toEqual(newer);
      expect(await (await copies()).readKeptCopy('task', 't1')).toEqual(newer);
    } finally {
      makeRoom();
    }
    const newest = { id: 't1', remark: 'newest' };
    await ask(answered(newest, 3));
    expect(await (await copies()).readKeptCopy('task', 't1')).toEqual(newest);
    await (await copies()).forgetCopies('e1');
    expect(await (await copies()).readKeptCopy('task', 't1')).toBeUndefined();
  });

  test('one that a full phone refused is stored once there is room, unless another tab has kept a later one', async () => {
    await ask(answered(older, 1));
    let makeRoom = fillDisk('atCommit');
    await ask(answered(newer, 2));
    await tab.send();
    makeRoom();
    await tab.send();
    expect(await stored()).toEqual(newer);
    makeRoom = fillDisk('atOnce');
    await ask(answered({ id: 't1', remark: 'newer still' }, 3));
    makeRoom();
    const first = tab;
    await startTab();
    const newest = { id: 't1', remark: 'newest' };
    await ask(answered(newest, 4));
    await first.send();
    expect(await stored()).toEqual(newest);
    expect(await (await first.load.copies()).readKeptCopy('task', 't1')).toEqual(newest);
  });

  test('one that a full phone refused is not stored any more once its owner signs out', async () => {
    const makeRoom = fillDisk('atOnce');
    await ask(answered(newer, 2));
    makeRoom();
    const moving = (await copies()).moveCopies(tab.accountRows('e1'));
    tab.session.clearSession();
    await moving;
    expect(await stored()).toBeUndefined();
  });

  test('one that another tab has kept comes in the place of an older one', async () => {
    await ask(keptByWorker(older, 1));
    const { followOtherTabs, isAsServerHasIt, onLateAnswer } = await copies();
    const told: unknown[] = [];
    const ends = [followOtherTabs('e1'), onLateAnswer((...late) => told.push(late))];
    await startTab();
    await ask(answered(newer, 2));
    await expect.poll(() => told).toEqual([['task', 't1', newer]]);
    expect(isAsServerHasIt('task', 't1')).toBe(true);
    // What this tab was never given is no news, nor is the same once more.
    await ask(answered(newer, 2));
    await (await copies()).freshOrKept('task', 't2', () => Promise.resolve(answered({ id: 't2' }, 3)));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(told).toHaveLength(1);
    for (const end of ends) end();
  });

  test('what did not come from the server just then is to be asked for again, with longer pauses, until it does', async () => {
    const after = async () => (await copies()).askAgainAfter('task', 't1');
    expect(await after()).toBe(false);
    const pauses: unknown[] = [];
    for (let time = 1; time <= 5; time += 1) {
      await ask(keptByWorker(older, 1));
      pauses.push(await after());
    }
    expect(pauses).toEqual([10_000, 20_000, 40_000, 60_000, 60_000]);
    const end = (await tab.load.reachability()).startReachability();
    dispatchEvent(new Event('offline'));
    expect(await after()).toBe(false);
    end();
    await ask(answered(older, 1));
    expect(await after()).toBe(false);
  });

  test('what did not come from the server just then is to be asked for again', async () => {
    const isFresh = async () => (await copies()).isAsServerHasIt('task', 't1');
    await ask(answered(older, 1));
    expect(await isFresh()).toBe(true);
    await ask(keptByWorker(newer, 2));
    expect(await isFresh()).toBe(false);
    await ask(answered(newer, 2));
    expect(await isFresh()).toBe(true);
    await (await copies()).freshOrKept('task', 't1', noNetwork);
    expect(await isFresh()).toBe(false);
  });
});

test('a phone that does not store shows what the server says', async () => {
  tab.signIn(signedInAs('e3'));
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  expect(await (await copies()).freshOrKept('task', 't1', () => Promise.resolve(answered(detail)))).toEqual(detail);
  expect(open).toHaveBeenCalled();
});
