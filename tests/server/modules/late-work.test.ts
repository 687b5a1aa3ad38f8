import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerEntry } from '#contract/answer.ts';
import { addDays } from '#contract/calendar.ts';
import { LATE_WAITING_MAX, LATE_WAITING_PER_SUBJECT } from '#contract/limits.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import type { CorrectionEntry } from '#contract/self-correction.ts';
import { excerpt } from '#contract/text-end.ts';
import { confirm, correctAll, correctionEntry, openCorrection, readCorrection, returnItem, saveCorrection } from '../support/correction-fixture.ts';
import { type Account, companies, depts } from '../support/fixture.ts';
import { makePhoto, uploaded } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, issueTask, issueToInternal, newEntry, readDetail, saveOne, somePointIds, submit } from '../support/task-fixture.ts';

let server: TestServer;
let points: string[];
beforeAll(async () => {
  server = await startTestServer();
  points = await somePointIds(server, 3);
});
beforeEach(() => server.clock.set('2026-06-15T02:00:00.000Z'));
afterAll(() => server.stop());

const issue = () => issueToInternal(server, { pointIds: points });
const cancel = async (id: string) => expectSuccess(await server.call('cancelTask', { body: { id, reason: '重复下发' } }, { as: 'admin01' }));
const handIn = async (deptTaskId: string, entries: (AnswerEntry & { content?: string })[], as: Account = 'staff01') =>
  expectSuccess(await server.call('handInAnswers', { body: { deptTaskId, entries } }, { as })).outcomes;
/** As a page does that was read just before. */
const decide = async ({ id, ...body }: { id: string; decision: 'accepted' | 'rejected'; reason?: string }, as: Account = 'admin01') => {
  const { records } = expectSuccess(await server.call('queryLateWorkPage', { query: { pageSize: 100 } }, { as }));
  const revision = records.find((late) => late.id === id)?.current?.revision ?? 0;
  return server.call('decideLateWork', { body: { ...body, ids: [id], revisions: [revision] } }, { as });
};
/** What became of one decision. */
const decided = async (sent: Parameters<typeof decide>[0]) => expectSuccess(await decide(sent)).outcomes[0];
const mine = async (as: Account = 'staff01'): Promise<CallAnswer<'queryMyLateWork'>['records']> =>
  expectSuccess(await server.call('queryMyLateWork', { query: { pageSize: 100 } }, { as })).records;
const listed = async (taskId: string): Promise<CallAnswer<'queryLateWorkPage'>['records']> =>
  expectSuccess(await server.call('queryLateWorkPage', { query: { taskId, pageSize: 100 } }, { as: 'admin01' })).records;
const historyOf = async (deptTaskId: string) =>
  expectSuccess(await server.call('queryMyTaskAnswerCheckPoint', { query: { deptTaskId } }, { as: 'staff02' })).history;
const answerOf = async (deptTaskId: string, pointId: string) => (await readDetail(server, deptTaskId)).points.find((point) => point.pointId === pointId)?.answer;
const audited = () => server.context.db.selectFrom('audit_record').selectAll().orderBy('id').execute();
const unqualified = { result: 'unqualified', remark: '锐器盒已满' } as const;

describe('handing in', () => {
  it('keeps what a cancelled task refused, with its value, author and reason, and a repeat changes nothing', async () => {
    const { taskId, deptTaskId } = await issue();
    const photo = await uploaded(server, await makePhoto(11));
    const entry = newEntry(server, points[0]!, { ...unqualified, photos: [photo] });
    await cancel(taskId);
    expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'rejected', reason: '任务已取消（重复下发）' });
    expect(await handIn(deptTaskId, [entry])).toEqual([{ id: entry.id, outcome: 'saved' }]);
    expect(await handIn(deptTaskId, [entry])).toEqual([{ id: entry.id, outcome: 'saved' }]);
    const [late, ...others] = await listed(taskId);
    expect(others).toEqual([]);
    expect(late).toMatchObject({
      kind: 'answer',
      id: entry.id,
      value: { ...unqualified, photos: [photo], answeredAt: entry.answeredAt },
      enteredByName: '张内一',
      importedByName: null,
      deptName: '内科',
      recordOnly: '任务已取消',
      lateReason: '任务已取消（重复下发）',
      status: 'waiting',
      current: null,
      isAddedProblem: false,
    });
    expect((await mine()).find(({ id }) => id === entry.id)).toMatchObject({ status: 'waiting', content: late?.content });
    expect((await mine('staff02')).find(({ id }) => id === entry.id)).toBeUndefined();
  });

  it('says who submitted before, and that the person has left the department', async () => {
    const { taskId, deptTaskId } = await issue();
    await answerAll(server, deptTaskId, points, [], 'staff02');
    expectSuccess(await submit(server, deptTaskId, 'staff02'));
    const entry = newEntry(server, points[0]!);
    expect(await server.call('saveAnswers', { body: { deptTaskId, entries: [entry] } }, { as: 'staff03' })).toMatchObject({ code: 4004 });
    expect(await handIn(deptTaskId, [entry], 'staff03')).toEqual([{ id: entry.id, outcome: 'saved' }]);
    const [late] = await listed(taskId);
    expect(late?.lateReason).toMatch(/^任务已由 李内二 于 .+ 提交；填写人已不在该科室$/);
    expect(late?.current).toMatchObject({ result: 'qualified', answeredByName: '李内二' });
    // Whoever hands in learns nothing of the answers that hold.
    expect((await mine('staff03'))[0]).not.toHaveProperty('current');
  });

  it('tells whoever may not read the task nothing of it but what came from there', async () => {
    const { taskId, deptTaskIds } = await issueTask(server, { pointIds: points, deptIds: [depts.internal.id, depts.nursing.id] });
    const deptTaskId = deptTaskIds[depts.internal.id]!;
    await answerAll(server, deptTaskId, points, [], 'staff02');
    expectSuccess(await submit(server, deptTaskId, 'staff02'));
    await cancel(taskId);
    const entry = { ...newEntry(server, points[0]!, unqualified), content: '手机上的要点' };
    await handIn(deptTaskId, [entry], 'staff03');
    const own = (await mine('staff03')).find(({ id }) => id === entry.id);
    expect(own).toMatchObject({ content: '手机上的要点', taskId: '', taskName: '', deptId: '', deptName: '', recordOnly: '', lateReason: '填写人已不在该科室', value: unqualified });
    const { taskName } = await server.context.db.selectFrom('task').select('task_name as taskName').where('id', '=', taskId).executeTakeFirstOrThrow();
    const [listedOne] = await listed(taskId);
    for (const secret of [taskName, '内科', listedOne?.content ?? '', '李内二', '重复下发']) {
      expect(secret).not.toBe('');
      expect(JSON.stringify(own), secret).not.toContain(secret);
    }
    expect(listedOne).toMatchObject({ taskName, deptName: '内科' });
    // A colleague of the department, who reads the task anyway, is told all of it.
    const colleagues = newEntry(server, points[1]!, unqualified);
    await handIn(deptTaskId, [colleagues]);
    expect((await mine()).find(({ id }) => id === colleagues.id)).toMatchObject({ taskName, deptName: '内科', recordOnly: '任务已取消' });
  });

  it('refuses what is not late, and says so', async () => {
    const { taskId, deptTaskId } = await issue();
    const entry = newEntry(server, points[0]!);
    expect(await handIn(deptTaskId, [entry])).toEqual([
      { id: entry.id, outcome: 'rejected', reason: '现在仍可正常填写，不用交管理员处理，请重新填写这一项', isNotLate: true },
    ]);
    expect(await listed(taskId)).toEqual([]);
    expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'saved' });
  });

  it('keeps so much of one person waiting, and takes more once that is decided', async () => {
    const { taskId, deptTaskId } = await issue();
    await cancel(taskId);
    const many = Array.from({ length: LATE_WAITING_PER_SUBJECT + 2 }, () => newEntry(server, points[0]!));
    const outcomes = await handIn(deptTaskId, many.slice(0, -1));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([...Array(LATE_WAITING_PER_SUBJECT).fill('saved'), 'rejected']);
    const full = { outcome: 'rejected', reason: `这一项已有 ${LATE_WAITING_PER_SUBJECT} 份内容待管理员处理，请等处理后再交` };
    expect(await handIn(deptTaskId, many.slice(-1))).toMatchObject([full]);
    // Another point, another person, and what was stored before are not concerned.
    expect(await handIn(deptTaskId, [newEntry(server, points[1]!)])).toMatchObject([{ outcome: 'saved' }]);
    expect(await handIn(deptTaskId, [newEntry(server, points[0]!)], 'staff02')).toMatchObject([{ outcome: 'saved' }]);
    expect(await handIn(deptTaskId, many.slice(0, 1))).toMatchObject([{ outcome: 'saved' }]);
    await decide({ id: many[0]!.id, decision: 'rejected', reason: '重复' });
    expect(await handIn(deptTaskId, many.slice(-1))).toMatchObject([{ outcome: 'saved' }]);
  });

  it('keeps no more than the largest tasks have of one person waiting', async () => {
    const { taskId, deptTaskId } = await issue();
    await cancel(taskId);
    await handIn(deptTaskId, [newEntry(server, points[0]!)]);
    const { entry_id: _id, ...row } = await server.context.db.selectFrom('late_work').selectAll().where('dept_task_id', '=', deptTaskId).executeTakeFirstOrThrow();
    const { count } = await server.context.db.selectFrom('late_work').select(({ fn }) => fn.countAll<number>().as('count')).where('entered_by', '=', row.entered_by).where('status', '=', 'waiting').executeTakeFirstOrThrow();
    const rest = Array.from({ length: LATE_WAITING_MAX - count }, (_, index) => ({ ...row, entry_id: `filler-${index}`, point_id: null }));
    await server.context.db.transaction().execute(async (trx) => {
      for (let first = 0; first < rest.length; first += 500) await trx.insertInto('late_work').values(rest.slice(first, first + 500)).execute();
    });
    try {
      expect(await handIn(deptTaskId, [newEntry(server, points[1]!)])).toMatchObject([
        { outcome: 'rejected', reason: `您交来的内容已有 ${LATE_WAITING_MAX} 项待管理员处理，请等处理后再交` },
      ]);
      expect(await handIn(deptTaskId, [newEntry(server, points[1]!)], 'staff02')).toMatchObject([{ outcome: 'saved' }]);
    } finally {
      await server.context.db.deleteFrom('late_work').where('entry_id', 'like', 'filler-%').execute();
    }
  });

  it('takes nothing that lacks its photo, belongs to another point, or has an id that is taken', async () => {
    const { taskId, deptTaskId } = await issue();
    const other = await issue();
    const stored = newEntry(server, points[1]!);
    await saveOne(server, deptTaskId, stored);
    await cancel(taskId);
    const noPhoto = newEntry(server, points[0]!, { photos: ['e'.repeat(64)] });
    const strange = newEntry(server, (await somePointIds(server, 4))[3]!);
    const taken = { ...newEntry(server, points[0]!), id: stored.id };
    expect(await handIn(deptTaskId, [noPhoto, strange, taken])).toEqual([
      { id: noPhoto.id, outcome: 'photosMissing', missingPhotos: ['e'.repeat(64)] },
      { id: strange.id, outcome: 'rejected', reason: '检查要点不在本任务中' },
      { id: taken.id, outcome: 'rejected', reason: '编号已被使用' },
    ]);
    // What the task itself has is there already.
    expect(await handIn(deptTaskId, [stored])).toEqual([{ id: stored.id, outcome: 'saved' }]);
    expect(await listed(taskId)).toEqual([]);

    const late = newEntry(server, points[0]!);
    await handIn(deptTaskId, [late]);
    expect(await handIn(deptTaskId, [late], 'staff02')).toMatchObject([{ outcome: 'rejected', reason: '编号已被使用' }]);
    expect(await handIn(other.deptTaskId, [late])).toMatchObject([{ outcome: 'rejected', reason: '编号已被使用' }]);
  });

  it('takes a photo that the department of the task has from somebody who was moved, and lets that person see it no more than before', async () => {
    const { taskId, deptTaskId } = await issue();
    const photo = await uploaded(server, await makePhoto(13));
    await saveOne(server, deptTaskId, newEntry(server, points[0]!, { ...unqualified, photos: [photo] }));
    const entry = newEntry(server, points[0]!, { ...unqualified, remark: '锐器盒已满，已通知更换', photos: [photo] });
    const [ofOwnDepartment, ofAnotherCompany] = [await uploaded(server, await makePhoto(14), 'staff03'), await uploaded(server, await makePhoto(15), 'staff91')];
    const both = newEntry(server, points[1]!, { photos: [photo, ofOwnDepartment] });
    const foreign = newEntry(server, points[2]!, { photos: [ofAnotherCompany] });
    expect(await handIn(deptTaskId, [entry, both, foreign], 'staff03')).toEqual([
      { id: entry.id, outcome: 'saved' },
      { id: both.id, outcome: 'saved' },
      { id: foreign.id, outcome: 'photosMissing', missingPhotos: [ofAnotherCompany] },
    ]);
    expect(await decided({ id: entry.id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ remark: '锐器盒已满，已通知更换', photos: [photo], answeredByName: '王外三' });
    expect(await server.call('readFile', { params: { sha256: photo } }, { as: 'staff03' })).toMatchObject({ status: 404 });
    // For a task of another department it is as good as unknown.
    const { taskId: otherTask, deptTaskIds } = await issueTask(server, { pointIds: points, deptIds: [depts.surgery.id] });
    await cancel(otherTask);
    const there = newEntry(server, points[0]!, { photos: [photo] });
    expect(await handIn(deptTaskIds[depts.surgery.id]!, [there], 'staff03')).toEqual([{ id: there.id, outcome: 'photosMissing', missingPhotos: [photo] }]);
    expect(await listed(taskId)).toHaveLength(2);
  });

  it('stores an entry once that comes in two requests at the same time', async () => {
    const { taskId, deptTaskId } = await issue();
    await cancel(taskId);
    const entry = newEntry(server, points[0]!);
    const answers = await Promise.all([1, 2, 3].map(() => handIn(deptTaskId, [entry])));
    expect(answers.flat()).toEqual(Array.from({ length: 3 }, () => ({ id: entry.id, outcome: 'saved' })));
    expect(await listed(taskId)).toHaveLength(1);
  });
});

describe('the decision', () => {
  it('makes an accepted value the answer of its person, and keeps the one before in the history', async () => {
    const { taskId, deptTaskId } = await issue();
    await answerAll(server, deptTaskId, points, [], 'staff02');
    expectSuccess(await submit(server, deptTaskId, 'staff02'));
    const photo = await uploaded(server, await makePhoto(12), 'staff03');
    const entry = newEntry(server, points[0]!, { result: 'notApplicable', remark: '本科室没有', photos: [photo] });
    await handIn(deptTaskId, [entry], 'staff03');
    expectSuccess(await decide({ id: entry.id, decision: 'accepted' }));

    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ result: 'notApplicable', remark: '本科室没有', photos: [photo], answeredByName: '王外三', revision: 2 });
    expect((await historyOf(deptTaskId)).filter(({ pointId }) => pointId === points[0])).toMatchObject([
      { entryId: entry.id, result: 'notApplicable', revision: 2, isConflict: false },
      { result: 'qualified', revision: 1, isConflict: false },
    ]);
    expect(await listed(taskId)).toMatchObject([{ status: 'accepted', decidedByName: '管理员甲', current: { result: 'notApplicable' } }]);
    // The department reads the photo that somebody brought who is not of it.
    expect(await server.call('readFile', { params: { sha256: photo } }, { as: 'staff02' })).toMatchObject({ status: 200 });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'completed', answeredCount: 3, unqualifiedCount: 0 });
    const [{ taskName, content } = { taskName: '', content: '' }] = await listed(taskId);
    expect((await audited()).at(-1)).toMatchObject({ action: 'lateWork.accept', summary: `采纳 王外三 迟到的填写：${taskName}，“${excerpt(content)}”` });
  });

  it('asks for the return of a submission before a 不合格 of it becomes anything else, and counts the answer afterwards', async () => {
    const { deptTaskId } = await issue();
    await answerAll(server, deptTaskId, points, [points[1]!]);
    expectSuccess(await submit(server, deptTaskId));
    const better = newEntry(server, points[1]!);
    await handIn(deptTaskId, [better]);
    expect(await decided({ id: better.id, decision: 'accepted' })).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('请先退回该科室的提交') });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ unqualifiedCount: 1 });

    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId, reason: '有迟到的填写' } }, { as: 'admin01' }));
    expectSuccess(await decide({ id: better.id, decision: 'accepted' }));
    expect(await readDetail(server, deptTaskId)).toMatchObject({ answeredCount: 3, unqualifiedCount: 0 });
  });

  it('leaves a task that was returned 已退回, until the department itself goes on with it', async () => {
    const { deptTaskId } = await issue();
    await answerAll(server, deptTaskId, points);
    expectSuccess(await submit(server, deptTaskId));
    const late = newEntry(server, points[0]!, unqualified);
    await handIn(deptTaskId, [late], 'staff03');
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId, reason: '请重查' } }, { as: 'admin01' }));
    expect(await decided({ id: late.id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'returned', unqualifiedCount: 1 });
    await saveOne(server, deptTaskId, newEntry(server, points[1]!, { ...unqualified, baseRevision: 1 }));
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'inProgress', unqualifiedCount: 2 });
  });

  it('counts a point that nobody had answered', async () => {
    const { deptTaskId } = await issue();
    const entry = newEntry(server, points[2]!, unqualified);
    await handIn(deptTaskId, [entry], 'staff03');
    expectSuccess(await decide({ id: entry.id, decision: 'accepted' }));
    expect(await readDetail(server, deptTaskId)).toMatchObject({ answeredCount: 1, unqualifiedCount: 1, status: 'inProgress' });
  });

  it('leaves a cancelled task as it is, and the value on record', async () => {
    const { taskId, deptTaskId } = await issue();
    await saveOne(server, deptTaskId, newEntry(server, points[0]!));
    await cancel(taskId);
    const entry = newEntry(server, points[0]!, unqualified);
    await handIn(deptTaskId, [entry]);
    expectSuccess(await decide({ id: entry.id, decision: 'accepted' }));
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ result: 'qualified', revision: 1 });
    expect(await historyOf(deptTaskId)).toHaveLength(1);
    expect(await listed(taskId)).toMatchObject([{ status: 'accepted', value: unqualified }]);
  });

  it('is told with its reason, and is taken once', async () => {
    const { taskId, deptTaskId } = await issue();
    await cancel(taskId);
    const entry = newEntry(server, points[0]!);
    await handIn(deptTaskId, [entry]);
    expect(await decide({ id: entry.id, decision: 'rejected', reason: ' ' })).toMatchObject({ code: 4022, details: [{ field: 'reason', message: '请填写不采纳的原因' }] });
    expectSuccess(await decide({ id: entry.id, decision: 'rejected', reason: '以同事的结果为准' }));
    const [{ taskName, content } = { taskName: '', content: '' }] = await listed(taskId);
    expect((await audited()).at(-1)).toMatchObject({ action: 'lateWork.reject', summary: `未采纳 张内一 迟到的填写：${taskName}，“${excerpt(content)}”，原因：以同事的结果为准` });
    expect(await decided({ id: entry.id, decision: 'accepted' })).toEqual({ id: entry.id, outcome: 'refused', reason: '已由 管理员甲 处理' });
    expect((await mine()).find(({ id }) => id === entry.id)).toMatchObject({ status: 'rejected', decisionReason: '以同事的结果为准', decidedByName: '管理员甲' });
    // A phone that repeats is told that it arrived, not that it may decide anew.
    expect(await handIn(deptTaskId, [entry])).toEqual([{ id: entry.id, outcome: 'saved' }]);
    expect(await listed(taskId)).toHaveLength(1);
  });

  it('taken by two administrators at once counts once', async () => {
    const { deptTaskId } = await issue();
    const entry = newEntry(server, points[0]!, unqualified);
    await handIn(deptTaskId, [entry], 'staff03');
    const outcomes = await Promise.all([decided({ id: entry.id, decision: 'accepted' }), decided({ id: entry.id, decision: 'accepted' })]);
    expect(outcomes.map((one) => one?.outcome).toSorted()).toEqual(['decided', 'refused']);
    expect(await readDetail(server, deptTaskId)).toMatchObject({ answeredCount: 1, unqualifiedCount: 1 });
  });

  it('lists what waits first, by department and state', async () => {
    const { taskId, deptTaskId } = await issue();
    await cancel(taskId);
    const [one, two] = [newEntry(server, points[0]!), newEntry(server, points[1]!)];
    await handIn(deptTaskId, [one]);
    server.clock.advance(1000);
    await handIn(deptTaskId, [two]);
    expectSuccess(await decide({ id: two.id, decision: 'accepted' }));
    expect((await listed(taskId)).map(({ id }) => id)).toEqual([one.id, two.id]);
    const page = async (query: CallInput<'queryLateWorkPage'>['query']) =>
      expectSuccess(await server.call('queryLateWorkPage', { query }, { as: 'admin01' })).records.map(({ id }) => id);
    expect(await page({ taskId, status: 'accepted' })).toEqual([two.id]);
    expect(await page({ taskId, deptId: depts.surgery.id })).toEqual([]);
  });
});

describe('a value that is newer than what the administrator compared with', () => {
  const UNSEEN = '已有更新的内容，请核对后再决定';
  /** As a page does that showed these revisions. */
  const accept = async (ids: string[], revisions?: number[]) =>
    expectSuccess(await server.call('decideLateWork', { body: { ids, decision: 'accepted', ...(revisions && { revisions }) } }, { as: 'admin01' })).outcomes;

  it('is not replaced by a late answer, until the page shows it', async () => {
    const { taskId, deptTaskId } = await issue();
    const late = newEntry(server, points[0]!);
    await handIn(deptTaskId, [late], 'staff03');
    expect(await listed(taskId)).toMatchObject([{ current: null }]);
    await saveOne(server, deptTaskId, newEntry(server, points[0]!, unqualified));
    const refused = [{ id: late.id, outcome: 'refused', reason: UNSEEN }];
    expect(await accept([late.id], [0])).toEqual(refused);
    // A page of an earlier release does not tell what it showed, and reading anew would not help it.
    expect(await accept([late.id])).toEqual([{ ...refused[0], reason: '这里已有结果，当前页面版本较旧，请更新应用后再决定' }]);
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ ...unqualified, answeredByName: '张内一', revision: 1 });
    const [shown] = await listed(taskId);
    expect(shown).toMatchObject({ status: 'waiting', current: { ...unqualified, revision: 1 } });
    expect(await accept([late.id], [shown?.current?.revision ?? 0])).toEqual([{ id: late.id, outcome: 'decided' }]);
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ result: 'qualified', answeredByName: '王外三', revision: 2 });
  });

  it('is not replaced by a late correction, until the page shows it', async () => {
    const correction = await openCorrection(server, { pointIds: points });
    const itemId = correction.itemIds[0]!;
    const late = correctionEntry(server, itemId, { measures: '由外科更换' });
    const handedIn = { id: correction.id, deptTaskId: correction.deptTaskId, entries: [{ ...late, content: '' }] };
    expectSuccess(await server.call('handInCorrections', { body: handedIn }, { as: 'staff03' }));
    await saveCorrection(server, correction.id, correctionEntry(server, itemId));
    expect(await accept([late.id], [0])).toEqual([{ id: late.id, outcome: 'refused', reason: UNSEEN }]);
    expect((await readCorrection(server, correction.id)).items[0]).toMatchObject({ measures: '已更换并登记', revision: 1 });
    expect(await accept([late.id], [1])).toEqual([{ id: late.id, outcome: 'decided' }]);
    expect((await readCorrection(server, correction.id)).items[0]).toMatchObject({ measures: '由外科更换', revision: 2 });
  });

  it('hinders no decision that leaves it as it is', async () => {
    const { deptTaskId } = await issue();
    const [rejected, onRecord] = [newEntry(server, points[0]!), newEntry(server, points[1]!)];
    await handIn(deptTaskId, [rejected, onRecord], 'staff03');
    for (const point of points) await saveOne(server, deptTaskId, newEntry(server, point, unqualified));
    const body = { ids: [rejected.id], decision: 'rejected' as const, reason: '以同事的结果为准' };
    expect(expectSuccess(await server.call('decideLateWork', { body }, { as: 'admin01' })).outcomes).toMatchObject([{ outcome: 'decided' }]);
    const { task_id: taskId } = await server.context.db.selectFrom('dept_task').select('task_id').where('id', '=', deptTaskId).executeTakeFirstOrThrow();
    await cancel(taskId);
    expect(await accept([onRecord.id], [0])).toMatchObject([{ outcome: 'decided' }]);
    expect(await answerOf(deptTaskId, points[1]!)).toMatchObject({ ...unqualified, revision: 1 });
  });

  it('is none that the same decision made: of two entries of one person on one point the later one holds', async () => {
    const { deptTaskId } = await issue();
    await saveOne(server, deptTaskId, newEntry(server, points[0]!, unqualified));
    const [first, second] = [newEntry(server, points[0]!), newEntry(server, points[0]!, { result: 'notApplicable', remark: '本科室没有' })];
    await handIn(deptTaskId, [first, second], 'staff03');
    expect(await accept([second.id, first.id], [1, 1])).toMatchObject([{ outcome: 'decided' }, { outcome: 'decided' }]);
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ result: 'notApplicable', revision: 3 });
  });
});

describe('a late 不合格 of a submitted task', () => {
  const noticesOf = async (correctionId: string) =>
    expectSuccess(await server.call('queryMyNoticeList', { query: { pageSize: 100 } }, { as: 'staff02' })).records.filter(({ objectId }) => objectId === correctionId);
  const correctionIdOf = async (deptTaskId: string) =>
    (await server.context.db.selectFrom('self_correction').select('id').where('dept_task_id', '=', deptTaskId).executeTakeFirstOrThrow()).id;
  /** Submitted with one 不合格, whose correction was begun or done. */
  const begun = async (fields: Partial<CorrectionEntry> = {}) => {
    const { deptTaskId } = await issue();
    await answerAll(server, deptTaskId, points, [points[1]!]);
    expectSuccess(await submit(server, deptTaskId));
    const id = await correctionIdOf(deptTaskId);
    const itemId = (await readCorrection(server, id)).items[0]!.itemId;
    await saveCorrection(server, id, correctionEntry(server, itemId, fields));
    return { deptTaskId, id, itemId };
  };

  it('becomes another item of a self-correction that was begun, and its department is told', async () => {
    const { deptTaskId, id } = await begun({ measures: '更', responsible: '', correctedAt: null });
    const photo = await uploaded(server, await makePhoto(31), 'staff03');
    const entry = newEntry(server, points[0]!, { ...unqualified, photos: [photo] });
    await handIn(deptTaskId, [entry], 'staff03');
    expect(await decided({ id: entry.id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'submitted', unqualifiedCount: 2 });
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ ...unqualified, answeredByName: '王外三', revision: 2 });
    const { items, ...correction } = await readCorrection(server, id);
    expect(correction).toMatchObject({ status: 'open', itemCount: 2, correctedCount: 0 });
    expect(items).toMatchObject([
      { pointId: points[0], problem: '锐器盒已满', photosBefore: [photo], foundByName: '王外三', measures: '', revision: 0 },
      { pointId: points[1], measures: '更', revision: 1 },
    ]);
    expect(await noticesOf(id)).toMatchObject([{ kind: 'correctionAdded', body: expect.stringContaining('锐器盒已满') }]);
  });

  it('opens one that was wholly corrected, with days for the new problem, and what was corrected stays so', async () => {
    const { deptTaskId, id, itemId } = await begun();
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'completed' });
    const before = await readCorrection(server, id);
    server.clock.advance(2 * 24 * 60 * 60 * 1000);
    const entry = newEntry(server, points[2]!, unqualified);
    await handIn(deptTaskId, [entry]);
    expect(await decided({ id: entry.id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    const correction = await readCorrection(server, id);
    expect(correction).toMatchObject({ status: 'open', itemCount: 2, correctedCount: 1, correctedAt: null, dueDate: addDays(before.dueDate, 2) });
    expect(await confirm(server, id)).toMatchObject({ code: 4009, message: '还有 1 项未整改，不能确认' });
    const added = correction.items.find((item) => item.itemId !== itemId)!;
    expect(await saveCorrection(server, id, correctionEntry(server, added.itemId))).toMatchObject({ outcome: 'saved' });
    expectSuccess(await confirm(server, id));
  });

  it('leaves the due date of one that is overdue', async () => {
    const { deptTaskId, id } = await begun({ correctedAt: null });
    const dueDate = '2026-06-01';
    await server.context.db.updateTable('self_correction').set({ due_date: dueDate }).where('id', '=', id).execute();
    const entry = newEntry(server, points[2]!, unqualified);
    await handIn(deptTaskId, [entry]);
    expectSuccess(await decide({ id: entry.id, decision: 'accepted' }));
    expect(await readCorrection(server, id)).toMatchObject({ dueDate, itemCount: 2, isOverdue: true });
  });

  it('takes no time away from what was found before', async () => {
    const { deptTaskId, id, itemId } = await begun({ correctedAt: null });
    const before = await readCorrection(server, id);
    server.clock.advance(2 * 24 * 60 * 60 * 1000);
    const entry = newEntry(server, points[2]!, unqualified);
    await handIn(deptTaskId, [entry]);
    expectSuccess(await decide({ id: entry.id, decision: 'accepted' }));
    const { items, dueDate } = await readCorrection(server, id);
    expect(dueDate).toBe(before.dueDate);
    expect(new Map(items.map((item) => [item.itemId === itemId, item.dueDate]))).toEqual(new Map([[true, null], [false, addDays(before.dueDate, 2)]]));
  });

  it('opens a self-correction where there is none, as the list says before', async () => {
    const { taskId, deptTaskId } = await issue();
    await answerAll(server, deptTaskId, points);
    expectSuccess(await submit(server, deptTaskId));
    const entry = newEntry(server, points[0]!, unqualified);
    const harmless = newEntry(server, points[1]!, { result: 'notApplicable' });
    await handIn(deptTaskId, [entry, harmless]);
    const told = new Map((await listed(taskId)).map((late) => [late.id, late.kind === 'answer' && late.isAddedProblem]));
    expect(told).toEqual(new Map([[entry.id, true], [harmless.id, false]]));
    expect(await decided({ id: entry.id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    const id = await correctionIdOf(deptTaskId);
    expect(await readCorrection(server, id)).toMatchObject({ status: 'open', itemCount: 1, items: [{ problem: '锐器盒已满' }] });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'submitted', unqualifiedCount: 1 });
    expect(await noticesOf(id)).toMatchObject([{ kind: 'correctionAdded' }]);
  });

  it('says the problem of an item anew that nobody has begun', async () => {
    const correction = await openCorrection(server, { pointIds: points });
    await saveCorrection(server, correction.id, correctionEntry(server, correction.itemIds[0]!));
    const entry = newEntry(server, points[1]!, unqualified);
    await handIn(correction.deptTaskId, [entry]);
    expect(await listed(correction.taskId)).toMatchObject([{ isAddedProblem: false }]);
    expect(await decided({ id: entry.id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    const { items, itemCount } = await readCorrection(server, correction.id);
    expect([itemCount, items[1]?.problem, items[2]?.problem]).toEqual([3, '锐器盒已满', '不符合要求']);
    expect(await readDetail(server, correction.deptTaskId)).toMatchObject({ unqualifiedCount: 3 });
    expect(await noticesOf(correction.id)).toMatchObject([{ kind: 'correctionAdded', title: expect.stringMatching(/^整改项的问题已改变/), body: expect.stringContaining('锐器盒已满') }]);

    // Another piece may come, since nobody has begun; what a phone wrote for the problem of before is not taken for this one.
    const second = newEntry(server, points[1]!, { ...unqualified, remark: '锐器盒破损' });
    await handIn(correction.deptTaskId, [second]);
    expect(await decided({ id: second.id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    const written = correctionEntry(server, correction.itemIds[1]!, { measures: '针对旧问题' });
    expect(await saveCorrection(server, correction.id, written)).toMatchObject({ outcome: 'conflict', current: { measures: '', savedBy: null, revision: 2 } });
    expect(await saveCorrection(server, correction.id, correctionEntry(server, correction.itemIds[1]!, { baseRevision: 2 }))).toMatchObject({ outcome: 'saved', revision: 3 });
  });

  it('is refused without advice that would be refused too, where a correction was begun or confirmed', async () => {
    const { deptTaskId, id, itemId } = await begun({ correctedAt: null });
    const [same, better, other] = [newEntry(server, points[1]!, unqualified), newEntry(server, points[1]!), newEntry(server, points[0]!, unqualified)];
    await handIn(deptTaskId, [same, better, other]);
    for (const late of [same, better]) {
      expect(await decided({ id: late.id, decision: 'accepted' })).toEqual({
        id: late.id,
        outcome: 'refused',
        reason: '这一项的不合格已开始整改，不能再采纳；可不采纳并说明原因，或另行下发任务复查',
      });
    }
    await saveCorrection(server, id, correctionEntry(server, itemId, { baseRevision: 1 }));
    expectSuccess(await confirm(server, id));
    expect(await decided({ id: other.id, decision: 'accepted' })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/^自纠已由 管理员甲 于 .+ 确认，这一项不能再采纳；可不采纳并说明原因，或另行下发任务复查$/),
    });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ unqualifiedCount: 1 });
    expectSuccess(await decide({ id: other.id, decision: 'rejected', reason: '另行下发任务复查' }));
  });
});

describe('several decisions at once', () => {
  it('take what can be taken with one audit record each, and leave the others waiting with the reason', async () => {
    const { deptTaskId } = await issue();
    const second = await issue();
    await answerAll(server, deptTaskId, points, [points[1]!]);
    expectSuccess(await submit(server, deptTaskId));
    const fine = newEntry(server, points[0]!, { result: 'notApplicable', remark: '本科室没有' });
    const better = newEntry(server, points[1]!);
    const elsewhere = newEntry(server, points[2]!, unqualified);
    await handIn(deptTaskId, [fine, better]);
    await handIn(second.deptTaskId, [elsewhere], 'staff03');
    const recordsBefore = await audited();
    const body = { ids: [elsewhere.id, better.id, fine.id], revisions: [0, 1, 1], decision: 'accepted' as const };
    const { outcomes } = expectSuccess(await server.call('decideLateWork', { body }, { as: 'admin01' }));
    expect(outcomes).toEqual([
      { id: elsewhere.id, outcome: 'decided' },
      { id: better.id, outcome: 'refused', reason: expect.stringContaining('请先退回该科室的提交') },
      { id: fine.id, outcome: 'decided' },
    ]);
    expect((await audited()).slice(recordsBefore.length).map(({ action, object_id: id }) => [action, id]).toSorted()).toEqual(
      [['lateWork.accept', deptTaskId], ['lateWork.accept', second.deptTaskId]].toSorted(),
    );
    expect(await answerOf(deptTaskId, points[0]!)).toMatchObject({ result: 'notApplicable', answeredByName: '张内一' });
    expect(await answerOf(deptTaskId, points[1]!)).toMatchObject({ result: 'unqualified' });
    expect(await answerOf(second.deptTaskId, points[2]!)).toMatchObject({ ...unqualified, answeredByName: '王外三' });
  });

  it('refuse all when one is of another company or unknown', async () => {
    const { taskId, deptTaskId } = await issue();
    await cancel(taskId);
    const entry = newEntry(server, points[0]!);
    await handIn(deptTaskId, [entry]);
    const body = { ids: [entry.id, newEntry(server, points[0]!).id], decision: 'accepted' as const };
    expect(await server.call('decideLateWork', { body }, { as: 'admin01' })).toMatchObject({ code: 4004 });
    expect(await listed(taskId)).toMatchObject([{ status: 'waiting' }]);
  });
});

describe('corrections', () => {
  const opened = (alsoTo?: string) => openCorrection(server, { pointIds: points, ...(alsoTo !== undefined && { alsoTo }) });
  type Opened = Awaited<ReturnType<typeof opened>>;
  const handInFor = async ({ id, deptTaskId }: Opened, entries: CorrectionEntry[], as: Account = 'staff01') => {
    const body = { id, deptTaskId, entries: entries.map((entry) => ({ ...entry, content: '锐器盒及时更换' })) };
    return expectSuccess(await server.call('handInCorrections', { body }, { as })).outcomes;
  };

  it('of a confirmed self-correction wait for an administrator, and accepted stay on record alone', async () => {
    const correction = await opened();
    await correctAll(server, correction);
    expectSuccess(await confirm(server, correction.id));
    const entry = correctionEntry(server, correction.itemIds[0]!, { measures: '另行更换', baseRevision: 1 });
    expect(await saveCorrection(server, correction.id, entry)).toMatchObject({ outcome: 'rejected', reason: expect.stringContaining('确认') });
    expect(await handInFor(correction, [entry])).toEqual([{ id: entry.id, outcome: 'saved' }]);
    expect(await handInFor(correction, [entry])).toEqual([{ id: entry.id, outcome: 'saved' }]);
    expect(await listed(correction.taskId)).toMatchObject([
      {
        kind: 'correction',
        id: entry.id,
        value: { measures: '另行更换', responsible: '张主任', correctedAt: entry.correctedAt },
        current: { measures: '已更换并登记', revision: 1 },
        lateReason: expect.stringMatching(/^自纠已由 管理员甲 于 .+ 确认$/),
        recordOnly: '自纠已确认',
      },
    ]);
    expect(await decided({ id: entry.id, decision: 'accepted' })).toEqual({ id: entry.id, outcome: 'decided' });
    expect((await readCorrection(server, correction.id)).items[0]).toMatchObject({ measures: '已更换并登记', revision: 1 });
    // A phone that still sends it the usual way is told that it arrived.
    expect(await saveCorrection(server, correction.id, entry)).toMatchObject({ outcome: 'handedIn' });
    expect((await mine()).find(({ id }) => id === entry.id)).toMatchObject({ status: 'accepted', kind: 'correction' });
  });

  it('of somebody who has left the department become the value that holds, with their author, once', async () => {
    const correction = await opened();
    const photo = await uploaded(server, await makePhoto(21), 'staff03');
    const entry = correctionEntry(server, correction.itemIds[1]!, { measures: '由外科更换', photosAfter: [photo] });
    expect(await server.call('saveCompanySelfCorrectInfo', { body: { id: correction.id, entries: [entry] } }, { as: 'staff03' })).toMatchObject({ code: 4004 });
    await handInFor(correction, [entry], 'staff03');
    expect(await listed(correction.taskId)).toMatchObject([{ lateReason: '填写人已不在该科室', recordOnly: '', current: null }]);
    expect(await decided({ id: entry.id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    const { items, correctedCount } = await readCorrection(server, correction.id);
    expect(items[1]).toMatchObject({ measures: '由外科更换', photosAfter: [photo], savedByName: '王外三', correctedAt: entry.correctedAt, revision: 1 });
    expect(correctedCount).toBe(1);
    expect(await server.call('readFile', { params: { sha256: photo } }, { as: 'staff02' })).toMatchObject({ status: 200 });
    expect(await server.call('saveCompanySelfCorrectInfo', { body: { id: correction.id, entries: [entry] } }, { as: 'staff03' })).toMatchObject({
      code: 1000,
      message: { outcomes: [{ id: entry.id, outcome: 'handedIn' }] },
    });
  });

  it('count from when they came, however late they are decided on, and from a return that came between', async () => {
    const days = (count: number) => count * 24 * 60 * 60 * 1000;
    const correction = await openCorrection(server, { pointIds: points, correctDays: 5 });
    const [waiting, returned] = correction.itemIds.slice(0, 2);
    await saveCorrection(server, correction.id, correctionEntry(server, returned!));
    server.clock.advance(days(2));
    const marked = server.clock.now().toISOString();
    const [one, other] = [correctionEntry(server, waiting!), correctionEntry(server, returned!, { baseRevision: 2 })];
    server.clock.advance(days(1));
    await handInFor(correction, [one, other], 'staff03');
    server.clock.advance(days(1));
    const returnedAt = server.clock.now().toISOString();
    expectSuccess(await returnItem(server, correction.id, returned!));
    server.clock.advance(days(8));
    const decidedAt = server.clock.now().toISOString();
    for (const { id } of [one, other]) expect(await decided({ id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    const items = new Map((await readCorrection(server, correction.id)).items.map((item) => [item.itemId, item]));
    expect(items.get(waiting!)).toMatchObject({ correctedAt: marked, savedAt: decidedAt });
    expect(items.get(returned!)).toMatchObject({ correctedAt: returnedAt, savedAt: decidedAt });
  });

  it('of a self-correction that a return took away before its points were remembered are kept in the words of the phone', async () => {
    const correction = await opened();
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId: correction.deptTaskId, reason: '请重查' } }, { as: 'admin01' }));
    await server.context.db.deleteFrom('removed_correction_item').where('dept_task_id', '=', correction.deptTaskId).execute();
    const entry = correctionEntry(server, correction.itemIds[0]!);
    await handInFor(correction, [entry]);
    expect(await listed(correction.taskId)).toMatchObject([
      { content: '锐器盒及时更换', lateReason: '自纠已不存在：科室任务被退回或撤回过', recordOnly: '自纠已不存在', current: null },
    ]);
    expect(await decided({ id: entry.id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    expect((await audited()).at(-1)?.summary).toMatch(/，“锐器盒及时更换”$/);
  });

  it('of a self-correction that a return took away become the value of the same point, once the task is submitted again', async () => {
    const correction = await opened();
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId: correction.deptTaskId, reason: '请重查' } }, { as: 'admin01' }));
    const photo = await uploaded(server, await makePhoto(22));
    const written = correctionEntry(server, correction.itemIds[1]!, { measures: '退回前写的措施', photosAfter: [photo] });
    const superseded = correctionEntry(server, correction.itemIds[2]!, { measures: '已改为合格的要点' });
    await handInFor(correction, [written]);
    const [, pointId, qualifiedPoint] = points;
    expectSuccess(await server.call('saveAnswers', { body: { deptTaskId: correction.deptTaskId, entries: [newEntry(server, qualifiedPoint!, { baseRevision: 1 })] } }, { as: 'staff01' }));
    expectSuccess(await submit(server, correction.deptTaskId));
    const { id: again } = await server.context.db.selectFrom('self_correction').select('id').where('dept_task_id', '=', correction.deptTaskId).executeTakeFirstOrThrow();
    expect(again).not.toBe(correction.id);
    // One more comes only now; its point has no item any more.
    await handInFor(correction, [superseded]);
    const byId = new Map((await listed(correction.taskId)).map((late) => [late.id, late]));
    expect(byId.get(written.id)).toMatchObject({ recordOnly: '', current: null, lateReason: '自纠已不存在：科室任务被退回或撤回过' });
    expect(byId.get(superseded.id)).toMatchObject({ recordOnly: '自纠已不存在', current: null });
    for (const { id } of [written, superseded]) expect(await decided({ id, decision: 'accepted' })).toEqual({ id, outcome: 'decided' });
    const { items, correctedCount } = await readCorrection(server, again);
    expect(items.map((item) => item.pointId)).not.toContain(qualifiedPoint);
    expect(items.find((item) => item.pointId === pointId)).toMatchObject({ measures: '退回前写的措施', photosAfter: [photo], savedByName: '张内一', revision: 1 });
    expect(correctedCount).toBe(1);
    // What holds by then is not replaced unseen.
    const other = correctionEntry(server, correction.itemIds[1]!, { measures: '又一份' });
    await handInFor(correction, [other]);
    const body = { ids: [other.id], revisions: [0], decision: 'accepted' as const };
    expect(expectSuccess(await server.call('decideLateWork', { body }, { as: 'admin01' })).outcomes).toMatchObject([{ outcome: 'refused' }]);
  });

  it('of a self-correction that a withdrawal took away are kept as well', async () => {
    const correction = await opened();
    const { submittedAt } = expectSuccess(await server.call('queryTaskCheckPointInfo', { params: { id: correction.deptTaskId } }, { as: 'staff01' }));
    expectSuccess(await server.call('withdrawSubmission', { body: { deptTaskId: correction.deptTaskId, submittedAt: submittedAt ?? '' } }, { as: 'staff01' }));
    const entry = correctionEntry(server, correction.itemIds[0]!);
    expect(await handInFor(correction, [entry])).toEqual([{ id: entry.id, outcome: 'saved' }]);
    const { points: issued } = await readDetail(server, correction.deptTaskId);
    const { content } = issued.find(({ pointId }) => pointId === points[0])!;
    expect(await listed(correction.taskId)).toMatchObject([{ content, recordOnly: '自纠已不存在', current: null }]);
  });

  it('that name another self-correction, or an item of one, are refused also where a return took one of the task away', async () => {
    const correction = await opened();
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId: correction.deptTaskId, reason: '请重查' } }, { as: 'admin01' }));
    const other = await opened();
    const itemId = other.itemIds[0]!;
    for (const id of [other.id, correction.id]) {
      const strange = correctionEntry(server, itemId, { measures: '不是这份自纠的' });
      expect(await handInFor({ ...correction, id }, [strange])).toEqual([{ id: strange.id, outcome: 'rejected', reason: '整改项不在本自纠中' }]);
    }
    expect(await listed(correction.taskId)).toEqual([]);
    expect((await readCorrection(server, other.id)).items[0]).toMatchObject({ measures: '', revision: 0 });
  });

  it('whose item another company has show nothing of it', async () => {
    const correction = await opened();
    const foreign = await opened();
    const itemId = foreign.itemIds[0]!;
    expect(await saveCorrection(server, foreign.id, correctionEntry(server, itemId, { measures: '机密措施' }))).toMatchObject({ outcome: 'saved' });
    await server.context.db.updateTable('self_correction_item').set({ comp_no: companies.second.compNo }).where('id', '=', itemId).execute();
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId: correction.deptTaskId, reason: '请重查' } }, { as: 'admin01' }));
    const entry = correctionEntry(server, itemId);
    expect(await handInFor(correction, [entry])).toEqual([{ id: entry.id, outcome: 'saved' }]);
    expect(await listed(correction.taskId)).toMatchObject([{ recordOnly: '自纠已不存在', current: null }]);
  });

  it('about an item of another department change nothing there, though they were kept', async () => {
    const correction = await opened();
    const other = await openCorrection(server, { pointIds: points, deptId: depts.surgery.id }, 'staff03');
    await saveCorrection(server, other.id, correctionEntry(server, other.itemIds[0]!, { measures: '外科的办法' }), 'staff03');
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId: correction.deptTaskId, reason: '请重查' } }, { as: 'admin01' }));
    const entry = correctionEntry(server, correction.itemIds[0]!, { measures: '别科的办法' });
    await handInFor(correction, [entry]);
    const named = { self_correction_id: other.id, item_id: other.itemIds[0]! };
    await server.context.db.updateTable('late_work').set(named).where('entry_id', '=', entry.id).execute();
    expect(await listed(correction.taskId)).toMatchObject([{ recordOnly: '自纠已不存在', current: null }]);
    expect(await decided({ id: entry.id, decision: 'accepted' })).toMatchObject({ outcome: 'decided' });
    expect((await readCorrection(server, other.id, 'staff03')).items[0]).toMatchObject({ measures: '外科的办法', revision: 1 });
  });

  it('of a cancelled task are told so, and one of another self-correction or without its photo is refused', async () => {
    const correction = await opened(depts.surgery.id);
    await cancel(correction.taskId);
    const other = await opened();
    const [good, strange] = [correctionEntry(server, correction.itemIds[0]!), correctionEntry(server, other.itemIds[0]!)];
    const noPhoto = correctionEntry(server, correction.itemIds[1]!, { photosAfter: ['d'.repeat(64)] });
    expect(await handInFor(correction, [good, strange, noPhoto])).toEqual([
      { id: good.id, outcome: 'saved' },
      { id: strange.id, outcome: 'rejected', reason: '整改项不在本自纠中' },
      { id: noPhoto.id, outcome: 'photosMissing', missingPhotos: ['d'.repeat(64)] },
    ]);
    expect(await handInFor(correction, [good], 'staff02')).toMatchObject([{ outcome: 'rejected', reason: '编号已被使用' }]);
    expect(await listed(correction.taskId)).toMatchObject([{ id: good.id, lateReason: '任务已取消（重复下发）', recordOnly: '任务已取消' }]);
  });
});
