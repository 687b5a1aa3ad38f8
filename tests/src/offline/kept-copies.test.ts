import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnswerRow } from '@/offline/rows.ts';
import { answerKey, COPY_PREFIX } from '@/offline/rows.ts';
import { signedInAs } from './people.ts';
import { forgetBrowser, openTab, unseen, valueOf, type Tab } from './tab.ts';

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
    await (await copies()).freshOrKept('task', 't1', () => Promise.resolve(detail));
  });

  test('is there without a network, in a page that has nothing else left of it', async () => {
    await startTab();
    expect(await (await copies()).freshOrKept('task', 't1', noNetwork)).toEqual(detail);
    expect([...(await (await copies()).keptTaskIds())]).toEqual(['t1']);
    expect([...(await (await copies()).keptCorrectionIds())]).toEqual([]);
  });

  test('is shown when the server stays silent, and what comes later is kept', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
    let answer!: (data: unknown) => void;
    const { freshOrKept } = await copies();
    const read = freshOrKept('task', 't1', () => new Promise((resolve) => (answer = resolve)));
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    expect(await read).toEqual(detail);
    answer({ ...detail, points: [] });
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
    await (await copies()).freshOrKept('task', 't1', () => Promise.resolve(detail));
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
    let answer!: (data: unknown) => void;
    const late = freshOrKept('task', 't2', () => new Promise((resolve) => (answer = resolve)));
    tab.session.clearSession();
    await forgetCopies('e1');
    answer({ ...detail, id: 't2' });
    expect(await late).toMatchObject({ id: 't2' });
    expect(await tab.accountRows('e1').disk.read((rows) => rows.keys(COPY_PREFIX))).toEqual([]);
  });

  test('is removed a day after the task was closed, unless something of it waits', async () => {
    const { freshOrKept, keptTaskIds } = await copies();
    await freshOrKept('task', 'waiting', () => Promise.resolve(detail));
    const delivered: AnswerRow = { v: 1, deptTaskId: 't1', pointId: 'p1', value: valueOf(), entryId: null, confirmed: { value: valueOf(), revision: 1 } };
    await tab.accountRows('e1').disk.change(async (rows) => rows.put(answerKey('t1', 'p1'), delivered));
    await (await tab.openAnswers('waiting')).set('p1', valueOf(), unseen);
    const { prefetchOpen } = await tab.load.prefetch();
    const nothing = { listOpen: () => Promise.resolve([]), fetchDetail: () => Promise.resolve(new Map<string, number>()) };
    const prefetch = () => prefetchOpen('e1', { tasks: nothing, corrections: nothing }, new AbortController().signal);
    await prefetch();
    expect([...(await keptTaskIds())].sort()).toEqual(['t1', 'waiting']);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 });
    await prefetch();
    expect([...(await keptTaskIds())]).toEqual(['waiting']);
  });
});

test('a phone that does not store shows what the server says', async () => {
  tab.signIn(signedInAs('e3'));
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  expect(await (await copies()).freshOrKept('task', 't1', () => Promise.resolve(detail))).toEqual(detail);
  expect(open).toHaveBeenCalled();
});
