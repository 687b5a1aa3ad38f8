import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnswersToSave, AnswerValue } from '#contract/answer.ts';
import { shanghaiDay } from '#contract/calendar.ts';
import { FILE_BYTES_PER_DAY, FILES_FULL_TODAY } from '#contract/limits.ts';
import { purgeFiles } from '../../../../server/modules/files/file-purge-service.ts';
import { depts } from '../../../server/support/fixture.ts';
import { makePhoto, uploaded } from '../../../server/support/photos.ts';
import { answerAll, expectSuccess, newEntry, saveOne, submit } from '../../../server/support/task-fixture.ts';
import type { Backend } from '../backend.ts';
import type { Fate } from '../../../support/fault-proxy.ts';
import { fillDisk, loseBytesOf, refuseDatabases } from '../browser-storage.ts';
import { beginInFreshTab } from '../fresh-tab.ts';
import { openTab, unseen, valueOf, type Tab } from '../tab.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let backend: Backend;
let tab: Tab;

beginInFreshTab((...opened) => {
  [backend, tab] = opened;
});

const isSave = (path: string) => path.endsWith('/saveAnswers');
const isSubmit = (path: string) => path.endsWith('/check/submit');

test('an answer reaches the server and leaves the outbox', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(3);
  const store = await tab.openAnswers(deptTaskId, '六月自查');
  await store.set(pointIds[0]!, valueOf({ result: 'unqualified', remark: '缺登记' }), unseen);
  const delivered: string[] = [];
  expect(await tab.send({ delivered })).toEqual({ type: 'idle' });
  expect(delivered).toEqual([deptTaskId]);
  expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 1, entryId: null });
  expect((await backend.answers(deptTaskId)).get(pointIds[0]!)).toMatchObject({ result: 'unqualified', remark: '缺登记', revision: 1 });
});

test('lesson 24: what has arrived of a batch is counted, over a restart too, until the whole batch has', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(3);
  const account = tab.session.getUser()!.employeeId;
  const outbox = await tab.openOutbox(account);
  const store = await tab.openAnswers(deptTaskId, '六月自查');
  expect(outbox.deliveredCount()).toBe(0);
  await store.set(pointIds[0]!, valueOf(), unseen);
  await store.set(pointIds[1]!, valueOf({ result: 'unqualified' }), unseen);
  expect(outbox.counts()).toMatchObject({ total: 2, waiting: 2, incomplete: 1 });
  await tab.send();
  expect([outbox.deliveredCount(), outbox.counts().total]).toEqual([1, 1]);

  tab = await openTab();
  const reopened = await tab.openOutbox(account);
  expect([reopened.deliveredCount(), reopened.counts().total]).toEqual([1, 1]);
  await (await tab.openAnswers(deptTaskId)).set(pointIds[1]!, valueOf({ result: 'unqualified', remark: '缺登记' }), unseen);
  await tab.send();
  expect([reopened.deliveredCount(), reopened.counts().total]).toEqual([2, 0]);
  await (await tab.openAnswers(deptTaskId)).set(pointIds[2]!, valueOf(), unseen);
  expect([reopened.deliveredCount(), reopened.counts().total]).toEqual([0, 1]);
});

test('an answer that is changed after a try that nobody heard is one thing, on its way and once it has arrived', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const account = tab.currentAccount();
  const outbox = await tab.openOutbox(account);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  backend.proxy.decide = () => 'cutBefore';
  await tab.send();
  await store.set(pointIds[0]!, valueOf({ result: 'unqualified', remark: '缺登记' }), unseen);
  expect(outbox.entries()).toHaveLength(2);
  expect(outbox.things()).toMatchObject([{ state: 'waiting', attempts: 1, payload: { value: { remark: '缺登记' } } }]);
  expect(outbox.counts()).toMatchObject({ total: 1, waiting: 1 });

  backend.proxy.decide = () => 'pass';
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect([outbox.deliveredCount(), outbox.counts().total]).toEqual([1, 0]);
});

test('lessons 5, 30: an answer whose receipt was lost is sent again under its id and stored once', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutAfter' : 'pass');
  expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
  expect(store.get(pointIds[0]!)?.saveState).toBe('saved');
  expect(await backend.historyCount(deptTaskId)).toBe(1);

  backend.proxy.decide = () => 'pass';
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 1 });
  expect(await backend.historyCount(deptTaskId)).toBe(1);
});

test('an answer changed after its receipt was lost follows as a second value, without a conflict', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const point = pointIds[0]!;
  const store = await tab.openAnswers(deptTaskId);
  await store.set(point, valueOf(), unseen);
  backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutAfter' : 'pass');
  await tab.send();
  await store.set(point, valueOf({ result: 'notApplicable' }), unseen);
  expect(store.get(point)?.value.result).toBe('notApplicable');
  backend.proxy.decide = () => 'pass';
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect(store.get(point)).toMatchObject({ saveState: 'delivered', revision: 2, value: { result: 'notApplicable' } });
  expect((await backend.answers(deptTaskId)).get(point)).toMatchObject({ result: 'notApplicable', revision: 2 });
});

test('a tap while its point is being sent goes after it', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const point = pointIds[0]!;
  const store = await tab.openAnswers(deptTaskId);
  await store.set(point, valueOf(), unseen);
  let taps = 0;
  backend.proxy.decide = async ({ path }): Promise<Fate> => {
    if (isSave(path) && taps++ === 0) await store.set(point, valueOf({ result: 'unqualified', remark: '过期' }), unseen);
    return 'pass';
  };
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect(taps).toBe(2);
  expect(store.get(point)).toMatchObject({ saveState: 'delivered', revision: 2, value: { result: 'unqualified' } });
  expect((await backend.answers(deptTaskId)).get(point)).toMatchObject({ result: 'unqualified', remark: '过期', revision: 2 });
});

test('lesson 25: a killed tab leaves an entry that the next one sends', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  // The answer never comes, and the tab is gone before it could note anything.
  backend.proxy.decide = ({ path }) => (isSave(path) ? new Promise(() => undefined) : 'pass');
  const before = backend.proxy.calls.length;
  void tab.send();
  await expect.poll(() => backend.proxy.calls.length).toBe(before + 1);

  const next = await openTab();
  backend.proxy.decide = () => 'pass';
  const reopened = await next.openAnswers(deptTaskId);
  expect(reopened.get(pointIds[0]!)?.saveState).toBe('sending');
  expect(await next.send()).toEqual({ type: 'idle' });
  expect(reopened.get(pointIds[0]!)?.saveState).toBe('delivered');
  expect(await backend.historyCount(deptTaskId)).toBe(1);
});

test('lessons 4, 5: two tabs that send at once without a lock store every answer once', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(20);
  const store = await tab.openAnswers(deptTaskId);
  const other = await openTab();
  const otherStore = await other.openAnswers(deptTaskId);
  await store.setMany(pointIds.slice(0, 10).map((pointId) => ({ pointId, value: valueOf(), base: unseen })));
  await otherStore.setMany(pointIds.slice(5).map((pointId) => ({ pointId, value: valueOf({ result: 'notApplicable' }), base: unseen })));
  await Promise.all([tab.send(), other.send()]);
  await Promise.all([tab.send(), other.send()]);
  const held = await backend.answers(deptTaskId);
  expect(held.size).toBe(20);
  for (const [index, pointId] of pointIds.entries()) expect(held.get(pointId)?.result).toBe(index < 5 ? 'qualified' : 'notApplicable');
  expect((await tab.openOutbox(tab.currentAccount())).entries()).toEqual([]);
  // At most one value for each point that both tapped, and never two for one tap.
  expect(await backend.historyCount(deptTaskId)).toBe(20);
});

test('lesson 4: two tabs with the lock send one after the other, and nothing twice', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(10);
  const store = await tab.openAnswers(deptTaskId);
  await store.setMany(pointIds.map((pointId) => ({ pointId, value: valueOf(), base: unseen })));
  const other = await openTab();
  const before = backend.proxy.calls.length;
  const ends = await Promise.all([tab.send({ lock: tab.createSenderLock() }), other.send({ lock: other.createSenderLock() })]);
  expect(ends.map(({ type }) => type).toSorted()).toEqual(['busy', 'idle']);
  expect(backend.proxy.calls.slice(before).filter(({ path }) => isSave(path))).toHaveLength(1);
  expect(await other.send({ lock: other.createSenderLock() })).toEqual({ type: 'idle' });
});

test('lesson 6: two tabs show one truth', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(2);
  const store = await tab.openAnswers(deptTaskId);
  const other = await openTab();
  const otherStore = await other.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf({ remark: '甲' }), unseen);
  await expect.poll(() => otherStore.get(pointIds[0]!)).toMatchObject({ saveState: 'saved', value: { remark: '甲' } });
  await otherStore.set(pointIds[0]!, valueOf({ remark: '乙' }), unseen);
  await expect.poll(() => store.get(pointIds[0]!)).toMatchObject({ value: { remark: '乙' } });
  expect((await other.openOutbox(other.currentAccount())).counts().total).toBe(1);
  await other.send();
  await expect.poll(() => store.get(pointIds[0]!)?.saveState).toBe('delivered');
  expect(await backend.historyCount(deptTaskId)).toBe(1);
});

test.each([
  ['HTTP 500 with our envelope', { status: 500, body: { code: 5000, message: '系统错误' } }, 'later'],
  ['HTTP 503', { status: 503, body: { code: 5003, message: '服务暂不可用' } }, 'server'],
  ['HTTP 429', { status: 429, body: { code: 4029, message: '操作过于频繁' } }, 'server'],
  ['a proxy whose server is down', { status: 502, body: '<html>Bad Gateway</html>', type: 'text/html' }, 'network'],
  ['a captive portal', { status: 200, body: '<html>请登录</html>', type: 'text/html' }, 'network'],
] as const)('%s leaves the answer waiting under the same id', async (_name, fate, expected) => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  const { entryId } = store.get(pointIds[0]!)!;
  backend.proxy.decide = ({ path }) => (isSave(path) ? fate : 'pass');
  const end = await tab.send();
  if (expected === 'later') expect(end).toMatchObject({ type: 'wait' });
  else expect(end).toEqual({ type: 'stopped', why: expected });
  expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'saved', entryId });
  backend.proxy.decide = () => 'pass';
  await tab.send({ now: () => Date.now() + 120_000 });
  expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 1 });
  expect(await backend.historyCount(deptTaskId)).toBe(1);
});

test('lesson 33: one entry that the server cannot digest does not keep the others', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(30);
  const store = await tab.openAnswers(deptTaskId);
  await store.setMany(pointIds.map((pointId) => ({ pointId, value: valueOf(), base: unseen })));
  const poisoned = store.get(pointIds[7]!)!.entryId!;
  backend.proxy.decide = ({ path, body }) =>
    isSave(path) && body.toString().includes(poisoned) ? { status: 500, body: { code: 5000, message: '系统错误' } } : 'pass';
  let now = Date.now();
  for (let round = 0; round < 6; round += 1) {
    await tab.send({ now: () => now });
    now += 120_000;
  }
  expect((await backend.answers(deptTaskId)).size).toBe(29);
  expect((await tab.openOutbox(tab.currentAccount())).counts()).toMatchObject({ total: 1, waiting: 1 });
  expect(store.get(pointIds[7]!)).toMatchObject({ saveState: 'saved', error: '系统错误' });
});

test('entries that the server refuses by name fail, the rest of the request goes through', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(5);
  const store = await tab.openAnswers(deptTaskId);
  await store.setMany(pointIds.map((pointId, index) => ({ pointId, value: valueOf({ remark: index === 2 ? '长'.repeat(501) : '' }), base: unseen })));
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect(store.get(pointIds[2]!)).toMatchObject({ saveState: 'failed', error: '最多 500 个字符' });
  expect((await backend.answers(deptTaskId)).size).toBe(4);
  // The person shortens it: the failed one is replaced.
  await store.set(pointIds[2]!, valueOf({ remark: '短' }), unseen);
  await tab.send();
  expect(store.get(pointIds[2]!)?.saveState).toBe('delivered');
  expect((await tab.openOutbox(tab.currentAccount())).counts().total).toBe(0);
});

test('lesson 17: a task cancelled meanwhile: the answers fail with the reason, stay readable, and can be dismissed', async () => {
  const { taskId, deptTaskId, pointIds } = await backend.issueTask(2);
  const store = await tab.openAnswers(deptTaskId, '六月自查');
  await store.set(pointIds[0]!, valueOf({ remark: '看过' }), { ...unseen, content: '处方管理' });
  await backend.server.call('cancelTask', { body: { id: taskId, reason: '重复下发' } }, { as: 'admin01' });
  expect(await tab.send()).toEqual({ type: 'idle' });
  const outbox = await tab.openOutbox(tab.currentAccount());
  const [failed] = outbox.entries();
  expect(failed).toMatchObject({ state: 'failed', taskName: '六月自查', payload: { content: '处方管理', value: { remark: '看过' } } });
  expect(failed?.lastError).toContain('取消');
  expect(store.get(pointIds[0]!)?.saveState).toBe('failed');
  await tab.retry(failed!.id);
  await tab.send();
  expect(outbox.counts()).toMatchObject({ failed: 1, total: 1 });
  await tab.dismissFailed(failed!.id);
  expect(outbox.counts().total).toBe(0);
  expect(store.get(pointIds[0]!)).toBeUndefined();
});

describe('an answer that was refused', () => {
  const refuse = async () => {
    const { taskId, deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    await store.set(pointIds[0]!, valueOf({ remark: '看过' }), unseen);
    await backend.server.call('cancelTask', { body: { id: taskId, reason: '重复下发' } }, { as: 'admin01' });
    await tab.send();
    const outbox = await tab.openOutbox(tab.currentAccount());
    return { store, point: pointIds[0]!, outbox, failed: outbox.entries()[0]! };
  };

  test('and typed into says why until the server has said something to what was typed', async () => {
    const { store, point } = await refuse();
    const reason = store.get(point)!.error;
    expect(reason).toContain('取消');
    const shown: unknown[] = [];
    store.subscribe(point, () => shown.push([store.get(point)!.saveState, store.get(point)!.refusal]));
    await store.set(point, valueOf({ remark: '看过，已登记' }), unseen);
    await store.set(point, valueOf({ remark: '看过，已补登记' }), unseen);
    expect(shown).toEqual([
      ['failed', undefined],
      ['saved', reason],
      ['saving', reason],
      ['saved', reason],
    ]);
    await tab.send();
    expect(store.get(point)).toMatchObject({ saveState: 'failed', error: reason, value: { remark: '看过，已补登记' } });
    expect(store.get(point)!.refusal).toBeUndefined();
  });

  test('and sent again says why until it is answered again', async () => {
    const { store, point, failed } = await refuse();
    await tab.retry(failed.id);
    expect(store.get(point)).toMatchObject({ saveState: 'saved', refusal: failed.lastError });
    expect(await tab.dismissFailed(failed.id)).toBe('done');
    expect(store.get(point)).toBeUndefined();
  });

  test('is given up with what was typed into it since, whether that is stored by then or not', async () => {
    const { store, point, outbox, failed } = await refuse();
    const typed = store.set(point, valueOf({ remark: '看过，已登记' }), unseen);
    expect(await tab.dismissFailed(failed.id)).toBe('done');
    await typed;
    expect(store.get(point)).toBeUndefined();
    expect(outbox.entries()).toEqual([]);

    const again = await refuse();
    await again.store.set(again.point, valueOf({ remark: '看过，已登记' }), unseen);
    expect(await tab.dismissFailed(again.store.get(again.point)!.entryId!)).toBe('done');
    expect(again.store.get(again.point)).toBeUndefined();
    expect(outbox.entries()).toEqual([]);
  });

  test('is given up with what was typed into it after it was to be sent again', async () => {
    const { store, point, outbox, failed } = await refuse();
    await tab.retry(failed.id);
    await store.set(point, valueOf({ remark: '看过，已登记' }), unseen);
    expect(store.get(point)).toMatchObject({ saveState: 'saved', refusal: failed.lastError });
    expect(await tab.dismissFailed(failed.id)).toBe('done');
    expect(store.get(point)).toBeUndefined();
    expect(outbox.entries()).toEqual([]);

    const again = await refuse();
    await tab.retry(again.failed.id);
    await again.store.set(again.point, valueOf({ remark: '看过，已登记' }), unseen);
    expect(await tab.dismissFailed(again.store.get(again.point)!.entryId!)).toBe('done');
    expect(outbox.entries()).toEqual([]);
  });

  test('is not tried while nobody is there to hear it, and can be given up until then', async () => {
    const { store, point, outbox, failed } = await refuse();
    backend.proxy.decide = () => 'cutBefore';
    await (await tab.load.reachability()).checkNow();
    await store.set(point, valueOf({ remark: '看过，已登记' }), unseen);
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
    expect(await tab.dismissFailed(failed.id)).toBe('done');
    expect(store.get(point)).toBeUndefined();
    expect(outbox.entries()).toEqual([]);

    backend.proxy.decide = () => 'pass';
    const again = await refuse();
    backend.proxy.decide = () => 'cutBefore';
    await (await tab.load.reachability()).checkNow();
    await tab.retry(again.failed.id);
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
    backend.proxy.decide = () => 'pass';
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(again.store.get(again.point)).toMatchObject({ saveState: 'failed', value: { remark: '看过' } });
    expect(await tab.dismissFailed(again.failed.id)).toBe('done');
  });

  test('is given up with what was typed into it while the phone was full', async () => {
    const { store, point, outbox, failed } = await refuse();
    const makeRoom = fillDisk('atCommit');
    expect(await store.set(point, valueOf({ remark: '看过，已登记' }), unseen)).toBe(false);
    makeRoom();
    expect(await tab.dismissFailed(failed.id)).toBe('done');
    expect(store.get(point)).toBeUndefined();
    expect(outbox.entries()).toEqual([]);
  });

  test('is not said to be on its way where another page has given it up', async () => {
    const { failed } = await refuse();
    await (await openTab()).dismissFailed(failed.id);
    expect(await tab.dismissFailed(failed.id)).toBe('gone');
  });

  test('says nothing any more of what was typed while it was sent again, once the server has taken it', async () => {
    const { store, point, outbox, failed } = await refuse();
    await backend.server.context.db.updateTable('task').set({ cancelled_at: null }).execute();
    await tab.retry(failed.id);
    backend.proxy.decide = async ({ path }): Promise<Fate> => {
      // Not to be sent before a remark is written.
      if (isSave(path) && outbox.entries().length === 1) await store.set(point, valueOf({ result: 'unqualified', remark: '' }), unseen);
      return 'pass';
    };
    await tab.send();
    expect(outbox.entries()).toHaveLength(1);
    expect(store.get(point)?.value.result).toBe('unqualified');
    expect(store.get(point)?.refusal).toBeUndefined();
  });

  test('is not given up once what was typed into it is on its way', async () => {
    const { store, point, failed } = await refuse();
    await store.set(point, valueOf({ remark: '看过，已登记' }), unseen);
    let given: Awaited<ReturnType<Tab['dismissFailed']>> | undefined;
    backend.proxy.decide = async ({ path }): Promise<Fate> => {
      if (isSave(path)) given = await tab.dismissFailed(failed.id);
      return 'cutBefore';
    };
    await tab.send();
    expect(given).toBe('onItsWay');
    expect(store.get(point)).toMatchObject({ saveState: 'saved', value: { remark: '看过，已登记' } });
  });
});

test('lesson 34: the same point changed by a colleague is a conflict that the person decides', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(2);
  const store = await tab.openAnswers(deptTaskId);
  const colleague = await backend.server.call(
    'saveAnswers',
    {
      body: {
        deptTaskId,
        entries: pointIds.map((pointId, index) => ({
          id: `01900000-0000-7000-9000-${deptTaskId.slice(-11)}${index}`,
          pointId,
          baseRevision: 0,
          result: 'unqualified' as const,
          remark: '同事发现',
          photos: [],
          answeredAt: new Date().toISOString(),
        })),
      },
    },
    { as: 'staff02' },
  );
  expect(colleague.code).toBe(1000);
  await store.setMany(pointIds.map((pointId) => ({ pointId, value: valueOf({ remark: '我看没问题' }), base: unseen })));
  await tab.send();
  for (const pointId of pointIds) {
    expect(store.get(pointId)).toMatchObject({ saveState: 'conflict', theirs: { remark: '同事发现', answeredByName: '李内二' } });
  }
  // A change of mind meanwhile keeps the choice open.
  await store.set(pointIds[0]!, valueOf({ remark: '复查合格' }), unseen);
  expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'conflict', value: { remark: '复查合格' } });

  await tab.resolveConflict(store.get(pointIds[0]!)!.entryId!, 'mine');
  await tab.resolveConflict(store.get(pointIds[1]!)!.entryId!, 'theirs');
  expect(store.get(pointIds[1]!)).toMatchObject({ saveState: 'delivered', revision: 1, value: { remark: '同事发现' } });
  expect(await tab.send()).toEqual({ type: 'idle' });
  const held = await backend.answers(deptTaskId);
  expect(held.get(pointIds[0]!)).toMatchObject({ remark: '复查合格', revision: 2 });
  expect(held.get(pointIds[1]!)).toMatchObject({ remark: '同事发现', revision: 1 });
});

test('a submission goes where the answers that it waits for are refused since a colleague has submitted, and they stay', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(2);
  const other = await backend.issueTask(2);
  await answerAll(backend.server, deptTaskId, pointIds, [], 'staff02');
  for (const each of [deptTaskId, other.deptTaskId]) {
    const store = await tab.openAnswers(each);
    await store.setMany(pointIds.map((pointId) => ({ pointId, value: valueOf({ result: 'notApplicable', remark: '本科室没有' }), base: unseen })));
    await tab.enqueueSubmit(each, '六月自查');
  }
  expectSuccess(await submit(backend.server, deptTaskId, 'staff02'));
  expect(await tab.send()).toEqual({ type: 'idle' });
  const outbox = await tab.openOutbox(tab.currentAccount());
  const refused = { kind: 'answer', deptTaskId, state: 'failed', lastError: expect.stringMatching(/^任务已由 李内二 于 .+ 提交$/) };
  expect(outbox.entries()).toMatchObject([refused, refused]);
  expect([...outbox.submissions().keys()]).toEqual([other.deptTaskId]);
  await tab.handInLate(outbox.entries().map(({ id }) => id));
  await tab.send();
  expect(outbox.entries()).toEqual([]);
});

test('a submission goes where a colleague has submitted the same answers; nothing is left to do', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(2);
  const store = await tab.openAnswers(deptTaskId, '六月自查');
  await store.setMany(pointIds.map((pointId) => ({ pointId, value: valueOf(), base: unseen })));
  await tab.enqueueSubmit(deptTaskId, '六月自查');
  await answerAll(backend.server, deptTaskId, pointIds, [], 'staff02');
  expectSuccess(await submit(backend.server, deptTaskId, 'staff02'));
  const delivered: string[] = [];
  expect(await tab.send({ delivered })).toEqual({ type: 'idle' });
  expect((await tab.openOutbox(tab.currentAccount())).entries()).toEqual([]);
  // The screen asks who has submitted.
  expect(delivered.length).toBeGreaterThan(1);
});

test('a submission waits for the answers of its task and goes through once', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(2);
  const store = await tab.openAnswers(deptTaskId);
  await store.setMany(pointIds.map((pointId) => ({ pointId, value: valueOf(), base: unseen })));
  await tab.enqueueSubmit(deptTaskId, '六月自查');
  await tab.enqueueSubmit(deptTaskId, '六月自查');
  const outbox = await tab.openOutbox(tab.currentAccount());
  expect(outbox.counts().total).toBe(3);
  let cuts = 0;
  backend.proxy.decide = ({ path }) => (isSubmit(path) && cuts++ === 0 ? 'cutAfter' : 'pass');
  expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
  expect(await tab.withdrawSubmit(deptTaskId)).toBe('onItsWay');
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect(outbox.counts().total).toBe(0);
  const { message } = await backend.server.call('queryTaskCheckPointInfo', { params: { id: deptTaskId } }, { as: 'staff02' });
  expect(message).toMatchObject({ status: 'completed', submittedByName: '张内一' });
  // It holds over what this phone has of the task, in a page that starts without a network too.
  const own = { deptTaskId, status: 'completed', isLate: false, returnedAt: null };
  expect(outbox.submissions().get(deptTaskId)).toMatchObject(own);
  tab = await openTab();
  expect((await tab.openOutbox(tab.currentAccount())).submissions().get(deptTaskId)).toMatchObject(own);
});

test('a submission is not tried while nobody is there to hear it, and can be withdrawn until then', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  expect(await tab.send()).toEqual({ type: 'idle' });
  backend.proxy.decide = () => 'cutBefore';
  const { checkNow } = await tab.load.reachability();
  await checkNow();
  await tab.enqueueSubmit(deptTaskId, '六月自查');
  expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
  expect(await tab.withdrawSubmit(deptTaskId)).toBe('done');
  await tab.enqueueSubmit(deptTaskId, '六月自查');
  expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
  backend.proxy.decide = () => 'pass';
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect((await tab.openOutbox(tab.currentAccount())).counts().total).toBe(0);
});

test('a submission that another page took back is not said to be on its way', async () => {
  const { deptTaskId } = await backend.issueTask(1);
  await tab.enqueueSubmit(deptTaskId, '六月自查');
  const other = await openTab();
  await other.openOutbox(other.currentAccount());
  expect(await tab.withdrawSubmit(deptTaskId)).toBe('done');
  expect(await other.withdrawSubmit(deptTaskId)).toBe('gone');
});

test('lesson 2: a submission goes through where the probe alone does not', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  backend.proxy.decide = ({ path }) => (path === '/healthz' ? { status: 503, body: { status: 'error', service: 'zyzc' } } : 'pass');
  const { checkNow, getReachability, startReachability } = await tab.load.reachability();
  const end = startReachability();
  await tab.send();
  await checkNow();
  expect(getReachability()).toBe('offline');
  await tab.enqueueSubmit(deptTaskId, '六月自查');
  expect(await tab.send()).toEqual({ type: 'idle' });
  end();
  expect((await tab.openOutbox(tab.currentAccount())).counts().total).toBe(0);
});

test('a submission stays behind an answer that failed, and can be withdrawn', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf({ remark: '长'.repeat(501) }), unseen);
  await tab.enqueueSubmit(deptTaskId, '六月自查');
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect((await tab.openOutbox(tab.currentAccount())).counts()).toMatchObject({ failed: 1, waiting: 1 });
  expect(await tab.withdrawSubmit(deptTaskId)).toBe('done');
});

test('an unfinished 不合格 stays on the phone until it has a remark', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf({ result: 'unqualified' }), unseen);
  const before = backend.proxy.calls.length;
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect(backend.proxy.calls.length).toBe(before);
  expect(store.get(pointIds[0]!)?.saveState).toBe('saved');
  await store.set(pointIds[0]!, valueOf({ result: 'unqualified', remark: '无标识' }), unseen);
  await tab.send();
  expect((await backend.answers(deptTaskId)).get(pointIds[0]!)).toMatchObject({ remark: '无标识', revision: 1 });
});

test('answers held back can be undone until their time has come', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(3);
  const store = await tab.openAnswers(deptTaskId);
  await store.setMany(
    pointIds.map((pointId) => ({ pointId, value: valueOf(), base: unseen })),
    { holdMs: 8000 },
  );
  expect(await tab.send()).toMatchObject({ type: 'wait' });
  expect(await store.clear(pointIds.slice(0, 2))).toEqual([]);
  expect(store.get(pointIds[0]!)).toBeUndefined();
  await tab.send({ now: () => Date.now() + 9000 });
  expect([...(await backend.answers(deptTaskId)).keys()]).toEqual([pointIds[2]]);
  expect(await store.clear([pointIds[2]!])).toEqual([pointIds[2]]);
});

test('lesson 26: 1,000 answers go in five requests', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(200);
  const store = await tab.openAnswers(deptTaskId);
  const many = Array.from({ length: 1000 }, (_, index) => pointIds[index] ?? `0190aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`);
  await store.setMany(many.map((pointId) => ({ pointId, value: valueOf(), base: unseen })));
  const before = backend.proxy.calls.length;
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect(backend.proxy.calls.slice(before).filter(({ path }) => isSave(path)).length).toBe(5);
  const sizes = backend.proxy.calls.slice(before).map(({ body }) => (JSON.parse(body.toString()) as AnswersToSave).entries.length);
  expect(sizes).toEqual([200, 200, 200, 200, 200]);
  // 800 points are not in the task: each failed by itself.
  expect((await tab.openOutbox(tab.currentAccount())).counts()).toMatchObject({ failed: 800, total: 800 });
  expect((await backend.answers(deptTaskId)).size).toBe(200);
});

describe('photos', () => {
  test('lesson 8: go first, once, and the answer follows', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const store = await tab.openAnswers(deptTaskId);
    const { data, sha256, type } = await makePhoto(1);
    expect(await tab.storePhoto(tab.currentAccount(), toBuffer(data), type)).toBe(sha256);
    await store.setMany(pointIds.map((pointId) => ({ pointId, value: valueOf({ photos: [sha256] }), base: unseen })));
    const before = backend.proxy.calls.length;
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(backend.proxy.calls.slice(before).map(({ path }) => path.split('/').at(-2))).toEqual(['upload', 'check']);
    expect((await backend.answers(deptTaskId)).get(pointIds[1]!)?.photos).toEqual([sha256]);
  });

  test('that a tap adds during the upload go before the answer too', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    const hashes: string[] = [];
    for (const seed of [11, 12]) {
      const { data, type } = await makePhoto(seed);
      hashes.push(await tab.storePhoto(tab.currentAccount(), toBuffer(data), type));
    }
    await store.set(pointIds[0]!, valueOf({ photos: hashes.slice(0, 1) }), unseen);
    backend.proxy.decide = async ({ path }): Promise<Fate> => {
      if (path.includes(hashes[0]!)) await store.set(pointIds[0]!, valueOf({ photos: hashes }), unseen);
      return 'pass';
    };
    const before = backend.proxy.calls.length;
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(backend.proxy.calls.slice(before).map(({ path }) => path.split('/').at(-2))).toEqual(['upload', 'upload', 'check']);
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)).toMatchObject({ photos: hashes, revision: 1 });
  });

  test('that somebody begins to cover during the upload keep their answer back', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    const { holdPhoto, releasePhoto } = await tab.load.replacedPhotos();
    const { data, type } = await makePhoto(13);
    const sha256 = await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
    backend.proxy.decide = async ({ path }): Promise<Fate> => {
      if (path.includes(sha256)) expect(await holdPhoto(tab.currentAccount(), sha256)).toBe(true);
      return 'pass';
    };
    expect(await tab.send()).toMatchObject({ type: 'wait' });
    expect(await backend.answers(deptTaskId)).toEqual(new Map());
    // By now the picture has left, and whoever covers it is told so.
    expect(await holdPhoto(tab.currentAccount(), sha256)).toBe(false);
    await releasePhoto(tab.currentAccount(), sha256);
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)).toMatchObject({ photos: [sha256] });
  });

  test('lesson 9: are uploaded again when the server has lost them', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    const { data, sha256, type } = await makePhoto(2);
    await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    // Something on the way says that it has the photo, and the server never sees it.
    backend.proxy.decide = ({ path }) => {
      if (!path.includes('/upload/')) return 'pass';
      backend.proxy.decide = () => 'pass';
      return { status: 200, body: { code: 1000, message: { sha256, size: data.byteLength, type } } };
    };
    await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)?.saveState).toBe('delivered');
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)?.photos).toEqual([sha256]);
  });

  test('lesson 33: that nobody has any more fail their answer alone, with words that help', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const store = await tab.openAnswers(deptTaskId);
    await store.set(pointIds[0]!, valueOf({ photos: ['ab'.repeat(32)] }), unseen);
    await store.set(pointIds[1]!, valueOf(), unseen);
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'failed', error: expect.stringContaining('照片缺失') });
    expect(store.get(pointIds[1]!)?.saveState).toBe('delivered');
  });

  test('that the server refuses fail their answer alone', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const store = await tab.openAnswers(deptTaskId);
    const sha256 = await tab.storePhoto(tab.currentAccount(), new TextEncoder().encode('no picture').buffer as ArrayBuffer, 'image/jpeg');
    await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
    await store.set(pointIds[1]!, valueOf(), unseen);
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'failed', error: expect.stringMatching(/^照片上传失败：/) });
    expect(store.get(pointIds[1]!)?.saveState).toBe('delivered');
  });

  test('that cannot be sent now keep their answer waiting', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    const { data, sha256, type } = await makePhoto(3);
    await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
    backend.proxy.decide = () => 'cutBefore';
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
    const [entry] = (await tab.openOutbox(tab.currentAccount())).entries();
    expect(entry).toMatchObject({ state: 'waiting', attempts: 0, nextAttemptAt: 0 });
    expect(entry?.lastError).toBeUndefined();
  });

  test.each([
    ['a proxy with a page of its own', { status: 413, body: '<h1>Request Entity Too Large</h1>', type: 'text/html' }],
    ['a network that small requests pass alone', 'cutBefore'],
  ] as const)('lesson 33: that do not get through because of %s hold up their own answers alone', async (_name, fate) => {
    const [first, second] = [await backend.issueTask(3), await backend.issueTask(1)];
    const store = await tab.openAnswers(first.deptTaskId);
    const other = await tab.openAnswers(second.deptTaskId);
    for (const [index, seed] of [31, 32].entries()) {
      const { data, sha256, type } = await makePhoto(seed);
      await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
      await store.set(first.pointIds[index]!, valueOf({ photos: [sha256] }), unseen);
    }
    await store.set(first.pointIds[2]!, valueOf(), unseen);
    await other.set(second.pointIds[0]!, valueOf(), unseen);
    backend.proxy.decide = ({ path }) => (path.includes('/upload/') ? fate : 'pass');
    expect(await tab.send()).toMatchObject({ type: 'wait' });
    expect(store.get(first.pointIds[2]!)?.saveState).toBe('delivered');
    expect(other.get(second.pointIds[0]!)?.saveState).toBe('delivered');
    const waiting = (await tab.openOutbox(tab.currentAccount())).entries();
    expect(waiting.map(({ state, lastError }) => [state, lastError])).toEqual(Array(2).fill(['waiting', expect.stringContaining('照片暂时传不上去')]));

    backend.proxy.decide = () => 'pass';
    expect(await tab.send({ now: () => Date.now() + 120_000 })).toEqual({ type: 'idle' });
    expect([...(await backend.answers(first.deptTaskId)).values()].filter(({ photos }) => photos.length === 1)).toHaveLength(2);
  });

  test('beyond what the server takes on a day wait with its words, are not sent in vain, and hold up nothing else', async () => {
    const { context: { db }, clock } = backend.server;
    const { deptTaskId, pointIds } = await backend.issueTask(3);
    const store = await tab.openAnswers(deptTaskId);
    for (const [index, seed] of [35, 36].entries()) {
      const { data, sha256, type } = await makePhoto(seed);
      await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
      await store.set(pointIds[index]!, valueOf({ photos: [sha256] }), unseen);
    }
    await store.set(pointIds[2]!, valueOf(), unseen);
    const full = { employee_id: tab.currentAccount(), day: shanghaiDay(clock.now()), file_bytes: FILE_BYTES_PER_DAY, text_bytes: 0 };
    await db.deleteFrom('daily_use').execute();
    await db.insertInto('daily_use').values(full).execute();
    const before = backend.proxy.calls.length;
    expect(await tab.send()).toMatchObject({ type: 'wait' });
    expect(backend.proxy.calls.slice(before).filter(({ path }) => path.includes('/upload/'))).toHaveLength(1);
    expect(store.get(pointIds[2]!)?.saveState).toBe('delivered');
    const waiting = (await tab.openOutbox(tab.currentAccount())).entries();
    expect(waiting.map(({ state, lastError }) => [state, lastError])).toEqual(Array(2).fill(['waiting', FILES_FULL_TODAY]));

    // The next day, as it were.
    await db.deleteFrom('daily_use').execute();
    expect(await tab.send({ now: () => Date.now() + 120_000 })).toEqual({ type: 'idle' });
    expect([...(await backend.answers(deptTaskId)).values()].filter(({ photos }) => photos.length === 1)).toHaveLength(2);
  });

  test('beyond what the server takes on a day are tried once whenever something may be better, and soon after a clock was set back', async () => {
    const { context: { db }, clock } = backend.server;
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const store = await tab.openAnswers(deptTaskId);
    for (const [index, seed] of [38, 39].entries()) {
      const { data, sha256, type } = await makePhoto(seed);
      await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
      await store.set(pointIds[index]!, valueOf({ photos: [sha256] }), unseen);
    }
    const full = { employee_id: tab.currentAccount(), day: shanghaiDay(clock.now()), file_bytes: FILE_BYTES_PER_DAY, text_bytes: 0 };
    await db.deleteFrom('daily_use').execute();
    await db.insertInto('daily_use').values(full).execute();
    const before = backend.proxy.calls.length;
    const uploads = () => backend.proxy.calls.slice(before).filter(({ path }) => path.includes('/upload/')).length;
    let shift = 40 * 86_400_000;
    const sender = tab.openSender({ now: () => Date.now() + shift });
    expect(await sender.run()).toMatchObject({ type: 'wait' });
    expect(uploads()).toBe(1);
    shift = 120_000;
    expect(await sender.run()).toMatchObject({ type: 'wait' });
    expect(uploads()).toBe(1);
    expect(await sender.run(true)).toMatchObject({ type: 'wait' });
    expect(uploads()).toBe(2);

    await db.deleteFrom('daily_use').execute();
    shift = 240_000;
    const own = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => own() + 15 * 60_000);
    expect(await sender.run()).toEqual({ type: 'idle' });
    vi.restoreAllMocks();
    expect(uploads()).toBe(4);
  });

  test('that something before the server asks to wait with, not saying how long, wait no longer than anything else', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    const { data, sha256, type } = await makePhoto(40);
    await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
    const sender = tab.openSender();
    backend.proxy.decide = ({ path }) => (path.includes('/upload/') ? { status: 429, body: { code: 4029, message: '操作过于频繁，请稍后再试' } } : 'pass');
    expect(await sender.run()).toEqual({ type: 'stopped', why: 'server' });

    backend.proxy.decide = () => 'pass';
    expect(await sender.run()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)?.saveState).toBe('delivered');
  });

  test('that the server removed, since their answers came days later, are sent again', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    const { data, sha256, type } = await makePhoto(37);
    await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
    backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutBefore' : 'pass');
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
    const { context, clock } = backend.server;
    await context.db.updateTable('kysely_migration' as 'setting').set({ timestamp: '2020-01-01T00:00:00.000Z' } as never).execute();
    expect(await purgeFiles({ ...context, now: () => new Date(clock.now().getTime() + 2 * 86_400_000) })).toBe(true);
    expect(await context.db.selectFrom('file').select('sha256').where('sha256', '=', sha256).execute()).toEqual([]);

    backend.proxy.decide = () => 'pass';
    // Told that the photo is missing, it comes with the next try.
    await tab.send({ now: () => Date.now() + 120_000 });
    expect(await tab.send({ now: () => Date.now() + 240_000 })).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)?.saveState).toBe('delivered');
    expect((await backend.server.call('readFile', { params: { sha256 } }, { as: 'staff02' })).body.equals(data)).toBe(true);
  });

  test('come after all answers that need none', async () => {
    const [first, second] = [await backend.issueTask(1), await backend.issueTask(1)];
    const { data, sha256, type } = await makePhoto(33);
    await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    await (await tab.openAnswers(first.deptTaskId)).set(first.pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
    await (await tab.openAnswers(second.deptTaskId)).set(second.pointIds[0]!, valueOf(), unseen);
    const before = backend.proxy.calls.length;
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(backend.proxy.calls.slice(before).map(({ path }) => path.split('/').at(-2))).toEqual(['check', 'upload', 'check']);
  });

  test('lesson 33: whose bytes the phone has lost fail their answer alone', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const store = await tab.openAnswers(deptTaskId);
    const { data, sha256, type } = await makePhoto(34);
    await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
    await store.set(pointIds[1]!, valueOf(), unseen);
    const find = loseBytesOf(`photo:${sha256}`);
    expect(await tab.send()).toEqual({ type: 'idle' });
    find();
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'failed', error: expect.stringContaining('照片缺失') });
    expect(store.get(pointIds[1]!)?.saveState).toBe('delivered');
  });

  test('lesson 9: that were delivered go from the phone once no answer shows them; others stay', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const account = tab.currentAccount();
    const store = await tab.openAnswers(deptTaskId);
    const hashes: string[] = [];
    for (const seed of [4, 5, 6]) {
      const { data, type } = await makePhoto(seed);
      hashes.push(await tab.storePhoto(account, toBuffer(data), type));
    }
    await store.set(pointIds[0]!, valueOf({ photos: [hashes[0]!] }), unseen);
    await tab.send();
    await store.set(pointIds[1]!, valueOf({ photos: [hashes[1]!] }), unseen);
    const remaining = async () => (await tab.accountRows(account).disk.read((rows) => rows.keys('photo:'))).map((key) => key.slice(6)).toSorted();
    await tab.prunePhotos(account);
    expect(await remaining()).toEqual(hashes.toSorted());
    await store.set(pointIds[0]!, valueOf({ photos: [] }), { revision: 1, answer: null });
    await tab.prunePhotos(account);
    // The third was never taken by an answer: perhaps it is just about to be.
    expect(await remaining()).toEqual([hashes[1]!, hashes[2]!].toSorted());
    await tab.prunePhotos(account, Date.now() + 8 * 86_400_000);
    expect(await remaining()).toEqual([hashes[1]]);
  });
});

describe('what is handed in as late work', () => {
  let person = '';
  const moveTo = (deptId: string) => backend.server.context.db.updateTable('employee').set({ dept_id: deptId }).where('id', '=', person).execute();
  beforeEach(() => {
    person = tab.currentAccount();
  });
  afterEach(() => moveTo(depts.internal.id));
  /** Both refused, since their person was moved to another department. */
  const refused = async (deptTaskId: string, pointIds: readonly string[], photos: string[] = []) => {
    const store = await tab.openAnswers(deptTaskId);
    await store.set(pointIds[0]!, valueOf({ result: 'unqualified', remark: '缺登记，已补', photos }), { revision: photos.length, answer: null });
    await store.set(pointIds[1]!, valueOf(), unseen);
    await moveTo(depts.surgery.id);
    await tab.send();
    const outbox = await tab.openOutbox(tab.currentAccount());
    expect(outbox.entries()).toMatchObject([{ kind: 'answer', state: 'failed' }, { kind: 'answer', state: 'failed' }]);
    return { outbox, ids: outbox.entries().map(({ id }) => id) };
  };

  test('of somebody who was moved goes with the photo of a colleague, whose bytes this phone never had', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const photo = await uploaded(backend.server, await makePhoto(8), 'staff02');
    await saveOne(backend.server, deptTaskId, newEntry(backend.server, pointIds[0]!, { result: 'unqualified', remark: '缺登记', photos: [photo] }), 'staff02');
    const { outbox, ids } = await refused(deptTaskId, pointIds, [photo]);
    await tab.handInLate(ids);
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(outbox.entries()).toEqual([]);
    const { message } = await backend.server.call('queryMyLateWork', { query: { pageSize: 100 } }, { as: 'staff01' });
    expect(message.records.filter(({ id }) => ids.includes(id)).map(({ status, value }) => ({ status, value }))).toMatchObject(
      expect.arrayContaining([
        { status: 'waiting', value: expect.objectContaining({ remark: '缺登记，已补', photos: [photo] }) },
        { status: 'waiting', value: expect.objectContaining({ result: 'qualified' }) },
      ]),
    );
  });

  test('and is not late any more goes the usual way, with no other tap', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const { outbox, ids } = await refused(deptTaskId, pointIds);
    await tab.handInLate(ids);
    await moveTo(depts.internal.id);
    const store = await tab.openAnswers(deptTaskId);
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(outbox.entries()).toEqual([]);
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', value: { remark: '缺登记，已补' } });
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)).toMatchObject({ result: 'unqualified', remark: '缺登记，已补', revision: 1 });
    expect(await backend.historyCount(deptTaskId)).toBe(2);
    const { message } = await backend.server.call('queryMyLateWork', { query: { pageSize: 100 } }, { as: 'staff01' });
    expect(message.records.filter(({ id }) => ids.includes(id))).toEqual([]);
  });

  test('is nothing that was typed into meanwhile: that stays said to be refused until it is stored, and goes the usual way', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const { outbox, ids } = await refused(deptTaskId, pointIds);
    const store = await tab.openAnswers(deptTaskId);
    const states: (string | undefined)[] = [];
    store.subscribe(pointIds[1]!, () => states.push(store.get(pointIds[1]!)?.saveState));
    const typed = store.set(pointIds[1]!, valueOf({ remark: '已补记' }), unseen);
    const [, count] = await Promise.all([typed, tab.handInLate([ids[1]!])]);
    expect(count).toBe(0);
    expect(states).toEqual(['failed', 'saved']);
    expect(outbox.entries()).toMatchObject([{ id: ids[0], state: 'failed' }, { kind: 'answer', state: 'waiting', payload: { value: { remark: '已补记' } } }]);
    expect(await tab.handInLate(ids)).toBe(1);
  });

  test('is all noted on the phone of whoever asked for it, though the session ends meanwhile', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const { outbox, ids } = await refused(deptTaskId, pointIds);
    const noted = tab.handInLate(ids);
    tab.session.clearSession();
    await noted;
    expect(outbox.entries()).toMatchObject([{ kind: 'late', state: 'waiting' }, { kind: 'late', state: 'waiting' }]);
  });
});

describe('sessions', () => {
  test('lesson 20: a session that ended leaves the answers waiting, and the next sign-in sends them', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    await store.set(pointIds[0]!, valueOf(), unseen);
    await backend.server.call('signOut', { body: {} }, { token: tab.session.getToken() });
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'needsLogin' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'needsLogin', error: '登录已过期,数据已保存,请重新登录' });
    // Filling in goes on.
    tab.signIn(await backend.signIn('staff01'));
    await store.set(pointIds[0]!, valueOf({ result: 'notApplicable' }), unseen);
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)?.result).toBe('notApplicable');
  });

  test('a session that is renewed in the middle is not noticed', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    await store.set(pointIds[0]!, valueOf(), unseen);
    let refusals = 0;
    backend.proxy.decide = ({ path }) =>
      isSave(path) && refusals++ === 0 ? { status: 200, body: { code: 4001, message: '登录已过期' } } : 'pass';
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)?.saveState).toBe('delivered');
  });

  test('when somebody else signs in while answers are sent, none goes under that name', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(3);
    const store = await tab.openAnswers(deptTaskId);
    const { data, sha256, type } = await makePhoto(7);
    await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
    const second = await backend.signIn('staff02');
    backend.proxy.decide = ({ path }) => {
      if (path.includes('/upload/')) tab.signIn(second);
      return 'pass';
    };
    const before = backend.proxy.calls.length;
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'aborted' });
    expect(backend.proxy.calls.slice(before).filter(({ path }) => isSave(path))).toEqual([]);
    expect(store.get(pointIds[0]!)?.saveState).toBe('saved');
    backend.proxy.decide = () => 'pass';
    // The other person's sender has nothing to send.
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect((await backend.answers(deptTaskId)).size).toBe(0);
    tab.signIn(await backend.signIn('staff01'));
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)?.answeredByName).toBe('张内一');
  });
});

test('when another tab signs in as somebody else and this tab’s session has ended, nothing goes under the new one', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  await backend.server.call('signOut', { body: {} }, { token: tab.session.getToken() });
  // Nothing tells this tab: the event of the other comes later.
  (await openTab()).signIn(await backend.signIn('staff02'));
  expect(await tab.send()).toEqual({ type: 'stopped', why: 'aborted' });
  expect((await backend.answers(deptTaskId)).size).toBe(0);
  expect(store.get(pointIds[0]!)?.saveState).toBe('saved');
});

describe('what the phone does not store', () => {
  let endTrouble: () => void = () => undefined;
  afterEach(() => {
    endTrouble();
    endTrouble = () => undefined;
  });

  test('lesson 29: goes to the server from memory, photos too, in a private mode', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    endTrouble = refuseDatabases();
    tab = await openTab();
    const store = await tab.openAnswers(deptTaskId);
    const { data, sha256, type } = await makePhoto(8);
    expect(await tab.storePhoto(tab.currentAccount(), toBuffer(data), type)).toBe(sha256);
    await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
    await store.set(pointIds[1]!, valueOf(), unseen);
    await tab.enqueueSubmit(deptTaskId, '六月自查');
    backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutAfter' : 'pass');
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
    expect(store.get(pointIds[0]!)?.saveState).toBe('notSaved');
    backend.proxy.decide = () => 'pass';
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 1 });
    expect(await backend.historyCount(deptTaskId)).toBe(2);
    expect((await tab.openOutbox(tab.currentAccount())).counts().total).toBe(0);
  });

  test('lesson 10: goes to the server although the disk is full, and follows what the disk holds', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const store = await tab.openAnswers(deptTaskId);
    await store.set(pointIds[0]!, valueOf(), unseen);
    endTrouble = fillDisk('atCommit');
    await store.set(pointIds[0]!, valueOf({ result: 'notApplicable' }), unseen);
    await store.set(pointIds[1]!, valueOf(), unseen);
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'storage' });
    expect(store.get(pointIds[1]!)?.saveState).toBe('delivered');
    expect(store.get(pointIds[0]!)?.saveState).toBe('notSaved');
    endTrouble();
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', value: { result: 'notApplicable' } });
    const held = await backend.answers(deptTaskId);
    expect(held.get(pointIds[0]!)?.result).toBe('notApplicable');
    expect(held.get(pointIds[1]!)?.revision).toBe(1);
    const next = await openTab();
    expect((await next.openAnswers(deptTaskId)).get(pointIds[1]!)?.saveState).toBe('delivered');
  });

  test('and was sent without a receipt keeps its id when it is stored after all, and a later tap follows it', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    endTrouble = fillDisk('atOnce');
    await store.set(pointIds[0]!, valueOf(), unseen);
    backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutAfter' : 'pass');
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
    endTrouble();
    backend.proxy.decide = () => 'pass';
    await store.set(pointIds[0]!, valueOf({ result: 'notApplicable' }), unseen);
    expect(store.get(pointIds[0]!)?.saveState).toBe('saved');
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)).toMatchObject({ result: 'notApplicable', revision: 2 });
    expect(await backend.historyCount(deptTaskId)).toBe(2);
  });

  test('and was changed back to what the disk holds goes as it was given last', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    const given = (fields: Partial<AnswerValue>) => store.set(pointIds[0]!, valueOf({ remark: '缺登记', ...fields }), unseen);
    await given({ result: 'unqualified' });
    expect(await tab.send()).toEqual({ type: 'idle' });
    endTrouble = fillDisk('atOnce');
    expect(await given({ result: 'notApplicable' })).toBe(false);
    expect(await given({ result: 'unqualified' })).toBe(false);
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'notSaved', value: { result: 'unqualified', remark: '缺登记' } });
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)).toMatchObject({ result: 'unqualified', remark: '缺登记' });
  });

  test('and was sent without a receipt stays before what follows it, also when both are stored after all', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    endTrouble = fillDisk('atOnce');
    await store.set(pointIds[0]!, valueOf(), unseen);
    backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutAfter' : 'pass');
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
    await store.set(pointIds[0]!, valueOf({ result: 'notApplicable' }), unseen);
    endTrouble();
    backend.proxy.decide = () => 'pass';
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 2, value: { result: 'notApplicable' } });
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)).toMatchObject({ result: 'notApplicable', revision: 2 });
    expect(await backend.historyCount(deptTaskId)).toBe(2);
    expect((await tab.openOutbox(tab.currentAccount())).counts()).toMatchObject({ total: 0 });
  });

  test('and follows one that another tab delivered meanwhile is no conflict with it', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    await store.set(pointIds[0]!, valueOf(), unseen);
    backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutAfter' : 'pass');
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
    endTrouble = fillDisk('atOnce');
    await store.set(pointIds[0]!, valueOf({ result: 'notApplicable' }), unseen);
    endTrouble();
    backend.proxy.decide = () => 'pass';
    expect(await (await openTab()).send()).toEqual({ type: 'idle' });
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 2, value: { result: 'notApplicable' } });
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)).toMatchObject({ result: 'notApplicable', revision: 2 });
  });

  test('for the sake of its photo alone is based on what the disk held before', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    await store.set(pointIds[0]!, valueOf(), unseen);
    endTrouble = fillDisk('atOnce', 'photo:');
    const { data, type } = await makePhoto(13);
    const sha256 = await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    expect(await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen)).toBe(false);
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 2, value: { photos: [sha256] } });
    expect((await backend.answers(deptTaskId)).get(pointIds[0]!)?.photos).toEqual([sha256]);
  });

  test('is not called saved while it is on its way either', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    endTrouble = fillDisk('atOnce');
    await store.set(pointIds[0]!, valueOf(), unseen);
    const seen: unknown[] = [];
    backend.proxy.decide = ({ path }) => {
      if (isSave(path)) seen.push(store.get(pointIds[0]!)?.saveState);
      return 'pass';
    };
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(seen).toEqual(['notSaved']);
    expect(store.get(pointIds[0]!)?.saveState).toBe('delivered');
  });

  test('and was delivered from memory neither hides nor contradicts what another tab gave since, once there is room', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(2);
    const store = await tab.openAnswers(deptTaskId);
    endTrouble = fillDisk('atOnce');
    for (const pointId of pointIds) await store.set(pointId, valueOf(), unseen);
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 1 });
    endTrouble();
    const other = await openTab();
    const otherStore = await other.openAnswers(deptTaskId);
    await otherStore.set(pointIds[0]!, valueOf({ result: 'notApplicable' }), { revision: 1, answer: null });
    expect(await other.send()).toEqual({ type: 'idle' });
    await otherStore.set(pointIds[1]!, valueOf({ result: 'notApplicable' }), unseen);
    expect(await tab.send()).toEqual({ type: 'idle' });
    for (const pointId of pointIds) {
      expect((await backend.answers(deptTaskId)).get(pointId)).toMatchObject({ result: 'notApplicable', revision: 2 });
      await expect.poll(() => store.get(pointId)).toMatchObject({ saveState: 'delivered', value: { result: 'notApplicable' }, revision: 2 });
    }
  });

  test('goes before the submission of its task, which there was room for', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    await store.set(pointIds[0]!, valueOf(), unseen);
    expect(await tab.send()).toEqual({ type: 'idle' });
    endTrouble = fillDisk('atOnce', 'photo:');
    const { data, type } = await makePhoto(14);
    const sha256 = await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    expect(await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), { ...unseen, revision: 1 })).toBe(false);
    expect(await tab.enqueueSubmit(deptTaskId, '六月自查')).toEqual({ isSaved: true });
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 2, value: { photos: [sha256] } });
    expect((await tab.openOutbox(tab.currentAccount())).submissions().get(deptTaskId)).toMatchObject({ status: 'completed' });
  });

  test('and was submitted from memory is there after a restart, once there is room', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    endTrouble = fillDisk('atOnce');
    await store.set(pointIds[0]!, valueOf(), unseen);
    expect(await tab.enqueueSubmit(deptTaskId, '六月自查')).toMatchObject({ isSaved: false });
    expect(await tab.send()).toEqual({ type: 'idle' });
    endTrouble();
    await tab.send();
    const next = await openTab();
    expect((await next.openOutbox(next.currentAccount())).submissions().get(deptTaskId)).toMatchObject({ status: 'completed' });
  });

  test('lesson 30: a receipt that cannot be noted is asked for again', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const store = await tab.openAnswers(deptTaskId);
    await store.set(pointIds[0]!, valueOf(), unseen);
    backend.proxy.decide = ({ path }) => {
      if (isSave(path)) endTrouble = fillDisk('atOnce');
      return 'pass';
    };
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'storage' });
    endTrouble();
    backend.proxy.decide = () => 'pass';
    expect(store.get(pointIds[0]!)?.saveState).toBe('sending');
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 1 });
    expect(await backend.historyCount(deptTaskId)).toBe(1);
  });
});

const toBuffer = (data: Uint8Array): ArrayBuffer => new Uint8Array(data).buffer;
