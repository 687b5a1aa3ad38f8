// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer } from '#contract/answer.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import type { AnswerRow, OutboxEntry } from '@/offline/storage/rows.ts';
import { closeConnection, delayOpening, fillDisk, hangOpening, refuseDatabases, watchTransactions } from '../browser-storage.ts';
import { signedInAs } from '../people.ts';
import { forgetBrowser, openTab, unseen, valueOf, type Tab } from '../tab.ts';

const TASK = '01900000-0000-7000-8000-000000000001';
const pointId = (number: number) => `01900000-0000-7000-8000-1${String(number).padStart(11, '0')}`;

let tab: Tab;
let endTrouble: () => void = () => undefined;

beforeEach(async () => {
  forgetBrowser();
  tab = await openTab();
  tab.signIn(signedInAs('e1'));
});
afterEach(() => {
  endTrouble();
  endTrouble = () => undefined;
  vi.useRealTimers();
});

/** What another tab would find: IndexedDB alone, without this tab's memory. */
async function stored(account = 'e1') {
  const other = await openTab();
  return await other.accountRows(account).disk.read(async (rows) => ({
    answers: await rows.list<AnswerRow>('answer:'),
    entries: await rows.list<OutboxEntry>('entry:'),
  }));
}

const point = (number: number, fields: Partial<DeptTaskPoint> = {}): DeptTaskPoint => ({
  pointId: pointId(number),
  seq: number,
  categoryId: number < 5 ? 'c1' : 'c2',
  categoryName: '',
  itemName: '',
  content: '',
  method: '',
  basis: { law: '', article: 1, gist: '' },
  expected: '',
  returnRemark: null,
  answer: null,
  lastAnswer: null,
  ...fields,
});

describe('a tap', () => {
  test('is shown as saving at once, and as saved when it is in IndexedDB', async () => {
    const store = await tab.openAnswers(TASK, '六月自查');
    const states: (string | undefined)[] = [];
    store.subscribe(pointId(1), () => states.push(store.get(pointId(1))?.saveState));
    const isSaved = store.set(pointId(1), valueOf({ result: 'notApplicable' }), { ...unseen, content: '处方管理' });
    expect(store.get(pointId(1))?.saveState).toBe('saving');
    expect(await isSaved).toBe(true);
    expect(states, 'each is a drawing of the card').toEqual(['saving', 'saved']);
    const { answers, entries } = await stored();
    expect(answers).toMatchObject([{ v: 1, pointId: pointId(1), value: { result: 'notApplicable' }, confirmed: null }]);
    expect(entries).toMatchObject([
      { v: 1, account: 'e1', kind: 'answer', taskName: '六月自查', state: 'waiting', attempts: 0, payload: { content: '处方管理', baseRevision: 0 } },
    ]);
    expect(answers[0]?.entryId).toBe(entries[0]?.id);
    expect(entries[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('that the screen shows by itself is told of once, when it is stored', async () => {
    const store = await tab.openAnswers(TASK);
    store.setServerPoints([point(1)]);
    const states: (string | undefined)[] = [];
    store.subscribe(pointId(1), () => states.push(store.get(pointId(1))?.saveState));
    const isSaved = store.set(pointId(1), valueOf(), unseen, { isShown: true });
    expect(store.get(pointId(1))?.saveState, 'whoever asks is told the truth').toBe('saving');
    expect(store.summary().answered).toBe(1);
    await isSaved;
    expect(states).toEqual(['saved']);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(states).toEqual(['saved']);
  });

  test('that the screen shows by itself is told of as saving when storing takes long', async () => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf(), unseen);
    closeConnection();
    endTrouble = hangOpening();
    const states: (string | undefined)[] = [];
    store.subscribe(pointId(2), () => states.push(store.get(pointId(2))?.saveState));
    void store.set(pointId(2), valueOf(), unseen, { isShown: true });
    await vi.waitFor(() => expect(states).toEqual(['saving']));
  });

  test('is one transaction, strict and committed at once', async () => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf(), unseen);
    const transactions = watchTransactions();
    endTrouble = transactions.end;
    await store.set(pointId(2), valueOf(), unseen);
    // Other tabs read afterwards what this one has written.
    const [first, ...others] = transactions.seen;
    expect(first).toEqual({ mode: 'readwrite', durability: 'strict', isCommitted: true });
    expect(others.filter(({ mode }) => mode === 'readwrite')).toEqual([]);
  });

  test('replaces the entry that was never sent, and is based on what the person saw', async () => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf(), { revision: 4, answer: null });
    const first = store.get(pointId(1))?.entryId;
    await store.set(pointId(1), valueOf({ result: 'notApplicable' }), { revision: 6, answer: null });
    const { entries } = await stored();
    // While an answer waits, its own value is on the screen: what the server got meanwhile was not seen.
    expect(entries).toMatchObject([{ id: first, payload: { baseRevision: 4, value: { result: 'notApplicable' } } }]);
  });

  test('many in a row leave the last value, stored when its promise resolves', async () => {
    const store = await tab.openAnswers(TASK);
    const text = '过道堆放杂物';
    const writes = Array.from(text, (_, index) => store.set(pointId(1), valueOf({ result: 'unqualified', remark: text.slice(0, index + 1) }), unseen));
    expect(await Promise.all(writes)).toEqual(writes.map(() => true));
    const { entries } = await stored();
    expect(entries).toMatchObject([{ payload: { value: { remark: text } } }]);
  });

  test('during the storing of an earlier one never shows the earlier value again', async () => {
    const store = await tab.openAnswers(TASK);
    const seen: string[] = [];
    const first = store.set(pointId(1), valueOf({ remark: '一' }), unseen);
    // Far enough that the first is on its way to IndexedDB.
    await Promise.resolve();
    await Promise.resolve();
    const second = store.set(pointId(1), valueOf({ remark: '二' }), unseen);
    store.subscribe(pointId(1), () => seen.push(store.get(pointId(1))?.value.remark ?? ''));
    await Promise.all([first, second]);
    expect(new Set(seen)).toEqual(new Set(['二']));
    expect(store.get(pointId(1))?.saveState).toBe('saved');
  });

  test('carries the name of the task, also when that is known only later', async () => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf(), unseen);
    await tab.openAnswers(TASK, '六月自查');
    await store.set(pointId(2), valueOf(), unseen);
    expect((await stored()).entries.map((entry) => entry.taskName)).toEqual(['', '六月自查']);
  });

  test('survives a new tab', async () => {
    await (await tab.openAnswers(TASK)).set(pointId(1), valueOf({ remark: '看过' }), unseen);
    const next = await openTab();
    expect((await next.openAnswers(TASK)).get(pointId(1))).toMatchObject({ saveState: 'saved', value: { remark: '看过' } });
  });

  test('notifies nobody but its own point', async () => {
    const store = await tab.openAnswers(TASK);
    const own = vi.fn<() => void>();
    const other = vi.fn<() => void>();
    store.subscribe(pointId(1), own);
    const end = store.subscribe(pointId(2), other);
    await store.set(pointId(1), valueOf(), unseen);
    expect(own).toHaveBeenCalled();
    expect(other).not.toHaveBeenCalled();
    const before = store.get(pointId(1));
    await store.set(pointId(2), valueOf(), unseen);
    expect(store.get(pointId(1))).toBe(before);
    end();
    other.mockClear();
    await store.set(pointId(2), valueOf({ result: 'notApplicable' }), unseen);
    expect(other).not.toHaveBeenCalled();
  });
});

describe('many at once and undo', () => {
  test('go in one transaction and can be taken back', async () => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf({ result: 'notApplicable' }), unseen);
    await store.setMany(
      [2, 3, 4].map((number) => ({ pointId: pointId(number), value: valueOf(), base: unseen })),
      { holdMs: 5000 },
    );
    expect((await stored()).entries).toHaveLength(4);
    expect(await store.clear([2, 3, 4].map(pointId))).toEqual([]);
    expect(store.get(pointId(2))).toBeUndefined();
    const { answers, entries } = await stored();
    expect(answers.map((row) => row.pointId)).toEqual([pointId(1)]);
    expect(entries).toHaveLength(1);
  });

  test('undo right after, before anything was stored, leaves nothing', async () => {
    const store = await tab.openAnswers(TASK);
    const writing = store.setMany([{ pointId: pointId(1), value: valueOf(), base: unseen }]);
    const undone = store.clear([pointId(1)]);
    const again = store.set(pointId(2), valueOf(), unseen);
    await Promise.all([writing, undone, again]);
    expect((await stored()).entries).toMatchObject([{ payload: { pointId: pointId(2) } }]);
  });

  test('a new tap right after the undo stands', async () => {
    const store = await tab.openAnswers(TASK);
    const first = store.set(pointId(1), valueOf(), unseen);
    const undone = store.clear([pointId(1)]);
    const again = store.set(pointId(1), valueOf({ result: 'notApplicable' }), unseen);
    await Promise.all([first, undone, again]);
    expect((await stored()).entries).toMatchObject([{ payload: { value: { result: 'notApplicable' } } }]);
    expect(store.get(pointId(1))?.saveState).toBe('saved');
  });
});

describe('when the phone does not store', () => {
  test.each(['atOnce', 'atCommit'] as const)('lesson 10: a full disk (%s): the answer stays in memory, is never called saved, and is stored once there is room', async (when) => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf(), unseen);
    endTrouble = fillDisk(when);
    const seen = new Set<string | undefined>();
    store.subscribe(pointId(2), () => seen.add(store.get(pointId(2))?.saveState));
    expect(await store.set(pointId(2), valueOf({ remark: '二' }), unseen)).toBe(false);
    expect(store.get(pointId(2))).toMatchObject({ saveState: 'notSaved', value: { remark: '二' }, error: expect.stringContaining('空间不足') });
    expect([...seen]).toEqual(['saving', 'notSaved']);
    // The next change of it: the words that say so do not go for a moment.
    seen.clear();
    const third = store.set(pointId(2), valueOf({ remark: '二二' }), unseen);
    expect(store.get(pointId(2))).toMatchObject({ saveState: 'notSaved', value: { remark: '二二' } });
    expect(await third).toBe(false);
    expect([...seen]).toEqual(['notSaved']);
    // What was saved before stays as it was, and a change to it is not saved either.
    expect(await store.set(pointId(1), valueOf({ result: 'notApplicable' }), unseen)).toBe(false);
    expect(store.get(pointId(1))).toMatchObject({ saveState: 'notSaved', value: { result: 'notApplicable' } });
    expect((await stored()).answers).toMatchObject([{ value: { result: 'qualified' } }]);
    const outbox = await tab.openOutbox('e1');
    expect(outbox.counts()).toMatchObject({ notSaved: 2 });

    endTrouble();
    expect(await store.set(pointId(3), valueOf(), unseen)).toBe(true);
    for (const number of [1, 2, 3]) expect(store.get(pointId(number))?.saveState).toBe('saved');
    const { answers, entries } = await stored();
    expect(answers.map((row) => row.value.remark || row.value.result)).toEqual(['notApplicable', '二二', 'qualified']);
    expect(entries).toHaveLength(3);
    expect(outbox.counts()).toMatchObject({ total: 3, notSaved: 0 });
  });

  test('an answer in memory can be undone, and the stored one shows again', async () => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf(), unseen);
    endTrouble = fillDisk('atOnce');
    await store.set(pointId(1), valueOf({ result: 'notApplicable' }), unseen);
    expect(await store.clear([pointId(1)])).toEqual([]);
    expect(store.get(pointId(1))).toMatchObject({ saveState: 'saved', value: { result: 'qualified' } });
  });

  test('lesson 10: an answer is not saved while its photo is not', async () => {
    const store = await tab.openAnswers(TASK);
    endTrouble = fillDisk('atOnce');
    const photo = await tab.storePhoto('e1', new Uint8Array([1, 2, 3]).buffer, 'image/jpeg');
    endTrouble();
    endTrouble = fillDisk('atOnce', 'photo:');
    expect(await store.set(pointId(1), valueOf({ photos: [photo] }), unseen)).toBe(false);
    expect(await store.set(pointId(2), valueOf(), unseen)).toBe(true);
    expect(store.get(pointId(1))?.saveState).toBe('notSaved');
    endTrouble();
    await store.set(pointId(2), valueOf({ result: 'notApplicable' }), unseen);
    expect(store.get(pointId(1))?.saveState).toBe('saved');
  });

  test('an answer whose photo was refused is stored without it once the person takes the photo away', async () => {
    const store = await tab.openAnswers(TASK);
    endTrouble = fillDisk('atOnce', 'photo:');
    const photo = await tab.storePhoto('e1', new Uint8Array([1, 2, 3]).buffer, 'image/jpeg');
    expect(await store.set(pointId(1), valueOf({ photos: [photo] }), unseen)).toBe(false);
    expect(await store.set(pointId(1), valueOf(), unseen)).toBe(true);
    expect(store.get(pointId(1))).toMatchObject({ saveState: 'saved', value: { photos: [] } });
    expect((await stored()).entries).toMatchObject([{ payload: { value: { photos: [] } } }]);
  });

  test('lesson 29: a private mode without databases keeps all in memory and says so', async () => {
    endTrouble = refuseDatabases();
    const private_ = await openTab();
    const store = await private_.openAnswers(TASK);
    expect(store.problem()).toContain('无痕');
    expect(await store.set(pointId(1), valueOf(), unseen)).toBe(false);
    expect(store.get(pointId(1))).toMatchObject({ saveState: 'notSaved', error: expect.stringContaining('无痕') });
    expect(await private_.enqueueSubmit(TASK, '六月自查')).toMatchObject({ isSaved: false });
  });

  test('lesson 11: a connection that was closed without a word is opened again', async () => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf(), unseen);
    const connection = closeConnection();
    expect(await store.set(pointId(2), valueOf(), unseen)).toBe(true);
    expect(connection.wasClosed()).toBe(true);
    expect((await stored()).answers).toHaveLength(2);
  });

  test('a database that never opens does not keep the screen waiting for ever', async () => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf(), unseen);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    closeConnection();
    endTrouble = hangOpening();
    const writing = store.set(pointId(2), valueOf(), unseen);
    for (let second = 0; second < 60; second += 1) await vi.advanceTimersByTimeAsync(1000);
    expect(await writing).toBe(false);
    expect(store.get(pointId(2))).toMatchObject({ saveState: 'notSaved', error: expect.stringContaining('请勿关闭页面') });
    // The next tap does not wait for it again.
    const start = performance.now();
    expect(await store.set(pointId(3), valueOf(), unseen)).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('a database that opens after nobody waits for it any more is not held against its removal', async () => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf(), unseen);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    closeConnection();
    const opened = delayOpening(15_000);
    const writing = store.set(pointId(2), valueOf(), unseen);
    for (let second = 0; second < 12; second += 1) await vi.advanceTimersByTimeAsync(1000);
    opened();
    expect(await writing).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    const names = (await indexedDB.databases()).flatMap(({ name = '' }) => (name.endsWith('e1') ? [name] : []));
    expect(names).toHaveLength(1);
    const removed = new Promise<string>((resolve) => {
      const request = indexedDB.deleteDatabase(names[0]!);
      request.onsuccess = () => resolve('removed');
      request.onblocked = () => resolve('blocked');
    });
    expect(await removed).toBe('removed');
  });
});

describe('accounts', () => {
  test('lesson 22: nobody reads the rows of another, and a sign-in does not touch them', async () => {
    await (await tab.openAnswers(TASK)).set(pointId(1), valueOf(), unseen);
    tab.signIn(signedInAs('e2'));
    const store = await tab.openAnswers(TASK);
    expect(store.get(pointId(1))).toBeUndefined();
    await store.set(pointId(1), valueOf({ result: 'notApplicable' }), unseen);
    expect((await stored('e2')).entries).toMatchObject([{ account: 'e2', payload: { value: { result: 'notApplicable' } } }]);
    expect((await stored('e1')).entries).toMatchObject([{ account: 'e1', payload: { value: { result: 'qualified' } } }]);
    tab.signIn(signedInAs('e1'));
    expect((await tab.openAnswers(TASK)).get(pointId(1))?.value.result).toBe('qualified');
  });

  test('nothing is opened when nobody is signed in', async () => {
    tab.session.clearSession();
    await expect(tab.openAnswers(TASK)).rejects.toThrow('nobody is signed in');
  });
});

describe('a choice that is open', () => {
  const theirs: Answer = { pointId: pointId(1), result: 'unqualified', remark: '缺签名', photos: [], answeredBy: 'x', answeredByName: '李', answeredAt: '', savedAt: '', revision: 1 };
  const later: Answer = { ...theirs, result: 'notApplicable', remark: '', revision: 2 };
  const conflict = async () => {
    const store = await tab.openAnswers(TASK);
    store.setServerPoints([point(1), point(2)]);
    await store.set(pointId(1), valueOf({ result: 'unqualified' }), unseen);
    store.setServerPoints([point(1, { answer: theirs }), point(2)]);
    await vi.waitFor(() => expect(store.get(pointId(1))).toMatchObject({ saveState: 'conflict', theirs }));
    return store;
  };

  test('is between mine and what the server holds by now: nobody takes over what was not shown', async () => {
    const store = await conflict();
    store.setServerPoints([point(1, { answer: later }), point(2)]);
    await vi.waitFor(() => expect(store.get(pointId(1))).toMatchObject({ saveState: 'conflict', theirs: later, value: { result: 'unqualified' } }));
    // An older detail, which comes late, takes nothing back.
    store.setServerPoints([point(1, { answer: theirs }), point(2)]);
    await store.set(pointId(2), valueOf(), unseen);
    expect(store.get(pointId(1))).toMatchObject({ saveState: 'conflict', theirs: later });
    await tab.resolveConflict(store.get(pointId(1))?.entryId ?? '', 'mine');
    expect((await stored()).entries).toContainEqual(expect.objectContaining({ payload: expect.objectContaining({ pointId: pointId(1), baseRevision: 2 }) }));
  });

  test('stays on the card while an edit is being stored', async () => {
    const store = await conflict();
    const seen = new Set<string | undefined>();
    store.subscribe(pointId(1), () => seen.add(store.get(pointId(1))?.saveState));
    const edited = store.set(pointId(1), valueOf({ result: 'unqualified', remark: '未上锁' }), unseen);
    expect(store.get(pointId(1))).toMatchObject({ saveState: 'conflict', theirs, error: '李 已修改此要点', value: { remark: '未上锁' } });
    await edited;
    expect([...seen]).toEqual(['conflict']);
  });

  const edit = (store: AnswerStore, remark: string) => store.set(pointId(1), valueOf({ result: 'unqualified', remark }), unseen);
  const choose = (store: AnswerStore, choice: 'mine' | 'theirs') => tab.resolveConflict(store.get(pointId(1))?.entryId ?? '', choice);

  test.each([
    ['mine', { saveState: 'saved', value: { remark: '未上锁' } }, [{ state: 'waiting', payload: { baseRevision: 1, value: { remark: '未上锁' } } }]],
    ['theirs', { saveState: 'delivered', revision: 1, value: { remark: '缺签名' } }, []],
  ] as const)('is answered with %s after the edit that is still being stored', async (choice, shown, entries) => {
    const store = await conflict();
    await Promise.all([edit(store, '未上锁'), choose(store, choice)]);
    expect(store.get(pointId(1))).toMatchObject(shown);
    expect((await stored()).entries).toMatchObject(entries);
  });

  test('is answered before what is typed from then on', async () => {
    const store = await conflict();
    await Promise.all([edit(store, '未上锁'), choose(store, 'theirs'), edit(store, '又有人忘了锁')]);
    expect(store.get(pointId(1))).toMatchObject({ saveState: 'saved', value: { remark: '又有人忘了锁' } });
    expect((await stored()).entries).toMatchObject([{ state: 'waiting', payload: { baseRevision: 1, value: { remark: '又有人忘了锁' } } }]);
  });

  test('is none any more once both have decided alike', async () => {
    const store = await conflict();
    store.setServerPoints([point(1, { answer: { ...later, result: 'unqualified' } }), point(2)]);
    await vi.waitFor(() => expect(store.get(pointId(1))).toMatchObject({ saveState: 'delivered', revision: 2 }));
  });
});

describe('an incomplete answer', () => {
  const theirs: Answer = { pointId: pointId(1), result: 'qualified', remark: '', photos: [], answeredBy: 'x', answeredByName: '李', answeredAt: '', savedAt: '', revision: 1 };
  const withTheirs = [point(1, { answer: theirs }), point(2)];

  test('does not hide what a colleague has answered since: the person chooses', async () => {
    const store = await tab.openAnswers(TASK);
    store.setServerPoints([point(1), point(2)]);
    await store.set(pointId(1), valueOf({ result: 'unqualified' }), unseen);
    store.setServerPoints(withTheirs);
    await vi.waitFor(() => expect(store.get(pointId(1))).toMatchObject({ saveState: 'conflict', theirs, error: '李 已修改此要点', value: { result: 'unqualified' } }));

    // A remark that is written before the choice is kept for it.
    await store.set(pointId(1), valueOf({ result: 'unqualified', remark: '未上锁' }), { revision: 1, answer: theirs });
    expect(store.get(pointId(1))).toMatchObject({ saveState: 'conflict', value: { remark: '未上锁' } });
    await tab.resolveConflict(store.get(pointId(1))?.entryId ?? '', 'theirs');
    expect(store.get(pointId(1))).toMatchObject({ saveState: 'delivered', revision: 1, value: { result: 'qualified' } });
    expect((await stored()).entries).toEqual([]);
  });

  test('whose person saw the colleague’s answer needs no choice, nor does a complete one before it is sent', async () => {
    const store = await tab.openAnswers(TASK);
    store.setServerPoints(withTheirs);
    await store.set(pointId(1), valueOf({ result: 'unqualified' }), { revision: 1, answer: theirs });
    await store.set(pointId(2), valueOf(), unseen);
    store.setServerPoints([withTheirs[0]!, point(2, { answer: { ...theirs, pointId: pointId(2) } })]);
    // Behind whatever that has begun.
    await store.set(pointId(3), valueOf(), unseen);
    expect([1, 2].map((number) => store.get(pointId(number))?.saveState)).toEqual(['saved', 'saved']);
  });

  test('of a task that is closed is nobody’s conflict', async () => {
    const store = await tab.openAnswers(TASK);
    await store.set(pointId(1), valueOf({ result: 'unqualified' }), unseen);
    store.setServerPoints(withTheirs, true);
    await store.set(pointId(3), valueOf(), unseen);
    expect(store.get(pointId(1))?.saveState).toBe('saved');
  });
});

describe('the summary', () => {
  test('follows taps, undo and new server data', async () => {
    const store = await tab.openAnswers(TASK);
    const answer = { result: 'unqualified', remark: '旧', photos: ['p'], answeredBy: 'x', answeredByName: '李', answeredAt: '', savedAt: '', revision: 1 } as const;
    const points = [1, 2, 3, 4, 5, 6].map((number) => point(number, number === 6 ? { answer: { ...answer, pointId: pointId(6), photos: ['p'] } } : {}));
    store.setServerPoints(points);
    expect(store.summary()).toMatchObject({ total: 6, answered: 1, unqualified: 1, withPhotos: 1, incomplete: 0 });
    await store.setMany([1, 5].map((number) => ({ pointId: pointId(number), value: valueOf(), base: unseen })));
    await store.set(pointId(2), valueOf({ result: 'unqualified' }), unseen);
    expect(store.summary()).toMatchObject({
      answered: 3,
      qualified: 2,
      unqualified: 1,
      incomplete: 1,
      saveStates: { saved: 3, saving: 0 },
    });
    expect([...store.summary().categories]).toEqual([
      ['c1', { total: 4, answered: 1, incomplete: 1 }],
      ['c2', { total: 2, answered: 2, incomplete: 0 }],
    ]);
    const before = store.summary();
    expect(store.summary()).toBe(before);
    await store.clear([pointId(1), pointId(2)]);
    expect(store.summary()).toMatchObject({ answered: 2, qualified: 1, unqualified: 1, incomplete: 0 });
    store.setServerPoints(points.slice(4));
    expect(store.summary()).toMatchObject({ total: 2, answered: 2 });
  });

  test('of a task that is closed counts what the server has, and what this phone still has to see to', async () => {
    const store = await tab.openAnswers(TASK);
    const points = [point(1), point(2)];
    store.setServerPoints(points);
    await store.set(pointId(1), valueOf(), unseen);
    expect(store.summary()).toMatchObject({ answered: 1, qualified: 1 });
    store.setServerPoints(points, true);
    await store.set(pointId(2), valueOf(), unseen);
    expect(store.summary()).toMatchObject({ total: 2, answered: 0, qualified: 0, saveStates: { saved: 2 } });
    expect([...store.summary().categories]).toEqual([['c1', { total: 2, answered: 0, incomplete: 0 }]]);
    store.setServerPoints(points);
    expect(store.summary()).toMatchObject({ answered: 2 });
  });
});
