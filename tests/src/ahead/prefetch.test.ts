// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { code } from '#contract/codes.ts';
import type { CorrectionToCompare, TaskToCompare } from '@/offline/entries/delivered-rows.ts';
import { answerKey, copyKey, correctionKey, submittedKey, type AnswerRow, type CopyRow, type CorrectionRow, type SubmittedRow } from '@/offline/storage/rows.ts';
import type { FetchLast } from '@/ahead/prefetch.ts';
import { answered } from '../offline/answered.ts';
import { fillDisk } from '../offline/browser-storage.ts';
import { ownTime } from '../offline/own-time.ts';
import { signedInAs } from '../offline/people.ts';
import { forgetBrowser, openTab, unseen, valueOf, type Tab } from '../offline/tab.ts';

let tab: Tab;
const ended = new AbortController();
beforeEach(async () => {
  forgetBrowser();
  tab = await openTab();
  tab.signIn(signedInAs('e1'));
  // Of this tab's modules: another's is another class.
  ({ ApiError } = await tab.load.apiError());
});
afterEach(() => tab.session.clearSession());

async function deliverTo(deptTaskId: string, pointId: string, revision = 1): Promise<void> {
  const row: AnswerRow = { v: 1, deptTaskId, pointId, value: valueOf(), entryId: null, confirmed: { value: valueOf(), revision } };
  await tab.accountRows('e1').disk.change(async (rows) => rows.put(answerKey(deptTaskId, pointId), row));
}
/** A task as the server has it, with one point that was saved so often. */
const task = (revision: number, fields: Partial<TaskToCompare> = {}): TaskToCompare => ({
  status: 'submitted',
  returnedAt: null,
  points: revision === 0 ? [] : [{ pointId: 'p1', answer: { ...valueOf(), revision, answeredByName: '', savedAt: '' } as unknown as TaskToCompare['points'][number]['answer'] }],
  ...fields,
});
const correction = (revision: number): CorrectionToCompare => ({ items: [{ itemId: 'i1', revision }] });
const untouched = task(0);
let ApiError: Awaited<ReturnType<Tab['load']['apiError']>>['ApiError'];
const nothing = { listOpen: () => Promise.resolve([]), fetchDetail: () => Promise.resolve(untouched) };
const noCorrections = { listOpen: () => Promise.resolve([]), fetchDetail: () => Promise.resolve(correction(0)) };
/** Fetches as screens do: what comes is kept on this phone. */
const keeping = <Detail>(kind: 'task' | 'correction', detail: Detail) => async (id: string) => await (await tab.load.copies()).freshOrKept<Detail>(kind, id, () => Promise.resolve(answered(detail)));
/** What this phone had before. */
const keep = (kind: 'task' | 'correction', id: string, data: unknown) =>
  tab.accountRows('e1').disk.change(async (rows) => rows.put(copyKey(kind, id), { v: 1, data, keptAt: new Date().toISOString() } satisfies CopyRow));
const storedAnswers = async () => await tab.accountRows('e1').disk.read((rows) => rows.keys('answer:'));

test('fetches every open task, few at a time', async () => {
  const { prefetchOpen } = await tab.load.prefetch();
  const fetched: string[] = [];
  let atOnce = 0;
  let most = 0;
  const tasks = {
    listOpen: () => Promise.resolve(['t1', 't2', 't3', 't4', 't5']),
    fetchDetail: async (id: string) => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      fetched.push(id);
      return untouched;
    },
  };
  expect(await prefetchOpen('e1', { tasks, corrections: noCorrections }, ended.signal)).toBe(true);
  expect(fetched.toSorted()).toEqual(['t1', 't2', 't3', 't4', 't5']);
  expect(most).toBe(2);
});

test('one task that cannot be fetched does not keep the others, and is tried again next time', async () => {
  const { prefetchOpen } = await tab.load.prefetch();
  const fetched: string[] = [];
  const tasks = {
    listOpen: () => Promise.resolve(['t1', 't2', 't3']),
    fetchDetail: (id: string) => (id === 't1' ? Promise.reject(new Error('lost')) : (fetched.push(id), Promise.resolve(untouched))),
  };
  expect(await prefetchOpen('e1', { tasks, corrections: noCorrections }, ended.signal)).toBe(false);
  expect(fetched).toEqual(['t2', 't3']);
});

test('lesson 17: removes delivered answers of closed tasks, and nothing that waits', async () => {
  const { prefetchOpen } = await tab.load.prefetch();
  await deliverTo('open', 'p1');
  await deliverTo('closed', 'p1');
  await (await tab.openAnswers('closed')).set('p2', valueOf(), unseen);
  const tasks = { listOpen: () => Promise.resolve(['open']), fetchDetail: keeping('task', task(1)) };
  await prefetchOpen('e1', { tasks, corrections: noCorrections }, ended.signal);
  expect(await storedAnswers()).toEqual(['answer:closed:p2', 'answer:open:p1']);
});

test.each([
  ['has what was delivered', () => keeping('task', task(2))('closed'), []],
  ['is older than what was delivered', () => keeping('task', task(1))('closed'), ['answer:closed:p1']],
  ['has nothing of it', () => keeping('task', untouched)('closed'), ['answer:closed:p1']],
  ['cannot be had now', () => Promise.reject(new ApiError('offline', '服务器链接超时')), ['answer:closed:p1']],
  ['is not told by a server that is too busy', () => Promise.reject(new ApiError('business', '操作过于频繁', { code: code.tooManyAttempts, status: 429 })), ['answer:closed:p1']],
  ['is not told to a session that has ended', () => Promise.reject(new ApiError('business', '登录已过期', { code: code.signedOut, status: 200 })), ['answer:closed:p1']],
  ['is shown to this person no more', () => Promise.reject(new ApiError('business', '记录不存在', { code: code.notFound })), []],
])('of a closed task whose copy on the server %s', async (_case, fetchDetail, left) => {
  const { prefetchOpen } = await tab.load.prefetch();
  await deliverTo('closed', 'p1', 2);
  await prefetchOpen('e1', { tasks: { listOpen: () => Promise.resolve([]), fetchDetail }, corrections: noCorrections }, ended.signal);
  expect(await storedAnswers()).toEqual(left);
});

describe('what was delivered and is on this phone alone besides the server', () => {
  const openTasks = (fetchDetail: (id: string) => Promise<TaskToCompare>) => ({ listOpen: () => Promise.resolve([]), fetchDetail });
  const corrected = { measures: '已更换', responsible: '张三', photosAfter: [], correctedAt: new Date().toISOString() };
  const submittedRow: SubmittedRow = { v: 1, deptTaskId: 'closed', status: 'submitted', isLate: false, submittedAt: new Date().toISOString(), returnedAt: null };
  const correctionRow: CorrectionRow = { v: 1, correctionId: 'closed', itemId: 'i1', value: corrected, entryId: null, confirmed: { value: corrected, revision: 2 } };
  const everything = ['answer:closed:p1', 'correction:closed:i1', 'submitted:closed'];
  const left = () => tab.accountRows('e1').disk.read(async (rows) => (await Promise.all(['answer:', 'correction:', 'submitted:'].map(rows.keys))).flat());
  const pass = async (): Promise<void> => {
    const { prefetchOpen } = await tab.load.prefetch();
    const tasks = openTasks(keeping('task', task(2)));
    const corrections = { listOpen: () => Promise.resolve([]), fetchDetail: keeping('correction', correction(2)) };
    await prefetchOpen('e1', { tasks, corrections }, ended.signal);
  };
  beforeEach(async () => {
    await deliverTo('closed', 'p1', 2);
    await tab.accountRows('e1').disk.change(async (rows) => {
      rows.put(correctionKey('closed', 'i1'), correctionRow);
      rows.put(submittedKey('closed'), submittedRow);
    });
    await keep('task', 'closed', task(1, { status: 'inProgress' }));
    await keep('correction', 'closed', correction(1));
  });

  test('goes once the copy that is stored has it', async () => {
    await pass();
    expect(await left()).toEqual([]);
  });

  test.each(['atOnce', 'atCommit'] as const)('stays where a full phone refuses the newer copy (%s), and goes when it has room', async (when) => {
    const makeRoom = fillDisk(when, 'copy:');
    await pass();
    makeRoom();
    expect(await left()).toEqual(everything);
    await pass();
    expect(await left()).toEqual([]);
  });

  test('stays where another tab has shown it, and this one still shows what was before', async () => {
    await keep('task', 'closed', task(2));
    await keep('correction', 'closed', correction(2));
    const { prefetchOpen } = await tab.load.prefetch();
    const corrections = { listOpen: () => Promise.resolve([]), fetchDetail: () => Promise.resolve(correction(1)) };
    await prefetchOpen('e1', { tasks: openTasks(() => Promise.resolve(task(1, { status: 'inProgress' }))), corrections }, ended.signal);
    expect(await left()).toEqual(everything);
  });

  test('goes where the server says that the thing is gone', async () => {
    const { prefetchOpen } = await tab.load.prefetch();
    const gone = { listOpen: () => Promise.resolve([]), fetchDetail: () => Promise.reject(new ApiError('business', '记录不存在', { code: code.notFound })) };
    await prefetchOpen('e1', { tasks: gone, corrections: gone }, ended.signal);
    expect(await left()).toEqual([]);
  });

  test('shows on in a page that read it, whatever another tab removes', async () => {
    const [answers, corrections, outbox] = [await tab.openAnswers('closed'), await tab.openCorrection({ id: 'closed', deptTaskId: 'd', taskName: '' }), await tab.openOutbox('e1')];
    await pass();
    expect(answers.get('p1')).toMatchObject({ saveState: 'delivered', revision: 2 });
    expect(corrections.get('i1')).toMatchObject({ saveState: 'delivered', revision: 2, value: corrected });
    expect(outbox.submissions().get('closed')).toEqual(submittedRow);
  });
});

test('removes nothing when the list of open tasks could not be had', async () => {
  const { prefetchOpen } = await tab.load.prefetch();
  await deliverTo('closed', 'p1');
  const tasks = { listOpen: () => Promise.reject(new Error('lost')), fetchDetail: () => Promise.resolve(untouched) };
  expect(await prefetchOpen('e1', { tasks, corrections: noCorrections }, ended.signal)).toBe(false);
  expect(await storedAnswers()).toEqual(['answer:closed:p1']);
});

test('fetches every open self-correction too, and removes what was delivered to closed ones', async () => {
  const { prefetchOpen } = await tab.load.prefetch();
  const deliver = async (correctionId: string): Promise<void> => {
    const value = { measures: '已更换', responsible: '张三', photosAfter: [], correctedAt: new Date().toISOString() };
    const row: CorrectionRow = { v: 1, correctionId, itemId: 'i1', value, entryId: null, confirmed: { value, revision: 1 } };
    await tab.accountRows('e1').disk.change(async (rows) => rows.put(correctionKey(correctionId, 'i1'), row));
  };
  await deliver('open');
  await deliver('closed');
  const fetched: string[] = [];
  const corrections = { listOpen: () => Promise.resolve(['open', 'other']), fetchDetail: (id: string) => (fetched.push(id), keeping('correction', correction(1))(id)) };
  expect(await prefetchOpen('e1', { tasks: nothing, corrections }, ended.signal)).toBe(true);
  expect(fetched).toEqual(['open', 'other', 'closed']);
  expect(await tab.accountRows('e1').disk.read((rows) => rows.keys('correction:'))).toEqual(['correction:open:i1']);
});

/** Fetching ahead as the page does it, in time that only the test lets pass. */
async function start(listOpen: () => Promise<string[]>, fetchDetail: (id: string) => Promise<TaskToCompare>, fetchLast: FetchLast = () => Promise.resolve()) {
  const { startPrefetch } = await tab.load.prefetch();
  const { timers, pass } = ownTime();
  const prefetch = startPrefetch('e1', { tasks: { listOpen, fetchDetail }, corrections: noCorrections }, fetchLast, timers);
  ends.push(prefetch.end);
  const passAndSettle = async (ms: number): Promise<void> => {
    pass(ms);
    await settled();
  };
  await settled();
  return { pass: passAndSettle, noteOpen: prefetch.noteOpen };
}
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
/** Longer than anything here takes that waits for no timer. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 200));

test('looks every five minutes while the page is visible, and no more often', async () => {
  let looks = 0;
  const { pass } = await start(() => ((looks += 1), Promise.resolve([])), () => Promise.resolve(untouched));
  expect(looks).toBe(1);
  await pass(4 * 60_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect(looks).toBe(1);
  await pass(60_000);
  expect(looks).toBe(2);
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(10 * 60_000);
  expect(looks).toBe(2);
  seen.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect(looks).toBe(3);
});

test('tries again a minute after something failed, and then at longer and longer intervals', async () => {
  const asked: string[] = [];
  let isBroken = true;
  const { pass } = await start(
    () => Promise.resolve(['t1']),
    (id) => (asked.push(id), isBroken ? Promise.reject(new Error('lost')) : Promise.resolve(untouched)),
  );
  await pass(60_000);
  expect(asked).toHaveLength(2);
  await pass(60_000);
  expect(asked).toHaveLength(2);
  isBroken = false;
  await pass(60_000);
  expect(asked).toHaveLength(3);
  await pass(4 * 60_000);
  expect(asked).toHaveLength(3);
});

test('what a list shows as open is fetched soon if this phone has no copy of it, but not while somebody fills in', async () => {
  const { freshOrKept } = await tab.load.copies();
  await freshOrKept('task', 'kept', () => Promise.resolve(answered({})));
  const asked: string[] = [];
  const { pass, noteOpen } = await start(() => Promise.resolve([]), (id) => (asked.push(id), Promise.resolve(untouched)));
  noteOpen('task', ['new', 'kept']);
  await settled();
  expect(asked).toEqual([]);
  await pass(2000);
  expect(asked).toEqual(['new']);

  await (await tab.openAnswers('kept')).set('p1', valueOf(), unseen);
  noteOpen('task', ['newer']);
  await pass(2000);
  await (await tab.openAnswers('kept')).set('p2', valueOf(), unseen);
  await pass(2000);
  expect(asked).toEqual(['new']);
  await pass(1000);
  expect(asked).toEqual(['new', 'newer']);
});

test('what nobody fills in comes after all that is open, and waits while somebody fills in', async () => {
  const asked: string[] = [];
  const calls = ['x1', 'x2'];
  const fetchLast = async (pause: () => Promise<void>) => {
    for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
      await pause();
      asked.push(call);
      await (await tab.openAnswers('t1')).set('p1', valueOf(), unseen);
    }
  };
  const { pass } = await start(() => Promise.resolve(['t1']), (id) => (asked.push(id), Promise.resolve(untouched)), fetchLast);
  expect(asked).toEqual(['t1', 'x1']);
  await pass(2000);
  expect(asked).toEqual(['t1', 'x1']);
  await pass(1000);
  expect(asked).toEqual(['t1', 'x1', 'x2']);
});

test('what nobody fills in is fetched no more once somebody else signs in', async () => {
  const { startPrefetch } = await tab.load.prefetch();
  let isOver = false;
  let pauseAgain = (): void => undefined;
  const fetchLast = async (pause: () => Promise<void>) => {
    await new Promise<void>((resolve) => (pauseAgain = resolve));
    isOver = await pause().then(() => false, () => true);
  };
  const prefetch = startPrefetch('e1', { tasks: nothing, corrections: noCorrections }, fetchLast);
  await settled();
  prefetch.end();
  pauseAgain();
  await settled();
  expect(isOver).toBe(true);
});
