import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { databaseName } from '@/offline/storage/database.ts';
import { answerKey, CREATED_KEY, draftKey, ENTRY_PREFIX, entryKey, photoKey, uploadedKey, type AnswerRow, type OutboxEntry, type Row } from '@/offline/storage/rows.ts';
import { makePhoto } from '../../../server/support/photos.ts';
import type { Backend } from '../backend.ts';
import { closeConnection, fillDisk } from '../browser-storage.ts';
import { beginInFreshTab } from '../fresh-tab.ts';
import { openTab, unseen, valueOf, type Tab } from '../tab.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let backend: Backend;
let tab: Tab;

beginInFreshTab((...opened) => {
  [backend, tab] = opened;
});

const toBuffer = (data: Uint8Array): ArrayBuffer => new Uint8Array(data).buffer;
const lossFoundAt = async (): Promise<string | null> => (await tab.load.storageState()).getLossFoundAt(tab.currentAccount());

/** As somebody does who clears the data of a site under its open page. Resolves when it is gone. */
function deleteDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(databaseName(tab.currentAccount()));
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')));
  });
}

/** What another tab, or the next visit, finds. */
async function stored<Found extends Row>(key: string): Promise<Found | undefined> {
  const next = await openTab();
  return await next.accountRows(tab.currentAccount()).disk.read((rows) => rows.get<Found>(key));
}

test('a database that is deleted under the page has again at once what the page knows, and the next answer too', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(3);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf({ result: 'unqualified', remark: '缺登记' }), unseen);
  await (await tab.load.drafts()).keepDraft('declaration:0:new', { title: '写了一半' }, tab.currentAccount());
  const first = store.get(pointIds[0]!)!;
  await deleteDatabase();
  await store.set(pointIds[1]!, valueOf(), unseen);
  expect([store.get(pointIds[0]!)?.saveState, store.get(pointIds[1]!)?.saveState]).toEqual(['saved', 'saved']);
  expect(await lossFoundAt()).toBeNull();

  expect(await stored<AnswerRow>(answerKey(deptTaskId, pointIds[0]!))).toMatchObject({ value: { remark: '缺登记' }, entryId: first.entryId });
  expect(await stored<OutboxEntry>(entryKey(first.entryId!))).toMatchObject({ state: 'waiting', payload: { value: { remark: '缺登记' } } });
  expect(await stored(draftKey('declaration:0:new'))).toMatchObject({ data: { title: '写了一半' } });
  expect(await stored(CREATED_KEY)).toBeDefined();
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect([...(await backend.answers(deptTaskId)).values()].filter(({ result }) => result !== null)).toHaveLength(2);
  expect(await backend.historyCount(deptTaskId)).toBe(2);
});

test('a photo that another tab took from the phone once the server had it is not said to be lost', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  const photo = await tab.storePhoto(tab.currentAccount(), toBuffer((await makePhoto(1)).data), 'image/jpeg');
  await store.set(pointIds[0]!, valueOf({ photos: [photo] }), unseen);
  expect(await tab.send()).toEqual({ type: 'idle' });
  const rows = tab.accountRows(tab.currentAccount());
  expect(rows.stored(uploadedKey(photo))).toBeDefined();
  const other = await openTab();
  await other.accountRows(tab.currentAccount()).disk.change(async (change) => {
    change.remove(photoKey(photo));
    change.remove(uploadedKey(photo));
  });
  await waitFor(() => expect(rows.stored(uploadedKey(photo))).toBeUndefined());

  await store.set(pointIds[0]!, valueOf({ photos: [photo], remark: '补充' }), { ...unseen, revision: 1 });
  await deleteDatabase();
  await waitFor(async () => expect(await rows.disk.read((read) => read.keys(ENTRY_PREFIX))).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([store.get(pointIds[0]!)?.saveState, await lossFoundAt()]).toEqual(['saved', null]);
});

test('it is noticed without a tap, and what the page had not opened is there again', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  await (await tab.openAnswers(deptTaskId)).set(pointIds[0]!, valueOf({ result: 'notApplicable' }), unseen);
  const account = tab.currentAccount();
  // The next visit, of which nobody has opened the task yet.
  tab = await openTab();
  await tab.openOutbox(account);
  await expect.poll(() => tab.accountRows(account).disk.read((rows) => rows.get(CREATED_KEY))).toBeDefined();
  await deleteDatabase();
  await expect.poll(() => stored<AnswerRow>(answerKey(deptTaskId, pointIds[0]!))).toMatchObject({ value: { result: 'notApplicable' } });
});

test('a photo that was there alone is said to be gone at once, and its answer waits for the person', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(2);
  const store = await tab.openAnswers(deptTaskId);
  const { data, sha256, type } = await makePhoto(51);
  await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
  await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
  await store.set(pointIds[1]!, valueOf(), unseen);
  await deleteDatabase();
  await expect.poll(() => store.get(pointIds[0]!)).toMatchObject({ saveState: 'failed', error: expect.stringContaining('照片缺失'), value: { photos: [sha256] } });
  expect(store.get(pointIds[1]!)?.saveState).toBe('saved');
  await expect.poll(lossFoundAt).not.toBeNull();
});

test('a photo that the server has is not missed', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  const { data, sha256, type } = await makePhoto(52);
  await tab.storePhoto(tab.currentAccount(), toBuffer(data), type);
  await store.set(pointIds[0]!, valueOf({ photos: [sha256] }), unseen);
  backend.proxy.decide = ({ path }) => (path.endsWith('/saveAnswers') ? 'cutBefore' : 'pass');
  expect(await tab.send()).toEqual({ type: 'stopped', why: 'network' });
  await deleteDatabase();
  backend.proxy.decide = () => 'pass';
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect(store.get(pointIds[0]!)).toMatchObject({ saveState: 'delivered', value: { photos: [sha256] } });
  expect(await stored(photoKey(sha256))).toBeUndefined();
  expect(await lossFoundAt()).toBeNull();
});

test('what a full phone does not take back is in memory alone and said to be, until there is room', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(2);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  const outbox = await tab.openOutbox(tab.currentAccount());
  const end = fillDisk('atOnce');
  await deleteDatabase();
  await expect.poll(() => store.get(pointIds[0]!)?.saveState).toBe('notSaved').finally(end);
  expect(outbox.counts()).toMatchObject({ total: 1, notSaved: 1 });
  await store.set(pointIds[1]!, valueOf(), unseen);
  expect([store.get(pointIds[0]!)?.saveState, store.get(pointIds[1]!)?.saveState]).toEqual(['saved', 'saved']);
  expect(outbox.counts()).toMatchObject({ total: 2, notSaved: 0 });
  expect(await stored<AnswerRow>(answerKey(deptTaskId, pointIds[0]!))).toBeDefined();
});

test('of two pages both put back what they know, and neither takes what the other has stored since', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(3);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  const account = tab.currentAccount();
  const other = await openTab();
  const otherStore = await other.openAnswers(deptTaskId);
  await otherStore.set(pointIds[1]!, valueOf(), unseen);
  await deleteDatabase();
  await store.set(pointIds[0]!, valueOf({ result: 'notApplicable' }), unseen);
  await otherStore.set(pointIds[2]!, valueOf(), unseen);
  const values = await Promise.all(pointIds.map((id) => stored<AnswerRow>(answerKey(deptTaskId, id))));
  expect(values.map((row) => row?.value.result)).toEqual(['notApplicable', 'qualified', 'qualified']);
  expect((await (await openTab()).openOutbox(account)).entries()).toHaveLength(3);
});

test('a connection that the browser closed alone changes nothing', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const store = await tab.openAnswers(deptTaskId);
  await store.set(pointIds[0]!, valueOf(), unseen);
  const before = await stored(CREATED_KEY);
  closeConnection();
  await store.set(pointIds[0]!, valueOf({ result: 'notApplicable' }), unseen);
  expect(await stored(CREATED_KEY)).toEqual(before);
  expect((await tab.openOutbox(tab.currentAccount())).entries()).toHaveLength(1);
});
