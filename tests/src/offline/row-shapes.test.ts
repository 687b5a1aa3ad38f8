import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerKey, ENTRY_PREFIX, entryKey, ROW_VERSION, type Row } from '@/offline/storage/rows.ts';
import { makePhoto } from '../../server/support/photos.ts';
import { startBackend, type Backend } from './backend.ts';
import { forgetBrowser, openTab, type Tab } from './tab.ts';

/**
 * What a phone may hold that has not been opened for months, written out: these lines are never changed. A release
 * whose rows look otherwise has another ROW_VERSION and takes these over.
 */
const FIRST_SHAPES = (account: string, task: string, points: readonly string[]): [key: string, row: unknown][] => {
  const value = (remark: string) => ({ result: 'unqualified', remark, photos: [], answeredAt: '2026-01-05T02:00:00.000Z' });
  const entry = (index: number, id: string, fields: object) => ({
    v: 1,
    id,
    account,
    kind: 'answer',
    deptTaskId: task,
    taskName: '一月自查',
    payload: { pointId: points[index], content: '要点', value: value(`第${index + 1}项`), baseRevision: 0 },
    photoIds: [],
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    splits: 0,
    after: null,
    createdAt: '2026-01-05T02:00:00.000Z',
    ...fields,
  });
  const row = (index: number, entryId: string | null) => ({ v: 1, deptTaskId: task, pointId: points[index], value: value(`第${index + 1}项`), entryId, confirmed: null });
  const ids = ['019b8d00-0000-7000-8000-000000000001', '019b8d00-0000-7000-8000-000000000002', '019b8d00-0000-7000-8000-000000000003'] as const;
  return [
    ['meta:created', { v: 1, createdAt: '2026-01-01T00:00:00.000Z' }],
    ['meta:delivered', { v: 1, count: 4, isWhole: false }],
    [`meta:place:${task}`, { v: 1, pointId: points[0], offset: 80 }],
    [`answer:${task}:${points[0]}`, row(0, ids[0])],
    [`answer:${task}:${points[1]}`, row(1, ids[1])],
    [`answer:${task}:${points[2]}`, row(2, ids[2])],
    [`entry:${ids[0]}`, entry(0, ids[0], {})],
    [`entry:${ids[1]}`, entry(1, ids[1], { state: 'sending', attempts: 1 })],
    [`entry:${ids[2]}`, entry(2, ids[2], { state: 'needsLogin', attempts: 2, lastError: '登录已过期' })],
  ];
};

const FIRST_KINDS = ({ account, task, points, photo, correction, item }: Left): [key: string, row: unknown][] => {
  const at = '2026-01-05T02:00:00.000Z';
  const entry = (id: string, kind: string, payload: object, photoIds: string[] = []) => [
    `entry:${id}`,
    { v: 1, id, account, kind, deptTaskId: task, taskName: '一月自查', payload, photoIds, state: 'waiting', attempts: 0, nextAttemptAt: 0, splits: 0, after: null, createdAt: at },
  ] as [string, unknown];
  const answer = { result: 'qualified', remark: '', photos: [photo.sha256], answeredAt: at };
  const corrected = { measures: '已补登记', responsible: '张三', photosAfter: [], correctedAt: at };
  const ids = ['019b8d00-0000-7000-8000-000000000011', '019b8d00-0000-7000-8000-000000000012', '019b8d00-0000-7000-8000-000000000013'] as const;
  return [
    [`photo:${photo.sha256}`, { v: 1, sha256: photo.sha256, type: photo.type, bytes: photo.bytes, createdAt: at }],
    [`answer:${task}:${points[0]}`, { v: 1, deptTaskId: task, pointId: points[0], value: answer, entryId: ids[0], confirmed: null }],
    entry(ids[0], 'answer', { pointId: points[0], content: '要点', value: answer, baseRevision: 0 }, [photo.sha256]),
    entry(ids[1], 'submit', { submittedAt: at, returnedAt: null }),
    [`correction:${correction}:${item}`, { v: 1, correctionId: correction, itemId: item, value: corrected, entryId: ids[2], confirmed: null }],
    entry(ids[2], 'correction', { correctionId: correction, itemId: item, content: '要点', value: corrected, baseRevision: 0 }),
    ['draft:reason:1', { v: 1, form: 'reason:1', data: '与上级检查重复', keptAt: at }],
    [`copy:task:${task}`, { v: 1, data: { id: task, taskName: '一月自查' }, keptAt: at }],
  ];
};

interface Left {
  account: string;
  task: string;
  points: readonly string[];
  photo: { sha256: string; type: string; bytes: ArrayBuffer };
  correction: string;
  item: string;
}

let backend: Backend;
let tab: Tab;
beforeAll(async () => {
  backend = await startBackend();
}, 60_000);
afterAll(async () => {
  await backend.stop();
});
beforeEach(async () => {
  forgetBrowser();
  tab = await openTab();
  tab.signIn(await backend.signIn('staff01'));
});

async function leave(rows: readonly [string, unknown][]): Promise<void> {
  await tab.accountRows(tab.currentAccount()).disk.change(async (write) => {
    for (const [key, row] of rows) write.put(key, row as Row);
  });
  const signedIn = await backend.signIn('staff01');
  tab = await openTab();
  tab.signIn(signedIn);
}

test('lesson 19: rows in the shape of the first release are shown, counted and sent', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(3);
  await leave(FIRST_SHAPES(tab.currentAccount(), deptTaskId, pointIds));
  const store = await tab.openAnswers(deptTaskId);
  expect(pointIds.map((pointId) => [store.get(pointId)?.saveState, store.get(pointId)?.value.remark])).toEqual([
    ['saved', '第1项'],
    ['sending', '第2项'],
    ['needsLogin', '第3项'],
  ]);
  const outbox = await tab.openOutbox(tab.currentAccount());
  expect(outbox.counts()).toMatchObject({ total: 3, waiting: 1, sending: 1, needsLogin: 1 });
  expect(outbox.deliveredCount()).toBe(4);
  expect(await tab.send()).toEqual({ type: 'idle' });
  const held = await backend.answers(deptTaskId);
  expect(pointIds.map((pointId) => held.get(pointId)?.remark)).toEqual(['第1项', '第2项', '第3项']);
  expect(outbox.counts().total).toBe(0);
});

test('lesson 19: photos, submissions, corrections, drafts and copies of the first release go on too', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const { id: correction, itemIds } = await backend.openCorrection(1);
  const { data, sha256, type } = await makePhoto(71);
  const photo = { sha256, type, bytes: new Uint8Array(data).buffer };
  await leave(FIRST_KINDS({ account: tab.currentAccount(), task: deptTaskId, points: pointIds, photo, correction, item: itemIds[0]! }));
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect((await tab.openOutbox(tab.currentAccount())).entries()).toEqual([]);
  expect((await backend.answers(deptTaskId)).get(pointIds[0]!)?.photos).toEqual([sha256]);
  expect((await backend.server.call('queryTaskCheckPointInfo', { params: { id: deptTaskId } }, { as: 'staff02' })).message.status).toBe('completed');
  const store = await tab.openCorrection({ id: correction, deptTaskId, taskName: '一月自查' });
  expect(store.get(itemIds[0]!)).toMatchObject({ saveState: 'delivered', value: { measures: '已补登记' } });
  const { readDraft } = await import('@/offline/forms/form-drafts.ts');
  expect((await readDraft('reason:1'))?.data).toBe('与上级检查重复');
  const { readKeptCopy } = await tab.load.copies();
  expect(await readKeptCopy('task', deptTaskId)).toMatchObject({ taskName: '一月自查' });
});

test('lesson 19: rows of a later release are neither read nor sent, and stay as they are', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(3);
  const later = FIRST_SHAPES(tab.currentAccount(), deptTaskId, pointIds).map(([key, row]) => [key, { ...(row as object), v: ROW_VERSION + 1 }] as [string, unknown]);
  await leave(later);
  const store = await tab.openAnswers(deptTaskId);
  expect(store.get(pointIds[0]!)).toBeUndefined();
  expect(await tab.send()).toEqual({ type: 'idle' });
  expect((await backend.answers(deptTaskId)).size).toBe(0);
  const { disk } = tab.accountRows(tab.currentAccount());
  const kept = await disk.read((rows) => rows.keys(''));
  expect(kept).toEqual(expect.arrayContaining(later.map(([key]) => key)));
  expect(await disk.read((rows) => rows.list(ENTRY_PREFIX))).toEqual([]);
  expect([answerKey(deptTaskId, pointIds[0]!), entryKey('019b8d00-0000-7000-8000-000000000001')].every((key) => kept.includes(key))).toBe(true);
});
