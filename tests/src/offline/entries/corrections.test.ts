import { afterEach, describe, expect, test, vi } from 'vitest';
import { confirm, correctAll, correctionEntry, readCorrection, returnItem, saveCorrection, type OpenedCorrection } from '../../../server/support/correction-fixture.ts';
import { makePhoto } from '../../../server/support/photos.ts';
import type { Backend } from '../backend.ts';
import { fillDisk } from '../browser-storage.ts';
import type { Fate } from '../../../support/fault-proxy.ts';
import { correctionOf, itemOf } from '../correction-page.ts';
import { beginInFreshTab } from '../fresh-tab.ts';
import { openTab, type Tab } from '../tab.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let backend: Backend;
let tab: Tab;
let endTrouble: () => void = () => undefined;

beginInFreshTab((...opened) => {
  [backend, tab] = opened;
});
afterEach(() => {
  endTrouble();
  endTrouble = () => undefined;
});

const isSave = (path: string) => path.endsWith('/saveCompanySelfCorrectInfo');
const open = (page: Tab, { id, deptTaskId }: OpenedCorrection) => page.openCorrection({ id, deptTaskId, taskName: '六月自查' });
const set = async (page: Tab, correction: OpenedCorrection, itemId: string, fields: Parameters<typeof correctionOf>[0] = {}, revision = 0) =>
  (await open(page, correction)).setMany([{ id: itemId, value: correctionOf(fields), base: { revision, content: '毒麻药品双人双锁' } }]);
const itemOn = async (correction: OpenedCorrection, itemId: string) =>
  (await readCorrection(backend.server, correction.id)).items.find((item) => item.itemId === itemId)!;
const historyCount = async (correction: OpenedCorrection) =>
  (await backend.server.call('selfCorrectDetail', { params: { id: correction.id } }, { as: 'staff02' })).message.history.length;
const toBuffer = (data: Uint8Array): ArrayBuffer => data.slice().buffer;

describe('an item', () => {
  test('is in IndexedDB before it is called saved, and survives a killed tab', async () => {
    const correction = await backend.openCorrection(2);
    const store = await open(tab, correction);
    const value = correctionOf({ measures: '改了一半', responsible: '', correctedAt: null });
    const saving = store.setMany([{ id: correction.itemIds[0]!, value, base: { revision: 0, content: '毒麻药品双人双锁' } }]);
    expect(store.get(correction.itemIds[0]!)?.saveState).toBe('saving');
    expect(await saving).toBe(true);
    expect(store.get(correction.itemIds[0]!)?.saveState).toBe('saved');
    const next = await openTab();
    expect((await open(next, correction)).get(correction.itemIds[0]!)).toMatchObject({ saveState: 'saved', value: { measures: '改了一半', correctedAt: null } });
    expect((await next.openOutbox(next.currentAccount())).entries()).toMatchObject([
      { kind: 'correction', taskName: '六月自查', payload: { correctionId: correction.id, content: '毒麻药品双人双锁' } },
    ]);
  });

  test('reaches the server with its photos first, once, although the receipt was lost', async () => {
    const correction = await backend.openCorrection(1);
    const item = correction.itemIds[0]!;
    const { data, type } = await makePhoto(21);
    const sha256 = await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
    await set(tab, correction, item, { photosAfter: [sha256] });
    const before = backend.proxy.calls.length;
    backend.proxy.decide = ({ path }) => (isSave(path) ? 'cutAfter' : 'pass');
    expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
    const paths = backend.proxy.calls.slice(before).map(({ path }) => path);
    expect(paths.findIndex((path) => path.includes('/upload/'))).toBeLessThan(paths.findIndex(isSave));
    backend.proxy.decide = () => 'pass';
    const delivered: string[] = [];
    expect(await tab.send({ delivered })).toEqual({ type: 'idle' });
    expect(delivered).toEqual([correction.deptTaskId]);
    expect((await open(tab, correction)).get(item)).toMatchObject({ saveState: 'delivered', revision: 1 });
    expect(await itemOn(correction, item)).toMatchObject({ measures: '已更换', photosAfter: [sha256], revision: 1 });
    expect(await historyCount(correction)).toBe(1);
    expect((await readCorrection(backend.server, correction.id)).status).toBe('corrected');
  });

  test('that is typed on while it is sent follows as a second value, without a conflict', async () => {
    const correction = await backend.openCorrection(1);
    const item = correction.itemIds[0]!;
    await set(tab, correction, item, { measures: '第一句', correctedAt: null });
    let sends = 0;
    backend.proxy.decide = async ({ path }): Promise<Fate> => {
      if (isSave(path) && sends++ === 0) await set(tab, correction, item, { measures: '第一句。第二句', correctedAt: null });
      return 'pass';
    };
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(await itemOn(correction, item)).toMatchObject({ measures: '第一句。第二句', revision: 2 });
  });

  test('that the server would refuse waits on the phone until it is finished', async () => {
    const correction = await backend.openCorrection(1);
    const item = correction.itemIds[0]!;
    await set(tab, correction, item, { responsible: '  ' });
    const before = backend.proxy.calls.length;
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(backend.proxy.calls.length).toBe(before);
    await set(tab, correction, item);
    await tab.send();
    expect((await itemOn(correction, item)).responsible).toBe('张三');
  });

  test('of one self-correction never travels with one of another', async () => {
    const [one, other] = [await backend.openCorrection(2), await backend.openCorrection(2)];
    for (const correction of [one, other]) {
      for (const itemId of correction.itemIds) await set(tab, correction, itemId);
    }
    const before = backend.proxy.calls.length;
    expect(await tab.send()).toEqual({ type: 'idle' });
    const saves = backend.proxy.calls.slice(before).filter(({ path }) => isSave(path));
    expect(saves.map(({ body }) => (JSON.parse(body.toString()) as { entries: unknown[] }).entries.length)).toEqual([2, 2]);
    for (const correction of [one, other]) expect((await readCorrection(backend.server, correction.id)).status).toBe('corrected');
  });

  test('that the phone did not store lives in memory, is sent from there, and moves when there is room', async () => {
    const correction = await backend.openCorrection(2);
    const [one, two] = correction.itemIds as [string, string];
    endTrouble = fillDisk('atOnce');
    expect(await set(tab, correction, one)).toBe(false);
    const store = await open(tab, correction);
    expect(store.get(one)).toMatchObject({ saveState: 'notSaved', error: expect.stringContaining('空间不足') });
    await tab.send();
    expect((await itemOn(correction, one)).measures).toBe('已更换');
    expect(await set(tab, correction, two)).toBe(false);
    endTrouble();
    endTrouble = () => undefined;
    expect(await set(tab, correction, two, { measures: '又改' })).toBe(true);
    expect(store.get(two)).toMatchObject({ saveState: 'saved', value: { measures: '又改' } });
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(await itemOn(correction, two)).toMatchObject({ measures: '又改', revision: 1 });
  });
});

describe('what others did meanwhile', () => {
  test('the same person on another device is not called by name', async () => {
    const correction = await backend.openCorrection(1);
    const [itemId] = correction.itemIds as [string];
    await set(tab, correction, itemId, { measures: '这台' });
    await saveCorrection(backend.server, correction.id, correctionEntry(backend.server, itemId, { measures: '另一台' }), 'staff01');
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect((await open(tab, correction)).get(itemId)).toMatchObject({ saveState: 'conflict', error: '您在另一台设备上已修改此项整改' });
  });

  test('a colleague: both values stay, and the person chooses', async () => {
    const correction = await backend.openCorrection(2);
    const [one, two] = correction.itemIds as [string, string];
    for (const itemId of [one, two]) {
      await set(tab, correction, itemId, { measures: '我的' });
      await saveCorrection(backend.server, correction.id, correctionEntry(backend.server, itemId, { measures: '同事的' }), 'staff02');
    }
    expect(await tab.send()).toEqual({ type: 'idle' });
    const store = await open(tab, correction);
    const conflict = store.get(one)!;
    expect(conflict).toMatchObject({ saveState: 'conflict', value: { measures: '我的' }, theirs: { measures: '同事的' }, error: '李内二 已修改此项整改' });
    await tab.resolveConflict(conflict.entryId!, 'mine');
    await tab.resolveConflict(store.get(two)!.entryId!, 'theirs');
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(await itemOn(correction, one)).toMatchObject({ measures: '我的', revision: 2 });
    expect(store.get(two)).toMatchObject({ saveState: 'delivered', revision: 1, value: { measures: '同事的' } });
  });

  test('a colleague once more, while the choice is open: it is between mine and what is there now', async () => {
    const correction = await backend.openCorrection(1);
    const item = correction.itemIds[0]!;
    await set(tab, correction, item, { measures: '我的' });
    const others = (measures: string, baseRevision: number) => saveCorrection(backend.server, correction.id, correctionEntry(backend.server, item, { measures, baseRevision }), 'staff02');
    await others('同事的', 0);
    await tab.send();
    const store = await open(tab, correction);
    expect(store.get(item)).toMatchObject({ saveState: 'conflict', theirs: { measures: '同事的' } });
    await others('同事又改的', 1);
    store.setServerItems((await readCorrection(backend.server, correction.id)).items);
    await vi.waitFor(() => expect(store.get(item)).toMatchObject({ saveState: 'conflict', theirs: { measures: '同事又改的', revision: 2 }, value: { measures: '我的' } }));
    await tab.resolveConflict(store.get(item)!.entryId!, 'mine');
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(await itemOn(correction, item)).toMatchObject({ measures: '我的', revision: 3 });
  });

  test('the same words twice are no conflict', async () => {
    const correction = await backend.openCorrection(1);
    await set(tab, correction, correction.itemIds[0]!);
    await saveCorrection(backend.server, correction.id, correctionEntry(backend.server, correction.itemIds[0]!, { measures: '已更换', responsible: '张三' }), 'staff02');
    await tab.send();
    expect((await open(tab, correction)).get(correction.itemIds[0]!)).toMatchObject({ saveState: 'delivered', revision: 1 });
  });

  test('an administrator returned it: a conflict that says so', async () => {
    const correction = await backend.openCorrection(1);
    const item = correction.itemIds[0]!;
    await set(tab, correction, item);
    await tab.send();
    await returnItem(backend.server, correction.id, item, '请补充照片');
    await set(tab, correction, item, { measures: '离线又改' }, 1);
    await tab.send();
    expect((await open(tab, correction)).get(item)).toMatchObject({ saveState: 'conflict', theirs: { returnReason: '请补充照片', correctedAt: null }, error: '管理员退回了此项整改' });
  });

  test('an administrator confirmed it: the entry fails with the reason, and can be given up', async () => {
    const correction = await backend.openCorrection(1);
    const item = correction.itemIds[0]!;
    await correctAll(backend.server, correction);
    await confirm(backend.server, correction.id);
    await set(tab, correction, item, { measures: '晚了' }, 1);
    await tab.send();
    const store = await open(tab, correction);
    expect(store.get(item)).toMatchObject({ saveState: 'failed', error: expect.stringMatching(/^自纠已由 管理员甲 于 .* 确认$/) });
    await tab.dismissFailed(store.get(item)!.entryId!);
    expect(store.get(item)).toBeUndefined();
    expect((await tab.openOutbox(tab.currentAccount())).entries()).toEqual([]);
  });

  test('the inspection was returned: what was written stays readable, and says what happened', async () => {
    const correction = await backend.openCorrection(1);
    await set(tab, correction, correction.itemIds[0]!);
    await backend.server.call('returnSubmission', { body: { deptTaskId: correction.deptTaskId, reason: '重查' } }, { as: 'admin01' });
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect((await open(tab, correction)).get(correction.itemIds[0]!)).toMatchObject({
      saveState: 'failed',
      value: { measures: '已更换' },
      error: '这份自纠已不能填写：科室任务可能已被退回或撤回，再次提交后会有新的自纠；或者您已调到其他科室。可以交管理员处理',
    });
  });

  test('what was refused is handed in as late work, once, and the screen shows the server’s value again', async () => {
    const correction = await backend.openCorrection(1);
    const item = correction.itemIds[0]!;
    await set(tab, correction, item, { measures: '晚到的措施' });
    await backend.server.call('returnSubmission', { body: { deptTaskId: correction.deptTaskId, reason: '重查' } }, { as: 'admin01' });
    await tab.send();
    const outbox = await tab.openOutbox(tab.currentAccount());
    const [failed] = outbox.entries();
    expect(tab.canHandIn(failed!)).toBe(true);
    await tab.handInLate([failed!.id]);
    expect(outbox.entries()).toMatchObject([{ id: failed!.id, kind: 'lateCorrection', state: 'waiting' }]);
    expect((await open(tab, correction)).get(item)).toBeUndefined();
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(outbox.entries()).toEqual([]);
    const { message } = await backend.server.call('queryMyLateWork', { query: {} }, { as: 'staff01' });
    expect(message.records.filter(({ id }) => id === failed!.id)).toMatchObject([
      { kind: 'correction', value: { measures: '晚到的措施' }, status: 'waiting' },
    ]);
  });

  test('an administrator brought it in from a ZIP: the phone is told that it arrived, and asks nobody', async () => {
    const correction = await backend.openCorrection(1);
    const item = correction.itemIds[0]!;
    await set(tab, correction, item, { measures: '也在文件里' });
    const outbox = await tab.openOutbox(tab.currentAccount());
    const [entry] = outbox.entries();
    if (entry?.kind !== 'correction') throw new Error('no correction waits');
    await correctAll(backend.server, correction, 'staff02');
    await confirm(backend.server, correction.id);
    const { value, itemId, baseRevision, content } = entry.payload;
    const entries = [{ id: entry.id, itemId, baseRevision, content, ...value }];
    const body = { id: correction.id, employeeId: tab.currentAccount(), deptTaskId: correction.deptTaskId, isDryRun: false, entries };
    expect((await backend.server.call('importCorrections', { body }, { as: 'admin01' })).message.outcomes).toMatchObject([{ outcome: 'late' }]);
    expect(await tab.send()).toEqual({ type: 'idle' });
    expect(outbox.entries()).toEqual([]);
    expect((await open(tab, correction)).get(item)).toBeUndefined();
  });
});

describe('laying this phone over the server', () => {
  const local = (fields: object) => ({ value: correctionOf(), saveState: 'saved' as const, revision: 0, entryId: 'e', ...fields });

  test('shows the server’s value until this phone has one, and again once the server knows better', () => {
    const item = itemOf('i', { measures: '服务器', responsible: '王五', revision: 2 });
    expect(tab.mergedCorrection(item, undefined)).toMatchObject({ measures: '服务器', isLocal: false, isBegun: true });
    expect(tab.mergedCorrection(item, local({ revision: 1 }))).toMatchObject({ measures: '已更换', isLocal: true });
    expect(tab.mergedCorrection(item, local({ saveState: 'delivered', revision: 1 }))).toMatchObject({ measures: '服务器', isLocal: false });
    expect(tab.mergedCorrection(item, local({ saveState: 'delivered', revision: 2 }))).toMatchObject({ measures: '已更换', isLocal: true });
  });

  test('knows what nobody has begun, and what a return still waits for', () => {
    expect(tab.mergedCorrection(itemOf('i'), undefined).isBegun).toBe(false);
    const returned = itemOf('i', { revision: 2, returnReason: '请补照片' });
    expect(tab.mergedCorrection(returned, undefined).openReturn).toBe('请补照片');
    expect(tab.mergedCorrection(returned, local({})).openReturn).toBeNull();
    expect(tab.mergedCorrection(returned, local({ value: correctionOf({ correctedAt: null }) })).openReturn).toBe('请补照片');
  });
});
