import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEntry } from '#contract/answer.ts';
import { CLEARED } from '#contract/result.ts';
import { confirm, correctAll, correctionEntry, openCorrection, readCorrection, saveCorrection } from '../support/correction-fixture.ts';
import { testDialect, whileAnotherWrites } from '../support/database.ts';
import { readRows } from '../support/database-rows.ts';
import { employees } from '../support/fixture.ts';
import { makePhoto, uploaded } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, issueToInternal, newEntry, readDetail, saveOne, somePointIds, submit } from '../support/task-fixture.ts';

let server: TestServer;
let points: string[];
beforeAll(async () => {
  server = await startTestServer();
  points = await somePointIds(server, 3);
  for (const account of ['admin01', 'staff01', 'staff02', 'staff03'] as const) await server.signIn(account);
});
afterAll(() => server.stop());

type Author = 'staff01' | 'staff02' | 'staff03' | 'staff91';
const issue = () => issueToInternal(server, { pointIds: points });
const bring = (deptTaskId: string, entries: AnswerEntry[], { author = 'staff01' as Author, isDryRun = false } = {}) =>
  server.call('importAnswers', { body: { employeeId: employees[author].id, deptTaskId, isDryRun, entries } }, { as: 'admin01' });
const brought = async (...sent: Parameters<typeof bring>) => expectSuccess(await bring(...sent)).outcomes;
const bringSubmission = async (deptTaskId: string, id: string, author: Author = 'staff01', isDryRun = false) => {
  const body = { id, employeeId: employees[author].id, deptTaskId, isDryRun, submittedAt: server.clock.now().toISOString() };
  return expectSuccess(await server.call('importSubmission', { body }, { as: 'admin01' })).outcomes[0];
};
const late = async (taskId: string) => expectSuccess(await server.call('queryLateWorkPage', { query: { taskId, pageSize: 100 } }, { as: 'admin01' })).records;
const historyOf = async (deptTaskId: string) =>
  expectSuccess(await server.call('queryMyTaskAnswerCheckPoint', { query: { deptTaskId } }, { as: 'staff02' })).history;
const answerOf = async (deptTaskId: string, pointId: string) => (await readDetail(server, deptTaskId)).points.find((point) => point.pointId === pointId)?.answer;
const newRecords = async (work: () => Promise<unknown>) => {
  const read = () => server.context.db.selectFrom('audit_record').selectAll().orderBy('at').orderBy('id').execute();
  const before = new Set((await read()).map((row) => row.id));
  await work();
  return (await read()).filter((row) => !before.has(row.id));
};

describe('answers from a ZIP', () => {
  it('hold under the name and the time of whoever entered them, and history and audit say who brought them', async () => {
    const { deptTaskId } = await issue();
    const photo = await uploaded(server, await makePhoto(31), 'admin01');
    const entry = newEntry(server, points[0]!, { result: 'unqualified', remark: '锐器盒已满', photos: [photo] });
    server.clock.advance(60_000);
    const records = await newRecords(async () => expect(await brought(deptTaskId, [entry])).toEqual([{ id: entry.id, outcome: 'taken' }]));
    expect(records).toMatchObject([{ action: 'answer.import', account: 'admin01', object_id: deptTaskId, summary: expect.stringContaining('从导出文件导入 张内一 的自查结果 1 项') }]);
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ result: 'unqualified', answeredByName: '张内一', answeredAt: entry.answeredAt, photos: [photo] });
    expect(await historyOf(deptTaskId)).toMatchObject([{ entryId: entry.id, answeredByName: '张内一', importedByName: '管理员甲' }]);
    // Brought by an administrator of another department: the own one reads it.
    expect(await server.call('readFile', { params: { sha256: photo } }, { as: 'staff02' })).toMatchObject({ status: 200 });

    // Once in effect, whichever way it comes again.
    expect(await newRecords(async () => expect(await brought(deptTaskId, [entry])).toEqual([{ id: entry.id, outcome: 'known' }]))).toEqual([]);
    expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'saved', revision: 1 });
    expect(await historyOf(deptTaskId)).toHaveLength(1);
  });

  it('that their person cleared afterwards are not brought in, unless there is one after that', async () => {
    const { deptTaskId } = await issue();
    const cleared = (pointId: string) => newEntry(server, pointId, { result: CLEARED, remark: '' });
    const [first, again] = [newEntry(server, points[0]!), newEntry(server, points[1]!)];
    const after = newEntry(server, points[1]!, { result: 'unqualified', remark: '锐器盒已满' });
    const outcomes = await brought(deptTaskId, [first, cleared(points[0]!), again, cleared(points[1]!), after]);
    expect(outcomes.map(({ outcome, reason }) => reason ?? outcome)).toEqual(['之后又清除了结果，不导入', '清除结果不能补交', 'taken', '清除结果不能补交', 'taken']);
    expect(await answerOf(deptTaskId, points[0]!)).toBeNull();
    expect(await answerOf(deptTaskId, points[1]!)).toMatchObject({ result: 'unqualified' });
  });

  it('leave a task that was returned 已退回', async () => {
    const { deptTaskId } = await issue();
    await answerAll(server, deptTaskId, points);
    expectSuccess(await submit(server, deptTaskId));
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId, reason: '请重查' } }, { as: 'admin01' }));
    const entry = newEntry(server, points[0]!, { result: 'notApplicable', remark: '本科室没有', baseRevision: 1 });
    expect(await brought(deptTaskId, [entry])).toEqual([{ id: entry.id, outcome: 'taken' }]);
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'returned' });
  });

  it('that the phone delivered itself are known', async () => {
    const { deptTaskId } = await issue();
    const entry = newEntry(server, points[0]!);
    await saveOne(server, deptTaskId, entry);
    expect(await brought(deptTaskId, [entry])).toEqual([{ id: entry.id, outcome: 'known' }]);
    expect(await brought(deptTaskId, [entry], { author: 'staff02' })).toEqual([{ id: entry.id, outcome: 'rejected', reason: '编号已被使用' }]);
    expect(await historyOf(deptTaskId)).toMatchObject([{ importedByName: null }]);
  });

  it('tell in a dry run what would become of each, and store nothing', async () => {
    const { taskId, deptTaskId } = await issue();
    await saveOne(server, deptTaskId, newEntry(server, points[1]!, { result: 'notApplicable' }), 'staff02');
    const withPhoto = newEntry(server, points[0]!, { photos: ['c'.repeat(64)] });
    const outdated = newEntry(server, points[1]!);
    const strange = newEntry(server, uuidv7());
    const before = await readRows(server.context);
    const told = await brought(deptTaskId, [withPhoto, outdated, strange], { isDryRun: true });
    expect(await readRows(server.context)).toBe(before);
    expect(told).toEqual([
      { id: withPhoto.id, outcome: 'taken', missingPhotos: ['c'.repeat(64)] },
      { id: outdated.id, outcome: 'late', reason: '服务器上已有 李内二 较新的结果' },
      { id: strange.id, outcome: 'rejected', reason: '检查要点不在本任务中' },
    ]);
    // In earnest nothing is stored that lacks its photo.
    expect(await brought(deptTaskId, [withPhoto, outdated, strange])).toEqual([
      { id: withPhoto.id, outcome: 'photosMissing', missingPhotos: ['c'.repeat(64)] },
      ...told.slice(1),
    ]);
    expect(await answerOf(deptTaskId, points[0]!)).toBeNull();
    expect(await late(taskId)).toMatchObject([{ id: outdated.id, status: 'waiting', enteredByName: '张内一', importedByName: '管理员甲', current: { result: 'notApplicable' } }]);
  });

  it('of one point follow each other, as the phone would have sent them', async () => {
    const { deptTaskId } = await issue();
    const first = newEntry(server, points[0]!);
    const second = newEntry(server, points[0]!, { result: 'unqualified', remark: '再看不合格' });
    expect((await brought(deptTaskId, [first, second])).map(({ outcome }) => outcome)).toEqual(['taken', 'taken']);
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ result: 'unqualified', revision: 2 });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ answeredCount: 1, unqualifiedCount: 1 });
  });

  it('follow what the phone sent of the same point before, though it never heard that this arrived', async () => {
    const { taskId, deptTaskId } = await issue();
    const first = newEntry(server, points[0]!);
    const second = newEntry(server, points[0]!, { result: 'unqualified', remark: '再看不合格' });
    expect(await saveOne(server, deptTaskId, first)).toMatchObject({ outcome: 'saved', revision: 1 });
    expect((await brought(deptTaskId, [first, second])).map(({ outcome }) => outcome)).toEqual(['known', 'taken']);
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ result: 'unqualified', revision: 2 });

    // A colleague has answered since: what the phone entered knows nothing of that.
    const [third, colleagues, fourth] = [newEntry(server, points[1]!), newEntry(server, points[1]!, { baseRevision: 1, remark: '复核' }), newEntry(server, points[1]!, { result: 'notApplicable', remark: '本科室没有' })];
    await saveOne(server, deptTaskId, third);
    expect(await saveOne(server, deptTaskId, colleagues, 'staff02')).toMatchObject({ outcome: 'saved', revision: 2 });
    expect((await brought(deptTaskId, [third, fourth])).map(({ outcome }) => outcome)).toEqual(['known', 'late']);
    expect(await late(taskId)).toHaveLength(1);
  });

  it('follow nothing that the phone sent before, once the task is submitted', async () => {
    const { deptTaskId } = await issue();
    const first = newEntry(server, points[0]!);
    await saveOne(server, deptTaskId, first);
    await answerAll(server, deptTaskId, points.slice(1));
    expectSuccess(await submit(server, deptTaskId));
    const second = newEntry(server, points[0]!, { result: 'unqualified', remark: '再看不合格' });
    expect((await brought(deptTaskId, [first, second])).map(({ outcome }) => outcome)).toEqual(['known', 'late']);
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ result: 'qualified', revision: 1 });
  });

  it('that come too late wait for a decision, and the phone that sends them is told that they are there', async () => {
    const { taskId, deptTaskId } = await issue();
    await answerAll(server, deptTaskId, points, [], 'staff02');
    expectSuccess(await submit(server, deptTaskId, 'staff02'));
    const entry = newEntry(server, points[0]!, { result: 'notApplicable', remark: '本科室没有' });
    const [outcome] = await brought(deptTaskId, [entry]);
    expect(outcome).toMatchObject({ outcome: 'late', reason: expect.stringMatching(/^任务已由 李内二 于 .+ 提交$/) });
    expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'handedIn' });
    expect(await brought(deptTaskId, [entry])).toEqual([{ id: entry.id, outcome: 'known' }]);
    expect(await late(taskId)).toHaveLength(1);
    expectSuccess(await server.call('decideLateWork', { body: { ids: [entry.id], revisions: [1], decision: 'accepted' } }, { as: 'admin01' }));
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ result: 'notApplicable', answeredByName: '张内一' });
    expect((await historyOf(deptTaskId)).find(({ entryId }) => entryId === entry.id)).toMatchObject({ importedByName: '管理员甲' });
    expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'handedIn' });
    expect((await historyOf(deptTaskId)).filter(({ entryId }) => entryId === entry.id)).toHaveLength(1);
  });

  it('of somebody in another department wait for a decision, and of one who is disabled are taken', async () => {
    const { deptTaskId } = await issue();
    const moved = newEntry(server, points[0]!);
    expect(await brought(deptTaskId, [moved], { author: 'staff03' })).toMatchObject([{ outcome: 'late', reason: '填写人已不在该科室' }]);
    // The account that has left the department may know that it arrived, and nothing else.
    expect(await server.call('saveAnswers', { body: { deptTaskId, entries: [moved] } }, { as: 'staff03' })).toMatchObject({
      message: { outcomes: [{ id: moved.id, outcome: 'handedIn' }] },
    });
    expect(await server.call('saveAnswers', { body: { deptTaskId, entries: [moved, newEntry(server, points[1]!)] } }, { as: 'staff03' })).toMatchObject({ code: 4004 });

    await server.context.db.updateTable('employee').set({ enabled: 0 }).where('id', '=', employees.staff02.id).execute();
    const entry = newEntry(server, points[1]!);
    expect(await brought(deptTaskId, [entry], { author: 'staff02' })).toMatchObject([{ outcome: 'taken' }]);
    await server.context.db.updateTable('employee').set({ enabled: 1 }).where('id', '=', employees.staff02.id).execute();
    await server.signIn('staff02');
  });

  it('of another company, or for a task of one, are refused', async () => {
    const { deptTaskId } = await issue();
    const before = await readRows(server.context);
    expect(await bring(deptTaskId, [newEntry(server, points[0]!)], { author: 'staff91' })).toMatchObject({ code: 4004 });
    expect(await bring(uuidv7(), [newEntry(server, points[0]!)])).toMatchObject({ code: 4004 });
    expect(await readRows(server.context)).toBe(before);
  });

  it('are stored once when two administrators import at the same time', async () => {
    const { deptTaskId } = await issue();
    const entries = points.map((point) => newEntry(server, point));
    const outcomes = (await Promise.all([brought(deptTaskId, entries), brought(deptTaskId, entries)])).flat();
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['known', 'known', 'known', 'taken', 'taken', 'taken']);
    expect(await readDetail(server, deptTaskId)).toMatchObject({ answeredCount: 3 });
    expect(await historyOf(deptTaskId)).toHaveLength(3);
  });
});

describe('a submission from a ZIP', () => {
  it('is that of whoever submitted, once, also when the phone sends it afterwards', async () => {
    const { deptTaskId } = await issue();
    const id = uuidv7();
    expect(await bringSubmission(deptTaskId, id)).toEqual({ id, outcome: 'rejected', reason: '还有 3 个检查要点未填写' });
    await brought(deptTaskId, points.map((point) => newEntry(server, point)));
    expect(await bringSubmission(deptTaskId, id, 'staff01', true)).toEqual({ id, outcome: 'taken' });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ submittedAt: null });
    const records = await newRecords(async () => expect(await bringSubmission(deptTaskId, id)).toEqual({ id, outcome: 'taken' }));
    expect(records).toMatchObject([{ action: 'deptTask.import', account: 'admin01' }]);
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'completed', submittedByName: '张内一' });
    expect(await bringSubmission(deptTaskId, id)).toEqual({ id, outcome: 'known' });
    expectSuccess(await submit(server, deptTaskId, 'staff01', id));
    expect(await bringSubmission(deptTaskId, id, 'staff02')).toMatchObject({ outcome: 'rejected', reason: '编号已被使用' });
    expect(await bringSubmission(deptTaskId, uuidv7())).toMatchObject({ outcome: 'rejected', reason: expect.stringContaining('任务已由 张内一') });
  });
});

describe.runIf(testDialect === 'postgres')('a submission from a ZIP whose task is cancelled at the same time', () => {
  it('is refused and leaves nothing behind', async () => {
    const { taskId, deptTaskId } = await issue();
    await answerAll(server, deptTaskId, points, []);
    const id = uuidv7();
    const cancelled = { cancelled_at: server.clock.now().toISOString(), cancelled_by: employees.admin01.id, cancel_reason: '重复下发' };
    const outcome = await whileAnotherWrites(
      server.context.db,
      (other) => other.updateTable('task').set(cancelled).where('id', '=', taskId).execute(),
      () => bringSubmission(deptTaskId, id),
    );
    expect(outcome).toEqual({ id, outcome: 'rejected', reason: '任务已取消' });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'cancelled', submittedAt: null });
  });
});

describe('corrections from a ZIP', () => {
  it('follow what the phone delivered itself', async () => {
    const correction = await openCorrection(server, { pointIds: points });
    const [first, second] = [{ measures: '初步办法' }, { measures: '改进办法' }].map((fields) => correctionEntry(server, correction.itemIds[0]!, fields));
    await saveCorrection(server, correction.id, first!);
    const body = { id: correction.id, employeeId: employees.staff01.id, deptTaskId: correction.deptTaskId, isDryRun: false, entries: [first!, second!] };
    expect(expectSuccess(await server.call('importCorrections', { body }, { as: 'admin01' })).outcomes).toMatchObject([{ outcome: 'known' }, { outcome: 'taken' }]);
    expect((await readCorrection(server, correction.id)).items[0]).toMatchObject({ measures: '改进办法', revision: 2 });
  });

  it('hold under the name of whoever wrote them; what loses against a newer value, or comes too late, waits for a decision', async () => {
    const correction = await openCorrection(server, { pointIds: points });
    const bringThese = async (entries: ReturnType<typeof correctionEntry>[], isDryRun = false) => {
      const body = { id: correction.id, employeeId: employees.staff01.id, deptTaskId: correction.deptTaskId, isDryRun, entries };
      return expectSuccess(await server.call('importCorrections', { body }, { as: 'admin01' })).outcomes;
    };
    const [good, outdated] = [correctionEntry(server, correction.itemIds[0]!), correctionEntry(server, correction.itemIds[1]!, { measures: '旧办法' })];
    await saveCorrection(server, correction.id, correctionEntry(server, correction.itemIds[1]!, { measures: '新办法' }), 'staff02');
    const expected = [
      { id: good.id, outcome: 'taken' },
      { id: outdated.id, outcome: 'late', reason: '服务器上已有 李内二 较新的整改内容' },
    ];
    expect(await bringThese([good, outdated], true)).toEqual(expected);
    expect((await readCorrection(server, correction.id)).correctedCount).toBe(1);
    const records = await newRecords(async () => expect(await bringThese([good, outdated])).toEqual(expected));
    expect(records).toMatchObject([{ action: 'selfCorrection.import', object_id: correction.id }]);
    const { history } = expectSuccess(await server.call('selfCorrectDetail', { params: { id: correction.id } }, { as: 'staff01' }));
    expect(history.find(({ entryId }) => entryId === good.id)).toMatchObject({ savedByName: '张内一', importedByName: '管理员甲', correctedAt: good.correctedAt });
    expect(await bringThese([good, outdated])).toMatchObject([{ outcome: 'known' }, { outcome: 'known' }]);
    expect(await saveCorrection(server, correction.id, outdated)).toMatchObject({ outcome: 'handedIn' });
    expect(await saveCorrection(server, correction.id, good)).toMatchObject({ outcome: 'saved', revision: 1 });

    await correctAll(server, correction);
    expectSuccess(await confirm(server, correction.id));
    const tooLate = correctionEntry(server, correction.itemIds[2]!, { measures: '更好的办法', baseRevision: 1 });
    expect(await bringThese([tooLate])).toMatchObject([{ outcome: 'late', reason: expect.stringContaining('确认') }]);
  });
});
