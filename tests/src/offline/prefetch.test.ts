import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { code } from '#contract/codes.ts';
import type { Revisions } from '@/offline/prefetch.ts';
import type { AnswerRow, CorrectionRow } from '@/offline/rows.ts';
import { answerKey, correctionKey } from '@/offline/rows.ts';
import { ownTime } from './own-time.ts';
import { signedInAs } from './people.ts';
import { forgetBrowser, openTab, unseen, valueOf, type Tab } from './tab.ts';

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
const untouched: Revisions = new Map();
let ApiError: Awaited<ReturnType<Tab['load']['apiError']>>['ApiError'];
const nothing = { listOpen: () => Promise.resolve([]), fetchDetail: () => Promise.resolve(untouched) };
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
  expect(await prefetchOpen('e1', { tasks, corrections: nothing }, ended.signal)).toBe(true);
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
  expect(await prefetchOpen('e1', { tasks, corrections: nothing }, ended.signal)).toBe(false);
  expect(fetched).toEqual(['t2', 't3']);
});

test('lesson 17: removes delivered answers of closed tasks, and nothing that waits', async () => {
  const { prefetchOpen } = await tab.load.prefetch();
  await deliverTo('open', 'p1');
  await deliverTo('closed', 'p1');
  await (await tab.openAnswers('closed')).set('p2', valueOf(), unseen);
  const tasks = { listOpen: () => Promise.resolve(['open']), fetchDetail: () => Promise.resolve(new Map([['p1', 1]])) };
  await prefetchOpen('e1', { tasks, corrections: nothing }, ended.signal);
  expect(await storedAnswers()).toEqual(['answer:closed:p2', 'answer:open:p1']);
});

test.each([
  ['is older than what was delivered', () => Promise.resolve(new Map([['p1', 1]])), ['answer:closed:p1']],
  ['has nothing of it', () => Promise.resolve(untouched), ['answer:closed:p1']],
  ['cannot be had now', () => Promise.reject(new ApiError('offline', '服务器链接超时')), ['answer:closed:p1']],
  ['is not told by a server that is too busy', () => Promise.reject(new ApiError('business', '操作过于频繁', { code: code.tooManyAttempts, status: 429 })), ['answer:closed:p1']],
  ['is not told to a session that has ended', () => Promise.reject(new ApiError('business', '登录已过期', { code: code.signedOut, status: 200 })), ['answer:closed:p1']],
  ['is shown to this person no more', () => Promise.reject(new ApiError('business', '记录不存在', { code: code.notFound })), []],
])('of a closed task whose copy on the server %s', async (_case, fetchDetail, left) => {
  const { prefetchOpen } = await tab.load.prefetch();
  await deliverTo('closed', 'p1', 2);
  await prefetchOpen('e1', { tasks: { listOpen: () => Promise.resolve([]), fetchDetail }, corrections: nothing }, ended.signal);
  expect(await storedAnswers()).toEqual(left);
});

test('removes nothing when the list of open tasks could not be had', async () => {
  const { prefetchOpen } = await tab.load.prefetch();
  await deliverTo('closed', 'p1');
  const tasks = { listOpen: () => Promise.reject(new Error('lost')), fetchDetail: () => Promise.resolve(untouched) };
  expect(await prefetchOpen('e1', { tasks, corrections: nothing }, ended.signal)).toBe(false);
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
  const corrections = { listOpen: () => Promise.resolve(['open', 'other']), fetchDetail: (id: string) => (fetched.push(id), Promise.resolve(new Map([['i1', 1]]))) };
  expect(await prefetchOpen('e1', { tasks: nothing, corrections }, ended.signal)).toBe(true);
  expect(fetched).toEqual(['open', 'other', 'closed']);
  expect(await tab.accountRows('e1').disk.read((rows) => rows.keys('correction:'))).toEqual(['correction:open:i1']);
});

/** Fetching ahead as the page does it, in time that only the test lets pass. */
async function start(listOpen: () => Promise<string[]>, fetchDetail: (id: string) => Promise<Revisions>) {
  const { startPrefetch } = await tab.load.prefetch();
  const { timers, pass } = ownTime();
  const prefetch = startPrefetch('e1', { tasks: { listOpen, fetchDetail }, corrections: nothing }, timers);
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
  await freshOrKept('task', 'kept', () => Promise.resolve({}));
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
