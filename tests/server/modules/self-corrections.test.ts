import { readSheet } from 'read-excel-file/node';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#contract/calendar.ts';
import { correctionStatusOf, isCorrectionOverdueAt } from '#contract/correction-status.ts';
import type { CorrectionEntry } from '#contract/self-correction.ts';
import {
  confirm,
  correctAll,
  correctionEntry,
  openCorrection,
  type OpenedCorrection,
  readCorrection,
  returnItem,
  saveCorrection,
  saveCorrections,
} from '../support/correction-fixture.ts';
import { depts, employees } from '../support/fixture.ts';
import { makePhoto, uploaded } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, issueToInternal, readDetail, somePointIds, submit } from '../support/task-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let pointIds: string[];
beforeAll(async () => {
  server = await startTestServer();
  pointIds = await somePointIds(server, 3);
});
beforeEach(() => server.clock.set('2026-06-15T02:00:00.000Z'));
afterAll(() => server.stop());

const open = (fields: Partial<Parameters<typeof openCorrection>[1]> = {}) => openCorrection(server, { pointIds, ...fields });
const first = ({ itemIds }: OpenedCorrection): string => itemIds[0] ?? '';
const itemOf = async (correction: OpenedCorrection, itemId = first(correction)) =>
  (await readCorrection(server, correction.id)).items.find((item) => item.itemId === itemId)!;
const historyOf = async (id: string) => expectSuccess(await server.call('selfCorrectDetail', { params: { id } }, { as: 'staff01' })).history;
const audit = (action: string) => server.context.db.selectFrom('audit_record').selectAll().where('action', '=', action).orderBy('id').execute();

describe('a self-correction', () => {
  test('tells what was found, and on what ground', async () => {
    const correction = await open({ correctDays: 11 });
    const detail = await readCorrection(server, correction.id);
    expect(detail).toMatchObject({
      status: 'open',
      isOverdue: false,
      deptName: '内科',
      taskName: '六月日常自查',
      dueDate: '2026-06-26',
      itemCount: 3,
      correctedCount: 0,
      returnedCount: 0,
      version: 0,
    });
    expect(detail.items.map((item) => item.seq)).toEqual([1, 2, 3]);
    expect(detail.items[0]).toMatchObject({
      pointId: pointIds[0],
      problem: '不符合要求',
      foundByName: '张内一',
      measures: '',
      responsible: '',
      correctedAt: null,
      revision: 0,
      savedByName: null,
      returnReason: null,
    });
    expect(detail.items[0]?.content).not.toBe('');
    expect(detail.items[0]?.basis.law).not.toBe('');
  });

  test('is 已整改 when its last item is, and its department task 已完成', async () => {
    const correction = await open();
    const [one, two, three] = correction.itemIds as [string, string, string];
    expect(await saveCorrections(server, correction.id, [one, two].map((itemId) => correctionEntry(server, itemId)))).toMatchObject({
      status: 'open',
      correctedCount: 2,
    });
    expect((await readDetail(server, correction.deptTaskId)).status).toBe('submitted');
    // What is written without the mark is kept, and does not count.
    await saveCorrection(server, correction.id, correctionEntry(server, three, { correctedAt: null }));
    expect(await readCorrection(server, correction.id)).toMatchObject({ status: 'open', correctedCount: 2, correctedAt: null });
    server.clock.advance(60_000);
    const at = server.clock.now().toISOString();
    expect(await saveCorrections(server, correction.id, [correctionEntry(server, three, { baseRevision: 1 })])).toMatchObject({ status: 'corrected', correctedCount: 3 });
    expect(await readCorrection(server, correction.id)).toMatchObject({ status: 'corrected', correctedAt: at, isLate: false });
    expect((await readDetail(server, correction.deptTaskId)).status).toBe('completed');
  });

  test('is open again when a mark is taken back', async () => {
    const correction = await open();
    await correctAll(server, correction);
    await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { correctedAt: null, baseRevision: 1 }));
    expect(await readCorrection(server, correction.id)).toMatchObject({ status: 'open', correctedCount: 2, correctedAt: null });
    expect((await readDetail(server, correction.deptTaskId)).status).toBe('submitted');
  });

  test('keeps the first mark when a word is mended afterwards, also past the due date', async () => {
    const correction = await open({ correctDays: 1 });
    await correctAll(server, correction);
    const marked = server.clock.now().toISOString();
    server.clock.advance(5 * DAY_MS);
    await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { measures: '已更换、已登记', baseRevision: 1 }));
    expect(await readCorrection(server, correction.id)).toMatchObject({ correctedAt: marked, isLate: false });
    expect(await itemOf(correction)).toMatchObject({ measures: '已更换、已登记', correctedAt: marked, revision: 2 });
  });

  test('believes the time of a phone that was offline, and not one that cannot be', async () => {
    const correction = await open({ correctDays: 1 });
    const [one, two, three] = correction.itemIds as [string, string, string];
    const inTime = new Date(server.clock.now().getTime() + 60_000).toISOString();
    server.clock.advance(4 * DAY_MS);
    const arrival = server.clock.now().toISOString();
    await saveCorrections(server, correction.id, [
      correctionEntry(server, one, { correctedAt: inTime }),
      correctionEntry(server, two, { correctedAt: '2026-06-14T00:00:00.000Z' }),
      correctionEntry(server, three, { correctedAt: '2026-12-01T00:00:00.000Z' }),
    ]);
    const { items, isLate } = await readCorrection(server, correction.id);
    expect(items.map((item) => item.correctedAt)).toEqual([inTime, arrival, arrival]);
    expect(isLate).toBe(true);
  });

  test('is overdue past its due date in Shanghai while it is open', async () => {
    const correction = await open({ correctDays: 1 });
    server.clock.set('2026-06-16T15:59:59.000Z');
    expect((await readCorrection(server, correction.id)).isOverdue).toBe(false);
    server.clock.set('2026-06-16T16:00:00.000Z');
    expect((await readCorrection(server, correction.id)).isOverdue).toBe(true);
    await correctAll(server, correction);
    expect(await readCorrection(server, correction.id)).toMatchObject({ isOverdue: false, isLate: true });
  });

  test('marks what failed in the inspection before as 屡查屡犯, and only that', async () => {
    const own = (await somePointIds(server, 12)).slice(10);
    const [always, once] = own as [string, string];
    const inspect = async (taskName: string, unqualified: string[]) => {
      const { deptTaskId } = await issueToInternal(server, { pointIds: own, taskName });
      await answerAll(server, deptTaskId, own, unqualified);
      expectSuccess(await submit(server, deptTaskId));
      server.clock.advance(60_000);
      return server.context.db.selectFrom('self_correction').select('id').where('dept_task_id', '=', deptTaskId).executeTakeFirst();
    };
    const before = await inspect('五月自查', [always]);
    const now = await inspect('六月自查', [always, once]);
    expect((await readCorrection(server, before?.id ?? '')).items.map((item) => item.lastFailure)).toEqual([null]);
    const detail = await readCorrection(server, now?.id ?? '');
    expect(detail.repeatedCount).toBe(1);
    expect(Object.fromEntries(detail.items.map((item) => [item.pointId, item.lastFailure]))).toEqual({
      [always]: { taskName: '五月自查', remark: '不符合要求', answeredAt: expect.any(String) },
      [once]: null,
    });
    // Good in between: a new failure is no repetition.
    await inspect('七月自查', []);
    const later = await inspect('八月自查', [always]);
    expect(await readCorrection(server, later?.id ?? '')).toMatchObject({ repeatedCount: 0, items: [{ lastFailure: null }] });
  });

  test('does not take what was found in a task that is cancelled since for an inspection', async () => {
    const pointIds = (await somePointIds(server, 14)).slice(12);
    const find = async (taskName: string) => {
      const { taskId, deptTaskId } = await issueToInternal(server, { pointIds, taskName, deptIds: [depts.internal.id, depts.surgery.id] });
      await answerAll(server, deptTaskId, pointIds, pointIds);
      expectSuccess(await submit(server, deptTaskId));
      server.clock.advance(60_000);
      const opened = await server.context.db.selectFrom('self_correction').select('id').where('dept_task_id', '=', deptTaskId).executeTakeFirstOrThrow();
      return { taskId, deptTaskId, ...opened };
    };
    const before = await find('误发的自查');
    expectSuccess(await server.call('cancelTask', { body: { id: before.taskId, reason: '误发' } }, { as: 'admin01' }));
    const now = await find('重新下发的自查');
    expect(await readCorrection(server, now.id)).toMatchObject({ repeatedCount: 0, items: [{ lastFailure: null }, { lastFailure: null }] });
    const { message } = await server.call('queryTaskCheckPointInfo', { params: { id: now.deptTaskId } }, { as: 'staff01' });
    expect(message.points.map((point) => point.lastAnswer)).toEqual([null, null]);
    expect((await readCorrection(server, before.id)).items, 'it stays readable').toHaveLength(2);
  });
});

describe('saving', () => {
  test('merges different items without a word, and raises the revision of each', async () => {
    const correction = await open();
    const [one, two] = correction.itemIds as [string, string];
    expect(await saveCorrection(server, correction.id, correctionEntry(server, one))).toMatchObject({ outcome: 'saved', revision: 1 });
    expect(await saveCorrection(server, correction.id, correctionEntry(server, two), 'staff02')).toMatchObject({ outcome: 'saved', revision: 1 });
    expect(await saveCorrection(server, correction.id, correctionEntry(server, one, { measures: '已报废', baseRevision: 1 }), 'staff02')).toMatchObject({ revision: 2 });
    expect(await itemOf(correction, one)).toMatchObject({ measures: '已报废', savedByName: '李内二', revision: 2 });
  });

  test('answers a conflict with the value that holds, and keeps both', async () => {
    const correction = await open();
    const entry = correctionEntry(server, first(correction), { measures: '乙的' });
    await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { measures: '甲的' }));
    const conflict = { outcome: 'conflict', current: { itemId: first(correction), measures: '甲的', savedByName: '张内一', revision: 1 } };
    expect(await saveCorrection(server, correction.id, entry, 'staff02')).toMatchObject(conflict);
    expect(await saveCorrection(server, correction.id, entry, 'staff02')).toMatchObject(conflict);
    expect((await itemOf(correction)).measures).toBe('甲的');
    expect((await historyOf(correction.id)).map(({ measures, isConflict }) => [measures, isConflict]).toSorted()).toEqual([
      ['乙的', true],
      ['甲的', false],
    ]);
  });

  test('is no conflict when both wrote the same', async () => {
    const correction = await open();
    await saveCorrection(server, correction.id, correctionEntry(server, first(correction)));
    server.clock.advance(5000);
    expect(await saveCorrection(server, correction.id, correctionEntry(server, first(correction)), 'staff02')).toMatchObject({ outcome: 'saved', revision: 1 });
  });

  test('stores a repeated entry once, also when both tries come at the same time', async () => {
    const correction = await open();
    const entry = correctionEntry(server, first(correction));
    const outcomes = await Promise.all([1, 2, 3].map(() => saveCorrection(server, correction.id, entry)));
    expect(outcomes.map(({ outcome, revision }) => [outcome, revision])).toEqual([1, 2, 3].map(() => ['saved', 1]));
    expect(await historyOf(correction.id)).toHaveLength(1);
    expect((await readCorrection(server, correction.id)).correctedCount).toBe(1);
  });

  test('does not take a repeated entry that says something else for what it has', async () => {
    const correction = await open();
    const entry = correctionEntry(server, first(correction), { measures: '旧措施' });
    await saveCorrection(server, correction.id, entry);
    const changed = { ...entry, measures: '新措施' };
    expect(await saveCorrection(server, correction.id, changed)).toMatchObject({ outcome: 'conflict', current: { measures: '旧措施', revision: 1 } });
    expect(await saveCorrection(server, correction.id, { ...changed, id: uuidv7(), baseRevision: 1 })).toMatchObject({ outcome: 'saved', revision: 2 });
    expect(await historyOf(correction.id)).toHaveLength(2);
  });

  test('refuses an entry whose id was used for something else', async () => {
    const [one, other] = [await open(), await open()];
    const entry = correctionEntry(server, first(one));
    await saveCorrection(server, one.id, entry);
    const used = { outcome: 'rejected', reason: '编号已被使用' };
    expect(await saveCorrection(server, other.id, { ...entry, itemId: first(other) })).toMatchObject(used);
    expect(await saveCorrection(server, one.id, { ...entry, itemId: one.itemIds[1] ?? '' })).toMatchObject(used);
    expect(await saveCorrection(server, one.id, entry, 'staff02')).toMatchObject(used);
  });

  test('refuses the items of another, and stores the others of the request', async () => {
    const [one, other] = [await open(), await open()];
    const { outcomes } = await saveCorrections(server, one.id, [correctionEntry(server, first(other)), correctionEntry(server, first(one))]);
    expect(outcomes).toMatchObject([{ outcome: 'rejected', reason: '整改项不在本自纠中' }, { outcome: 'saved' }]);
  });

  test('waits for the photos of an item', async () => {
    const correction = await open();
    const photo = await makePhoto(4001);
    const entry = correctionEntry(server, first(correction), { photosAfter: [photo.sha256] });
    expect(await saveCorrection(server, correction.id, entry)).toMatchObject({ outcome: 'photosMissing', missingPhotos: [photo.sha256] });
    expect(await historyOf(correction.id)).toEqual([]);
    await uploaded(server, photo);
    expect(await saveCorrection(server, correction.id, entry)).toMatchObject({ outcome: 'saved' });
    expect((await itemOf(correction)).photosAfter).toEqual([photo.sha256]);
  });

  test.each<[string, Partial<CorrectionEntry>, string, string]>([
    ['without measures', { measures: '  ' }, 'entries.0.measures', '标记已整改前必须填写整改措施'],
    ['without a responsible person', { responsible: '' }, 'entries.0.responsible', '标记已整改前必须填写责任人'],
    ['with measures that are too long', { measures: '长'.repeat(501) }, 'entries.0.measures', '最多 500 个字符'],
  ])('refuses the mark %s', async (_, fields, field, message) => {
    const correction = await open();
    const entries = [correctionEntry(server, first(correction), fields)];
    const answer = await server.call('saveCompanySelfCorrectInfo', { body: { id: correction.id, entries } }, { as: 'staff01' });
    expect(answer).toMatchObject({ code: 4022, details: [{ field, message }] });
  });

  test('is the own department’s: an administrator of another may read only', async () => {
    const correction = await open();
    const body = { id: correction.id, entries: [correctionEntry(server, first(correction))] };
    expect(await server.call('saveCompanySelfCorrectInfo', { body }, { as: 'admin01' })).toMatchObject({ status: 403, code: 4003 });
    expect(await server.call('saveCompanySelfCorrectInfo', { body }, { as: 'staff03' })).toMatchObject({ status: 404, message: '记录不存在' });
    expect((await readCorrection(server, correction.id, 'admin01')).id).toBe(correction.id);
  });

  test('is written into the audit record', async () => {
    const correction = await open();
    await saveCorrection(server, correction.id, correctionEntry(server, first(correction)));
    expect((await audit('selfCorrection.save')).at(-1)).toMatchObject({
      account: 'staff01',
      object_id: correction.id,
      summary: '保存自纠整改 1 项，已整改 1/3：六月日常自查',
    });
  });

  test('ends with the task’s cancellation, in words', async () => {
    const correction = await open({ alsoTo: depts.nursing.id });
    expectSuccess(await server.call('cancelTask', { body: { id: correction.taskId, reason: '合并开展' } }, { as: 'admin01' }));
    expect(await saveCorrection(server, correction.id, correctionEntry(server, first(correction)))).toMatchObject({ outcome: 'rejected', reason: '任务已取消（合并开展）' });
    expect(await readCorrection(server, correction.id)).toMatchObject({ status: 'cancelled', cancelReason: '合并开展' });
  });

  test('and a return of the inspection do not pass each other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const correction = await open();
      const entries = [correctionEntry(server, first(correction))];
      const [saved, returned] = await Promise.all([
        server.call('saveCompanySelfCorrectInfo', { body: { id: correction.id, entries } }, { as: 'staff01' }),
        server.call('returnSubmission', { body: { deptTaskId: correction.deptTaskId, reason: '请补充' } }, { as: 'admin01' }),
      ]);
      const isSaved = saved.code === 1000;
      expect(returned.code).toBe(isSaved ? 4009 : 1000);
      expect(isSaved || saved.code === 4004).toBe(true);
    }
  });
});

describe('a return of items', () => {
  test('is answered with something new only, and tells so', async () => {
    const correction = await open();
    await correctAll(server, correction);
    expectSuccess(await returnItem(server, correction.id, first(correction)));
    const { revision } = await itemOf(correction);
    server.clock.advance(1000);
    const same = correctionEntry(server, first(correction), { baseRevision: revision });
    const refused = { outcome: 'rejected', reason: '退回后没有修改，请先修改整改措施、责任人或照片，再标记已整改' };
    expect(await saveCorrection(server, correction.id, same)).toMatchObject(refused);
    // Again under the same id, as a phone does that did not hear the answer.
    expect(await saveCorrection(server, correction.id, same)).toMatchObject(refused);
    expect(await itemOf(correction)).toMatchObject({ correctedAt: null, revision });
    // What is not marked may be as it was: somebody has begun.
    expect(await saveCorrection(server, correction.id, { ...same, id: uuidv7(), measures: '已更换、登记并培训' })).toMatchObject({ outcome: 'saved' });
    expect((await itemOf(correction)).correctedAt).not.toBeNull();
  });

  test('opens exactly those again, with the reason, and stays readable', async () => {
    const correction = await open();
    await correctAll(server, correction);
    server.clock.advance(60_000);
    expectSuccess(await returnItem(server, correction.id, first(correction), '请补充整改后的照片'));
    const detail = await readCorrection(server, correction.id);
    expect(detail).toMatchObject({ status: 'open', correctedCount: 2, returnedCount: 1, correctedAt: null });
    expect(detail.items.map(({ correctedAt, returnReason, revision }) => [correctedAt !== null, returnReason, revision])).toEqual([
      [false, '请补充整改后的照片', 2],
      [true, null, 1],
      [true, null, 1],
    ]);
    // What the department wrote is still there.
    expect(detail.items[0]).toMatchObject({ measures: '已更换并登记', responsible: '张主任', savedByName: '管理员甲' });
    expect((await readDetail(server, correction.deptTaskId)).status).toBe('submitted');
    expect((await historyOf(correction.id))[0]).toMatchObject({ returnReason: '请补充整改后的照片', savedByName: '管理员甲', revision: 2 });
  });

  test('keeps its reason when the item is corrected again', async () => {
    const correction = await open();
    await correctAll(server, correction);
    await returnItem(server, correction.id, first(correction));
    server.clock.advance(60_000);
    await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { measures: '已补照片', baseRevision: 2 }));
    expect(await readCorrection(server, correction.id)).toMatchObject({
      status: 'corrected',
      returnedCount: 0,
      correctedAt: server.clock.now().toISOString(),
      items: [{ returnReason: '请补充整改后的照片', revision: 3 }, {}, {}],
    });
  });

  test('is a conflict for a phone that did not know of it', async () => {
    const correction = await open();
    await correctAll(server, correction);
    await returnItem(server, correction.id, first(correction));
    const outcome = await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { measures: '离线改', baseRevision: 1 }));
    expect(outcome).toMatchObject({ outcome: 'conflict', current: { returnReason: '请补充整改后的照片', correctedAt: null, revision: 2 } });
  });

  test('gives a day until which it is due, so that what was corrected in time is not late for being looked at after it', async () => {
    const correction = await open({ correctDays: 5 });
    await correctAll(server, correction);
    server.clock.set('2026-06-23T02:00:00.000Z');
    const record = expectSuccess(await server.call('queryCompDeptSelfCorrectById', { params: { id: correction.id } }, { as: 'admin01' }));
    expect(record).toMatchObject({ dueDate: '2026-06-20', correctDays: 5, isLate: false });
    const sent = { id: correction.id, items: [{ itemId: first(correction), reason: '请补充' }] };
    const giveBack = (dueDate: string) => server.call('returnSelfCorrectItems', { body: { ...sent, dueDate } }, { as: 'admin01' });
    for (const [dueDate, message] of [['2026-06-22', '整改期限不能早于今天'], ['2027-06-24', '整改期限不能晚于 365 天后']] as const) {
      expect(await giveBack(dueDate)).toMatchObject({ code: 4022, details: [{ field: 'dueDate', message }] });
    }
    expectSuccess(await giveBack('2026-06-30'));
    expect(await readCorrection(server, correction.id)).toMatchObject({ status: 'open', isOverdue: false, dueDate: '2026-06-30' });
    expect((await historyOf(correction.id)).map(({ dueDate }) => dueDate)).toEqual(['2026-06-30', null, null, null]);
    expect((await audit('selfCorrection.return')).at(-1)?.summary).toContain('整改期限 2026-06-30');
    await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { measures: '已重新整改', baseRevision: 2 }));
    expect(await readCorrection(server, correction.id)).toMatchObject({ status: 'corrected', isLate: false });
  });

  describe('moves the due date of its items alone', () => {
    const giveBack = async (id: string, itemId: string, dueDate: string) =>
      expectSuccess(await server.call('returnSelfCorrectItems', { body: { id, dueDate, items: [{ itemId, reason: '请补充' }] } }, { as: 'admin01' }));
    const listed = async (query: Record<string, string>) =>
      expectSuccess(await server.call('queryCompanySelfCorrectList', { query: { pageSize: 100, ...query } as never }, { as: 'staff01' })).records.map(({ id }) => id);
    const ledger = async (taskName: string) => {
      const answer = await server.call('exportCompDeptSelfCorrect', { query: { taskName } as never }, { as: 'admin01' });
      const [header = [], ...rows] = await readSheet(answer.body, '整改台账');
      return rows.map((row) => ['整改期限', '逾期'].map((title) => row[header.indexOf(title)] ?? ''));
    };

    test('given longer, what was corrected late stays so, in the list and in the ledger', async () => {
      const correction = await open({ correctDays: 5, taskName: '延期的' });
      const [one, two, three] = correction.itemIds as [string, string, string];
      await saveCorrection(server, correction.id, correctionEntry(server, three));
      server.clock.set('2026-06-22T02:00:00.000Z');
      await saveCorrections(server, correction.id, [one, two].map((itemId) => correctionEntry(server, itemId)));
      await giveBack(correction.id, three, '2026-06-30');
      expect(await readCorrection(server, correction.id)).toMatchObject({ status: 'open', isOverdue: false, dueDate: '2026-06-30', items: [{ dueDate: '2026-06-20' }, { dueDate: '2026-06-20' }, { dueDate: null }] });
      await saveCorrection(server, correction.id, correctionEntry(server, three, { measures: '已重新整改', baseRevision: 2 }));
      expect(await readCorrection(server, correction.id)).toMatchObject({ status: 'corrected', isLate: true, dueDate: '2026-06-30' });
      expect(await ledger('延期的')).toEqual([['2026-06-20', '逾期整改'], ['2026-06-20', '逾期整改'], ['2026-06-30', '']]);
    });

    test('given less, the others keep what they were promised, and the whole goes back to it', async () => {
      const correction = await open({ correctDays: 30, taskName: '提前的' });
      const [one, two, three] = correction.itemIds as [string, string, string];
      await saveCorrection(server, correction.id, correctionEntry(server, one));
      await giveBack(correction.id, one, '2026-06-17');
      expect(await readCorrection(server, correction.id)).toMatchObject({ dueDate: '2026-06-17', items: [{ dueDate: null }, { dueDate: '2026-07-15' }, { dueDate: '2026-07-15' }] });
      server.clock.set('2026-06-18T02:00:00.000Z');
      expect((await readCorrection(server, correction.id)).isOverdue).toBe(true);
      expect(await listed({ status: 'overdue' })).toContain(correction.id);
      expect(await ledger('提前的')).toEqual([['2026-06-17', '已逾期'], ['2026-07-15', ''], ['2026-07-15', '']]);

      await saveCorrection(server, correction.id, correctionEntry(server, one, { measures: '已重新整改', baseRevision: 2 }));
      expect(await readCorrection(server, correction.id)).toMatchObject({ status: 'open', isOverdue: false, dueDate: '2026-07-15', items: [{ dueDate: '2026-06-17' }, { dueDate: null }, { dueDate: null }] });
      expect(await listed({ status: 'overdue' })).not.toContain(correction.id);
      await saveCorrections(server, correction.id, [two, three].map((itemId) => correctionEntry(server, itemId)));
      expect(await readCorrection(server, correction.id)).toMatchObject({ status: 'corrected', isLate: true, dueDate: '2026-07-15' });
      // A mark that is taken back is due when it was before.
      await saveCorrection(server, correction.id, correctionEntry(server, one, { correctedAt: null, baseRevision: 3 }));
      expect(await readCorrection(server, correction.id)).toMatchObject({ isOverdue: true, isLate: false, dueDate: '2026-06-17' });
    });

    test('while what an earlier release wrote has that of the whole', async () => {
      const correction = await open({ correctDays: 5 });
      const { db } = server.context;
      expect(await db.selectFrom('self_correction_item').select('due_date').where('self_correction_id', '=', correction.id).distinct().execute()).toEqual([{ due_date: null }]);
      server.clock.set('2026-06-22T02:00:00.000Z');
      await correctAll(server, correction);
      expect(await readCorrection(server, correction.id)).toMatchObject({ isLate: true, dueDate: '2026-06-20' });
      await db.updateTable('self_correction').set({ due_date: '2026-06-30' }).where('id', '=', correction.id).execute();
      expect(await readCorrection(server, correction.id)).toMatchObject({ isLate: false, dueDate: '2026-06-30' });
    });

    test('and goes by the day in Shanghai', async () => {
      const correction = await open({ correctDays: 20 });
      await correctAll(server, correction);
      await giveBack(correction.id, first(correction), '2026-06-17');
      server.clock.set('2026-06-17T15:59:59.999Z');
      await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { measures: '已重新整改', baseRevision: 2 }));
      expect(await readCorrection(server, correction.id)).toMatchObject({ isLate: false });
      await giveBack(correction.id, first(correction), '2026-06-17');
      server.clock.advance(1);
      await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { baseRevision: 4 }));
      expect(await readCorrection(server, correction.id)).toMatchObject({ isLate: true });
    });
  });

  test('is refused for what is not corrected, twice the same, or of another', async () => {
    const correction = await open();
    expect(await returnItem(server, correction.id, first(correction))).toMatchObject({ code: 4009, message: '第 1 项尚未整改，不能退回' });
    await correctAll(server, correction);
    expect(await returnItem(server, correction.id, uuidv7())).toMatchObject({ code: 4022, details: [{ field: 'items.0.itemId' }] });
    const item = { itemId: first(correction), reason: '请补充' };
    expect(await server.call('returnSelfCorrectItems', { body: { id: correction.id, dueDate: '2026-07-01', items: [item, item] } }, { as: 'admin01' })).toMatchObject({
      code: 4022,
      details: [{ field: 'items.1.itemId', message: '同一整改项不能退回两次' }],
    });
    expect(await server.call('returnSelfCorrectItems', { body: { id: correction.id, dueDate: '2026-07-01', items: [{ ...item, reason: ' ' }] } }, { as: 'admin01' })).toMatchObject({ code: 4022 });
    expect((await readCorrection(server, correction.id)).correctedCount).toBe(3);
  });

  test('is refused for what changed since the page showed it', async () => {
    const correction = await open();
    await saveCorrection(server, correction.id, correctionEntry(server, first(correction)));
    const giveBackSeen = (revision: number) => {
      const items = [{ itemId: first(correction), reason: '照片不清', revision }];
      return server.call('returnSelfCorrectItems', { body: { id: correction.id, dueDate: '2026-07-01', items } }, { as: 'admin01' });
    };
    await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { measures: '每天两次登记', baseRevision: 1 }));
    expect(await giveBackSeen(1)).toMatchObject({ code: 4009, message: '第 1 项的整改内容已有更新，请重新查看后再退回' });
    expect(await itemOf(correction)).toMatchObject({ measures: '每天两次登记', returnReason: null, revision: 2 });
    expectSuccess(await giveBackSeen(2));
  });

  test('keeps the inspection from being returned, since there is work in it', async () => {
    const correction = await open();
    await correctAll(server, correction);
    for (const itemId of correction.itemIds) expectSuccess(await returnItem(server, correction.id, itemId));
    expect(await server.call('returnSubmission', { body: { deptTaskId: correction.deptTaskId, reason: '重查' } }, { as: 'admin01' })).toMatchObject({ code: 4009 });
  });
});

describe('a confirmation', () => {
  test('is the last word', async () => {
    const correction = await open();
    await correctAll(server, correction);
    expectSuccess(await confirm(server, correction.id));
    expect(await readCorrection(server, correction.id)).toMatchObject({
      status: 'confirmed',
      confirmedAt: server.clock.now().toISOString(),
      confirmedByName: '管理员甲',
    });
    expect(await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { measures: '再改', baseRevision: 1 }))).toMatchObject({
      outcome: 'rejected',
      reason: '自纠已由 管理员甲 于 2026-06-15 10:00:00 确认',
    });
    expect(await returnItem(server, correction.id, first(correction))).toMatchObject({ code: 4009 });
    expect(await confirm(server, correction.id)).toMatchObject({ code: 4009, message: '该自纠已由 管理员甲 确认，不能确认' });
    expect((await audit('selfCorrection.confirm')).at(-1)).toMatchObject({ account: 'admin01', object_id: correction.id });
  });

  test('needs every item, and that the administrator saw how they are now', async () => {
    const correction = await open();
    expect(await confirm(server, correction.id)).toMatchObject({ code: 4009, message: '还有 3 项未整改，不能确认' });
    await correctAll(server, correction);
    const { version } = await readCorrection(server, correction.id);
    await saveCorrection(server, correction.id, correctionEntry(server, first(correction), { measures: '又改了', baseRevision: 1 }));
    expect(await server.call('confirmSelfCorrect', { body: { id: correction.id, version } }, { as: 'admin01' })).toMatchObject({
      code: 4009,
      message: '整改内容已有更新，请重新查看后再确认',
    });
    expectSuccess(await confirm(server, correction.id));
  });
});

describe('several confirmed at once', () => {
  const rowsOf = async (status: 'corrected' | 'open') =>
    expectSuccess(await server.call('queryCompDeptSelfCorrectPageList', { query: { taskName: '', status, pageNum: 1, pageSize: 100 } }, { as: 'admin01' })).records;
  const confirmAll = (corrections: { id: string; version: number }[], as: 'admin01' | 'admin91' | 'staff01' = 'admin01') =>
    server.call('confirmSelfCorrectList', { body: { corrections } }, { as });

  test('are each confirmed or refused by themselves, and on record', async () => {
    const ready = await open();
    await correctAll(server, ready);
    const notReady = await open();
    const changed = await open();
    await correctAll(server, changed);
    const rows = await rowsOf('corrected');
    const versionOf = (id: string): number => rows.find((row) => row.id === id)?.version ?? -1;
    expect(versionOf(ready.id)).toBe((await readCorrection(server, ready.id)).version);
    await saveCorrection(server, changed.id, correctionEntry(server, first(changed), { measures: '又改了', baseRevision: 1 }));
    const recorded = (await audit('selfCorrection.confirm')).length;
    const unknown = uuidv7();
    const { outcomes } = expectSuccess(
      await confirmAll([{ id: notReady.id, version: 0 }, { id: ready.id, version: versionOf(ready.id) }, { id: changed.id, version: versionOf(changed.id) }, { id: unknown, version: 0 }]),
    );
    expect(outcomes).toEqual([
      { id: notReady.id, outcome: 'refused', reason: '还有 3 项未整改，不能确认' },
      { id: ready.id, outcome: 'confirmed' },
      { id: changed.id, outcome: 'refused', reason: '整改内容已有更新，请重新查看后再确认' },
      { id: unknown, outcome: 'refused', reason: '记录不存在' },
    ]);
    expect(await readCorrection(server, ready.id)).toMatchObject({ status: 'confirmed', confirmedByName: '管理员甲' });
    expect(await readCorrection(server, changed.id)).toMatchObject({ status: 'corrected' });
    expect((await audit('selfCorrection.confirm')).slice(recorded)).toMatchObject([{ account: 'admin01', object_id: ready.id }]);
  });

  test('are those of the own company, by an administrator, and not too many', async () => {
    const mine = await open();
    await correctAll(server, mine);
    const asked = [{ id: mine.id, version: (await readCorrection(server, mine.id)).version }];
    expect(expectSuccess(await confirmAll(asked, 'admin91')).outcomes).toEqual([{ id: mine.id, outcome: 'refused', reason: '记录不存在' }]);
    expect(await confirmAll(asked, 'staff01')).toMatchObject({ code: 4003 });
    expect(await confirmAll([])).toMatchObject({ code: 4022 });
    expect(await confirmAll(Array.from({ length: 101 }, () => ({ id: uuidv7(), version: 0 })))).toMatchObject({ code: 4022 });
    expect(await readCorrection(server, mine.id)).toMatchObject({ status: 'corrected' });
  });

  test('are told in the list by what stands out', async () => {
    const photo = await uploaded(server, await makePhoto(77));
    const some = await open();
    await saveCorrections(server, some.id, some.itemIds.map((itemId, position) => correctionEntry(server, itemId, position === 0 ? { photosAfter: [photo] } : {})));
    expect((await rowsOf('corrected')).find((row) => row.id === some.id)).toMatchObject({ unprovedCount: 2, version: 3 });
  });
});

describe('the lists', () => {
  let lists: TestServer;
  beforeAll(async () => {
    lists = await startTestServer();
    const ids = await somePointIds(lists, 4);
    const openIn = (deptId: string, taskName: string, correctDays: number, as: 'staff01' | 'staff03' = 'staff01') =>
      openCorrection(lists, { pointIds: ids.slice(0, 2), deptId, taskName, correctDays, alsoTo: depts.nursing.id }, as);
    await openIn(depts.internal.id, '逾期的', 1);
    await openIn(depts.internal.id, '从容的', 20);
    await openIn(depts.internal.id, '紧的', 5);
    const returned = await openIn(depts.internal.id, '退回的', 6);
    await correctAll(lists, returned);
    expectSuccess(await returnItem(lists, returned.id, returned.itemIds[0] ?? ''));
    lists.clock.advance(60_000);
    await correctAll(lists, await openIn(depts.internal.id, '改好的', 10));
    const confirmed = await openIn(depts.internal.id, '确认的', 12);
    await correctAll(lists, confirmed);
    expectSuccess(await confirm(lists, confirmed.id));
    const cancelled = await openIn(depts.internal.id, '取消的', 3);
    expectSuccess(await lists.call('cancelTask', { body: { id: cancelled.taskId, reason: '重复' } }, { as: 'admin01' }));
    await openIn(depts.surgery.id, '外科的', 2, 'staff03');
    lists.clock.advance(3 * DAY_MS);
  });
  afterAll(() => lists.stop());

  const mine = async (query: Record<string, string> = {}, as: 'staff01' | 'staff03' | 'staff91' | 'admin01' = 'staff01') => {
    const { records, total } = expectSuccess(await lists.call('queryCompanySelfCorrectList', { query: { pageSize: 50, ...query } as never }, { as }));
    expect(total).toBe(records.length);
    return records;
  };
  const all = async (query: Record<string, string> = {}) =>
    expectSuccess(await lists.call('queryCompDeptSelfCorrectPageList', { query: { pageSize: 50, ...query } as never }, { as: 'admin01' })).records;
  const names = (rows: { taskName: string }[]) => rows.map((row) => row.taskName);

  test('show the own department’s, open ones by due date, overdue ones first, then those that wait for confirmation', async () => {
    const records = await mine();
    expect(names(records)).toEqual(['逾期的', '紧的', '退回的', '从容的', '改好的', '确认的', '取消的']);
    expect(records[0]).toMatchObject({ isOverdue: true, status: 'open' });
    expect(records[2]).toMatchObject({ returnedCount: 1, correctedCount: 1, itemCount: 2 });
    expect(names(await mine({}, 'staff03'))).toEqual(['外科的']);
    expect(await mine({}, 'staff91')).toEqual([]);
    expect(await mine({}, 'admin01')).toEqual([]);
  });

  test.each([
    ['open', ['逾期的', '紧的', '退回的', '从容的']],
    ['overdue', ['逾期的']],
    ['done', ['改好的', '确认的']],
    ['corrected', ['改好的']],
    ['confirmed', ['确认的']],
    ['cancelled', ['取消的']],
  ])('filter by %s as the rules of the contract say', async (status, expected) => {
    const records = await mine({ status });
    expect(names(records)).toEqual(expected);
    for (const row of records) {
      const derived = correctionStatusOf({ isCancelled: status === 'cancelled', correctedAt: row.correctedAt, confirmedAt: row.confirmedAt });
      expect(row.status).toBe(derived);
      expect(row.isOverdue).toBe(isCorrectionOverdueAt(row, lists.clock.now()));
    }
  });

  test('filter by name, page by page', async () => {
    expect(names(await mine({ taskName: '的' }))).toHaveLength(7);
    expect(names(await mine({ taskName: '从容' }))).toEqual(['从容的']);
    expect(await mine({ taskName: '%' })).toEqual([]);
    const second = expectSuccess(await lists.call('queryCompanySelfCorrectList', { query: { pageNum: 2, pageSize: 3 } }, { as: 'staff01' }));
    expect(second).toMatchObject({ total: 7, pageNum: 2, pageSize: 3 });
    expect(names(second.records)).toEqual(['从容的', '改好的', '确认的']);
  });

  test('show the administrator those of all departments', async () => {
    expect(names(await all({ status: 'open' }))).toEqual(['逾期的', '外科的', '紧的', '退回的', '从容的']);
    expect(names(await all({ deptId: depts.surgery.id }))).toEqual(['外科的']);
    const due = addDays('2026-06-15', 5);
    expect(names(await all({ startDate: due, endDate: due }))).toEqual(['紧的']);
    expect(names(await all({ startDate: addDays(due, 15) }))).toEqual(['从容的']);
  });

  test('are exported as a ledger with a row for each item, by the same filter and in the same order, and the export is recorded', async () => {
    const ledger = async (query: Record<string, string>, as: 'admin01' | 'admin91' = 'admin01') => {
      const answer = await lists.call('exportCompDeptSelfCorrect', { query: query as never }, { as });
      const [header = [], ...rows] = await readSheet(answer.body, '整改台账');
      return { fileName: answer.headers['content-disposition'], rows: rows.map((row) => Object.fromEntries(header.map((title, index) => [title, row[index] ?? '']))) };
    };
    const { fileName, rows } = await ledger({});
    expect(fileName).toContain(encodeURIComponent('整改台账_2026-06-18.xlsx'));
    const facts = rows.map((row) => [row['任务'], row['科室'], row['状态'], row['逾期'], row['退回原因'], row['确认人']]);
    expect(facts).toEqual([
      ...Array.from({ length: 2 }, () => ['逾期的', '内科', '待整改', '已逾期', '', '']),
      ...Array.from({ length: 2 }, () => ['外科的', '外科', '待整改', '已逾期', '', '']),
      ...Array.from({ length: 2 }, () => ['紧的', '内科', '待整改', '', '', '']),
      ['退回的', '内科', '已退回', '', '请补充整改后的照片', ''],
      ['退回的', '内科', '已整改', '', '', ''],
      ...Array.from({ length: 2 }, () => ['从容的', '内科', '待整改', '', '', '']),
      ...Array.from({ length: 2 }, () => ['改好的', '内科', '待确认', '', '', '']),
      ...Array.from({ length: 2 }, () => ['确认的', '内科', '已确认', '', '', '管理员甲']),
      ...Array.from({ length: 2 }, () => ['取消的', '内科', '已取消', '', '', '']),
    ]);
    const orders: Record<string, string>[] = [{}, { sortBy: 'dueDate', sortOrder: 'desc' }, { sortBy: 'itemCount' }];
    for (const order of orders) {
      const listed = (await all(order)).flatMap(({ taskName, itemCount }) => Array.from({ length: itemCount }, () => taskName));
      expect((await ledger(order)).rows.map((row) => row['任务'])).toEqual(listed);
    }
    const [corrected] = rows.filter((row) => row['任务'] === '改好的');
    const detail = await readCorrection(lists, (await all({ taskName: '改好的' }))[0]?.id ?? '', 'staff01');
    expect(corrected).toMatchObject({
      检查要点: detail.items[0]?.content,
      存在问题: detail.items[0]?.problem,
      屡查屡犯: '是',
      整改期限: '2026-06-25',
      整改措施: '已更换并登记',
      责任人: '张主任',
      整改时间: '2026-06-15 10:01:00',
    });

    expect((await ledger({ status: 'corrected' })).rows.map((row) => row['任务'])).toEqual(['改好的', '改好的']);
    expect((await ledger({ deptId: depts.surgery.id })).rows).toHaveLength(2);
    expect((await ledger({ taskName: '没有的' })).rows).toEqual([]);
    expect((await ledger({}, 'admin91')).rows).toEqual([]);
    const records = await lists.context.db.selectFrom('audit_record').select(['account', 'summary']).where('action', '=', 'selfCorrection.export').orderBy('at').orderBy('id').execute();
    expect(records[0]).toEqual({ account: 'admin01', summary: '导出整改台账：16 项' });
  });

  test('give an administrator the whole record with its history', async () => {
    const [row] = await all({ taskName: '退回的' });
    const record = expectSuccess(await lists.call('queryCompDeptSelfCorrectById', { params: { id: row?.id ?? '' } }, { as: 'admin01' }));
    expect(record.history.map((entry) => entry.returnReason !== null).filter(Boolean)).toHaveLength(1);
    expect(record.history).toHaveLength(3);
    expect(record.items[0]).toMatchObject({ savedByName: employees.admin01.employeeName });
  });
});
