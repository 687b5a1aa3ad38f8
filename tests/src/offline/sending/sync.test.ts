import { afterEach, expect, test, vi } from 'vitest';
import type { SyncRequested } from '#contract/worker-messages.ts';
import type { Timers } from '@/lib/timers.ts';
import type { Backend } from '../backend.ts';
import { newEntry } from '../../../server/support/task-fixture.ts';
import { ownTime } from '../own-time.ts';
import { fillDisk } from '../browser-storage.ts';
import { beginInFreshTab } from '../fresh-tab.ts';
import { openTab, unseen, valueOf, type Tab } from '../tab.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });
const patience = { timeout: 10_000, interval: 20 };

let backend: Backend;
let tab: Tab;
let ends: (() => void)[] = [];

beginInFreshTab((...opened) => {
  [backend, tab] = opened;
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

const isSave = (path: string) => path.endsWith('/saveAnswers');
const saves = () => backend.proxy.calls.filter(({ path }) => isSave(path)).length;

async function start(from: Tab = tab, timers?: Timers) {
  const { startSync } = await from.load.sync();
  const { requestSync } = await from.load.syncStatus();
  const delivered: string[] = [];
  const onNeedsLogin = vi.fn<() => void>();
  ends.push(startSync({ onDelivered: (ids) => void delivered.push(...ids), onNeedsLogin }, timers));
  return { delivered, onNeedsLogin, requestSync };
}

/** Until the run under way is over. */
async function quiet(): Promise<void> {
  await expect.poll(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].length;
  }, patience).toBe(0);
}
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 300));

/** Sends one answer, which the server refuses for two minutes. */
async function refuseOnce(deptTaskId: string, pointId: string, pass: (ms: number) => void): Promise<void> {
  const before = saves();
  backend.proxy.decide = ({ path }) => (isSave(path) ? { status: 503, body: '<h1>维护中</h1>', type: 'text/html', headers: { 'retry-after': '120' } } : 'pass');
  await (await tab.openAnswers(deptTaskId)).set(pointId, valueOf(), unseen);
  pass(800);
  await expect.poll(() => saves() - before, patience).toBe(1);
  await quiet();
  backend.proxy.decide = () => 'pass';
}

test('lesson 1: sends at start what an earlier visit left', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  await (await tab.openAnswers(deptTaskId)).set(pointIds[0]!, valueOf(), unseen);
  const next = await openTab();
  const { delivered } = await start(next);
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
});

test('lesson 15: sends taps that follow each other in one request', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(5);
  const { timers, pass } = ownTime();
  const { delivered } = await start(tab, timers);
  await quiet();
  const store = await tab.openAnswers(deptTaskId);
  const before = saves();
  for (const pointId of pointIds) await store.set(pointId, valueOf(), unseen);
  pass(800);
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
  expect(saves()).toBe(before + 1);
  expect(store.get(pointIds[4]!)?.saveState).toBe('delivered');
});

test.each([
  ['settled a conflict', valueOf({ result: 'notApplicable' }), 'conflict'],
  ['given up what was refused', valueOf({ remark: '长'.repeat(501) }), 'failed'],
] as const)('sends what waited for a person as soon as that one has %s', async (_deed, value, saveState) => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const [point = ''] = pointIds;
  const { timers, pass } = ownTime();
  const store = await tab.openAnswers(deptTaskId);
  await store.set(point, value, unseen);
  await backend.server.call('saveAnswers', { body: { deptTaskId, entries: [newEntry(backend.server, point)] } }, { as: 'staff02' });
  await tab.enqueueSubmit(deptTaskId, '六月自查');
  await start(tab, timers);
  await expect.poll(() => store.get(point)?.saveState, patience).toBe(saveState);
  await quiet();
  pass(60_000);
  await quiet();
  const outbox = await tab.openOutbox(tab.currentAccount());
  expect(outbox.counts()).toMatchObject({ total: 2, waiting: 1 });

  const { entryId } = store.get(point)!;
  await (saveState === 'conflict' ? tab.resolveConflict(entryId!, 'theirs') : tab.dismissFailed(entryId!));
  pass(800);
  await expect.poll(() => outbox.counts().total, patience).toBe(0);
});

test('waits with sending while a person taps on, and sends at once what waits when the page is put away', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(8);
  const { timers, pass } = ownTime();
  const { delivered } = await start(tab, timers);
  await quiet();
  const store = await tab.openAnswers(deptTaskId);
  const before = saves();
  for (const pointId of pointIds) {
    await store.set(pointId, valueOf(), unseen);
    pass(500);
  }
  await aWhile();
  expect(saves()).toBe(before);
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new (document.defaultView as unknown as { Event: typeof Event }).Event('visibilitychange'));
  await expect.poll(() => saves() - before, patience).toBe(1);
  seen.mockRestore();
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
});

test('lesson 1: keeps a pause after a network failure, and ends it when another call gets through', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(2);
  const { timers, pass } = ownTime();
  const { delivered } = await start(tab, timers);
  await quiet();
  const store = await tab.openAnswers(deptTaskId);
  backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutBefore' : 'pass');
  const before = saves();
  await store.set(pointIds[0]!, valueOf(), unseen);
  // Several failures, so that the pause is long: at least two seconds.
  for (const failures of [1, 2, 3]) {
    pass(2000);
    await expect.poll(() => saves() - before, patience).toBe(failures);
    await quiet();
  }
  // A tap meanwhile does not hurry it.
  await store.set(pointIds[1]!, valueOf(), unseen);
  pass(1900);
  await aWhile();
  expect(saves() - before).toBe(3);
  backend.proxy.decide = () => 'pass';
  const { call } = await tab.load.call();
  await call('userInfo');
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
});

test.each([
  ['has no room or no database', { status: 503, body: { code: 5003, message: '服务暂不可用' } }],
  ['is asked too often', { status: 429, body: { code: 4029, message: '操作过于频繁' } }],
])('lesson 1: a server that %s is asked again soon after it did what another call asked', async (_name, fate) => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const { timers, pass } = ownTime();
  const { delivered } = await start(tab, timers);
  const { call } = await tab.load.call();
  await quiet();
  const before = saves();
  backend.proxy.decide = () => fate;
  await (await tab.openAnswers(deptTaskId)).set(pointIds[0]!, valueOf(), unseen);
  // Until the pause is long: at least sixteen seconds.
  for (const [index, ms] of [800, 1000, 2000, 4000, 8000, 16_000].entries()) {
    pass(ms);
    await expect.poll(() => saves() - before, patience).toBe(index + 1);
    await quiet();
  }
  // A call that it fails at, too, tells nothing better.
  await expect(call('userInfo')).rejects.toThrow();
  pass(5000);
  backend.proxy.decide = () => 'pass';
  for (const _call of [1, 2]) await call('userInfo');
  pass(4900);
  await aWhile();
  expect(saves() - before).toBe(6);
  pass(200);
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
});

test('lesson 1: sends at once when the worker tells that the network is back, whatever pause there was', async () => {
  const worker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  ends.push(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const { timers, pass } = ownTime();
  const { delivered } = await start(tab, timers);
  await quiet();
  const before = saves();
  await refuseOnce(deptTaskId, pointIds[0]!, pass);
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'ANOTHER_WORD' } }));
  await aWhile();
  expect(saves() - before).toBe(1);
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'SYNC_REQUESTED' } satisfies SyncRequested }));
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
});

test('lesson 1: never asks before the time that the server named', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const { timers, pass } = ownTime();
  const { delivered } = await start(tab, timers);
  const { call } = await tab.load.call();
  await quiet();
  const before = saves();
  await refuseOnce(deptTaskId, pointIds[0]!, pass);
  await call('userInfo');
  pass(119_000);
  await aWhile();
  expect(saves() - before).toBe(1);
  pass(1100);
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
});

test.each([
  ['the network comes back', () => dispatchEvent(new Event('online'))],
  ['the page is looked at again', () => document.dispatchEvent(new (document.defaultView as unknown as { Event: typeof Event }).Event('visibilitychange'))],
])('lesson 1: sends at once when %s', async (_name, happen) => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const { delivered } = await start();
  const store = await tab.openAnswers(deptTaskId);
  backend.proxy.decide = ({ path }) => (isSave(path) ? { status: 503, body: { code: 5003, message: '服务暂不可用' } } : 'pass');
  const before = saves();
  await store.set(pointIds[0]!, valueOf(), unseen);
  // Several failures, so that the pause is long: two to four seconds.
  await expect.poll(() => saves() - before, patience).toBe(3);
  backend.proxy.decide = () => 'pass';
  happen();
  await expect.poll(() => delivered, { timeout: 1800, interval: 20 }).toEqual([deptTaskId]);
});

test.each([
  ['the network comes back', () => dispatchEvent(new Event('online'))],
  ['the page is looked at again', () => document.dispatchEvent(new (document.defaultView as unknown as { Event: typeof Event }).Event('visibilitychange'))],
  ['somebody wishes it', ({ requestSync }: Awaited<ReturnType<typeof start>>) => requestSync()],
])('lesson 1: sends at once what the server failed at before, when %s', async (_name, happen) => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const started = await start();
  const { before } = await failOften(deptTaskId, pointIds[0]!);
  backend.proxy.decide = () => 'pass';
  happen(started);
  await expect.poll(() => started.delivered, { timeout: 3500, interval: 20 }).toEqual([deptTaskId]);
  expect(saves()).toBe(before + 1);
});

test('lesson 1: sends at start what the server failed at during an earlier visit', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  await start();
  await failOften(deptTaskId, pointIds[0]!);
  for (const end of ends) end();
  backend.proxy.decide = () => 'pass';
  const { delivered } = await start(await openTab());
  await expect.poll(() => delivered, { timeout: 3500, interval: 20 }).toEqual([deptTaskId]);
});

/** The server fails at an answer until the pause before the next try is long: four to eight seconds. */
async function failOften(deptTaskId: string, pointId: string): Promise<{ before: number }> {
  backend.proxy.decide = ({ path }) => (isSave(path) ? { status: 500, body: { code: 5000, message: '服务器内部错误' } } : 'pass');
  const store = await tab.openAnswers(deptTaskId);
  const from = saves();
  await store.set(pointId, valueOf(), unseen);
  await expect.poll(() => saves() - from, { timeout: 20_000, interval: 20 }).toBe(4);
  const outbox = await tab.openOutbox(tab.currentAccount());
  await expect.poll(() => outbox.entries(), patience).toMatchObject([{ state: 'waiting', serverFailures: 4 }]);
  // The run that noted it ends at once, and with it the lock over all tabs.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { before: saves() };
}

test('lesson 1: does not wait for an answer over a network that is gone', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const { delivered } = await start();
  const before = saves();
  backend.proxy.decide = ({ path }) => (isSave(path) ? 'silentAfter' : 'pass');
  await (await tab.openAnswers(deptTaskId)).set(pointIds[0]!, valueOf(), unseen);
  await expect.poll(() => saves() - before, patience).toBe(1);
  // Longer than anybody who is there takes to answer.
  await new Promise((resolve) => setTimeout(resolve, 5500));
  expect(delivered).toEqual([]);
  backend.proxy.decide = () => 'pass';
  dispatchEvent(new Event('online'));
  await expect.poll(() => delivered, { timeout: 3500, interval: 20 }).toEqual([deptTaskId]);
  expect(await backend.historyCount(deptTaskId)).toBe(1);
});

test('lesson 1: goes on as soon as the server behind a proxy answers anything', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const { delivered } = await start();
  const before = saves();
  backend.proxy.decide = () => ({ status: 502, body: '<h1>502 Bad Gateway</h1>', type: 'text/html' });
  await (await tab.openAnswers(deptTaskId)).set(pointIds[0]!, valueOf(), unseen);
  // Several failures, so that the pause is long.
  await expect.poll(() => saves() - before, patience).toBe(3);
  backend.proxy.decide = () => 'pass';
  const { call } = await tab.load.call();
  await call('userInfo');
  await expect.poll(() => delivered, { timeout: 1000, interval: 20 }).toEqual([deptTaskId]);
});

test('lesson 1: tries again by itself after a pause', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const { delivered } = await start();
  let failures = 0;
  backend.proxy.decide = ({ path }) => (isSave(path) && failures++ === 0 ? 'cutAfter' : 'pass');
  await (await tab.openAnswers(deptTaskId)).set(pointIds[0]!, valueOf(), unseen);
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
  expect(await backend.historyCount(deptTaskId)).toBe(1);
});

test('stores what a full phone refused once there is room, although nothing is to be sent', async () => {
  const { timers, pass } = ownTime();
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const makeRoom = fillDisk('atOnce');
  await start(tab, timers);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  pass(800);
  await expect.poll(() => store.get(pointIds[0]!)?.saveState, patience).toBe('delivered');
  await quiet();
  makeRoom();
  await aWhile();
  pass(30_000);
  const stored = async () => (await (await openTab()).openAnswers(deptTaskId)).get(pointIds[0]!)?.saveState;
  await expect.poll(stored, patience).toBe('delivered');
});

test('goes on after a failure that nobody foresaw', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const { timers, pass } = ownTime();
  const { delivered } = await start(tab, timers);
  await quiet();
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // As a browser does whose page is not fully active.
  const refused = vi.spyOn(navigator.locks, 'request').mockRejectedValueOnce(new DOMException('not now', 'InvalidStateError'));
  await (await tab.openAnswers(deptTaskId)).set(pointIds[0]!, valueOf(), unseen);
  pass(800);
  await expect.poll(() => told.mock.calls.length, patience).toBe(1);
  expect(delivered).toEqual([]);
  pass(1000);
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
  refused.mockRestore();
  told.mockRestore();
});

test('lesson 3: a person’s wish to send overrides the pause, and brings failed entries back', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const { delivered, requestSync } = await start();
  const store = await tab.openAnswers(deptTaskId);
  backend.proxy.decide = ({ path }) => (isSave(path) ? { status: 404, body: { code: 4004, message: '记录不存在' } } : 'pass');
  await store.set(pointIds[0]!, valueOf(), unseen);
  await expect.poll(() => store.get(pointIds[0]!), patience).toMatchObject({ saveState: 'failed', error: '任务不存在，或已不属于您的科室。可以交管理员处理' });
  backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutBefore' : 'pass');
  await tab.retryAll();
  await expect.poll(() => store.get(pointIds[0]!)?.saveState, patience).toBe('saved');
  backend.proxy.decide = () => 'pass';
  requestSync();
  await expect.poll(() => delivered, { timeout: 1000, interval: 20 }).toEqual([deptTaskId]);
});

test('lessons 20, 21: asks for a sign-in once, sends nothing until then, and goes on afterwards', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(2);
  const { configureApi } = await tab.load.hooks();
  // An app that keeps the person where they are until they choose to sign in.
  configureApi({ onSignedOut: () => undefined, describeFailure: (kind) => kind });
  const { delivered, onNeedsLogin } = await start();
  await backend.server.call('signOut', { body: {} }, { token: tab.session.getToken() });
  const store = await tab.openAnswers(deptTaskId);
  const before = saves();
  await store.set(pointIds[0]!, valueOf(), unseen);
  await expect.poll(() => onNeedsLogin.mock.calls.length, patience).toBe(1);
  await store.set(pointIds[1]!, valueOf(), unseen);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(saves()).toBe(before + 1);
  expect(onNeedsLogin).toHaveBeenCalledTimes(1);
  expect((await tab.openOutbox(tab.currentAccount())).counts()).toMatchObject({ needsLogin: 1, waiting: 1 });
  tab.signIn(await backend.signIn('staff01'));
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
  expect((await backend.answers(deptTaskId)).size).toBe(2);
});

test('changes the sender with the account, and ends with its end', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(2);
  const { delivered } = await start();
  backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutBefore' : 'pass');
  await (await tab.openAnswers(deptTaskId)).set(pointIds[0]!, valueOf(), unseen);
  tab.signIn(await backend.signIn('staff02'));
  backend.proxy.decide = () => 'pass';
  await (await tab.openAnswers(deptTaskId)).set(pointIds[1]!, valueOf(), unseen);
  await expect.poll(() => delivered, patience).toEqual([deptTaskId]);
  expect([...(await backend.answers(deptTaskId)).keys()]).toEqual([pointIds[1]]);
  tab.signIn(await backend.signIn('staff01'));
  await expect.poll(() => delivered, patience).toEqual([deptTaskId, deptTaskId]);
  expect((await backend.answers(deptTaskId)).get(pointIds[0]!)?.answeredByName).toBe('张内一');

  for (const end of ends) end();
  const before = saves();
  await (await tab.openAnswers(deptTaskId)).set(pointIds[0]!, valueOf({ result: 'notApplicable' }), unseen);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(saves()).toBe(before);
});
