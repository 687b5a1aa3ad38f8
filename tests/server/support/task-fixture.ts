import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { AnswerEntry, EntryOutcome } from '#contract/answer.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import type { NewTask } from '#contract/task.ts';
import type { ServerContext } from '../../../server/context.ts';
import { type Account, companies, depts } from './fixture.ts';
import type { Answer, TestServer } from './server.ts';

/** Identifiers of check points that the company may issue, in the library's order. */
export async function somePointIds(server: TestServer, count: number, as: Account = 'admin01'): Promise<string[]> {
  const ids: string[] = [];
  for (let pageNum = 1; ids.length < count; pageNum += 1) {
    const { message } = await server.call('queryPointPage', { query: { pageNum, pageSize: 100 } }, { as });
    if (message.records.length === 0) throw new Error(`the library has only ${ids.length} points`);
    ids.push(...message.records.map((point) => point.id));
  }
  return ids.slice(0, count);
}

export interface OwnPoint {
  id: string;
  itemId: string;
  categoryId: string;
}

/** Points that the company added itself, all below one item of its own. */
export async function addOwnPoints(context: ServerContext, count: number, compNo: string = companies.first.compNo): Promise<OwnPoint[]> {
  const category = { id: randomUUID(), comp_no: compNo, parent_id: null, item_name: '本院补充', sort: 99 };
  const item = { id: randomUUID(), comp_no: compNo, parent_id: category.id, item_name: '本院补充项目', sort: 1 };
  const at = '2026-01-01T00:00:00.000Z';
  const points = Array.from({ length: count }, (_, index) => ({ id: randomUUID(), versionId: randomUUID(), number: index + 1 }));
  await context.db.transaction().execute(async (trx) => {
    await trx.insertInto('check_item').values([category, item]).execute();
    for (let start = 0; start < points.length; start += 500) {
      const part = points.slice(start, start + 500);
      await trx
        .insertInto('check_point_version')
        .values(
          part.map((point) => ({
            id: point.versionId,
            point_id: point.id,
            content: `本院要点 ${point.number}`,
            method: '现场查看',
            basis_law: '医疗机构管理条例',
            basis_article: 1,
            basis_gist: '本院规定',
            expected: '符合规定',
            created_at: at,
          })),
        )
        .execute();
      await trx
        .insertInto('check_point')
        .values(
          part.map((point) => ({
            id: point.id,
            comp_no: compNo,
            item_id: item.id,
            category_id: category.id,
            version_id: point.versionId,
            sort: point.number,
            retired_at: null,
            created_at: at,
          })),
        )
        .execute();
    }
  });
  return points.map((point) => ({ id: point.id, itemId: item.id, categoryId: category.id }));
}

/** A correct task, running from the first to the last day of the test month. */
export const newTask = (fields: Partial<NewTask> & { pointIds: string[] }): NewTask => ({
  id: uuidv7(),
  taskName: '六月日常自查',
  taskType: 3,
  startDate: '2026-06-01',
  endDate: '2026-06-30',
  deptIds: [depts.internal.id],
  ...fields,
});

export interface IssuedTask {
  taskId: string;
  /** Department task by department. */
  deptTaskIds: Record<string, string>;
  pointIds: string[];
}

export async function issueTask(server: TestServer, fields: Partial<NewTask> & { pointIds: string[] }, as: Account = 'admin01'): Promise<IssuedTask> {
  const task = newTask(fields);
  expectSuccess(await server.call('issueTask', { body: task }, { as }));
  const list = expectSuccess(await server.call('queryTaskDeptList', { query: { taskId: task.id } }, { as }));
  return { taskId: task.id, deptTaskIds: Object.fromEntries(list.map((row) => [row.deptId, row.id])), pointIds: fields.pointIds };
}

/** A task for 内科 alone. */
export async function issueToInternal(
  server: TestServer,
  fields: Partial<NewTask> & { pointIds: string[] },
): Promise<{ taskId: string; deptTaskId: string; pointIds: string[] }> {
  const { taskId, deptTaskIds, pointIds } = await issueTask(server, fields);
  return { taskId, deptTaskId: deptTaskIds[depts.internal.id] ?? '', pointIds };
}

export const newEntry = (server: TestServer, pointId: string, fields: Partial<AnswerEntry> = {}): AnswerEntry => ({
  id: uuidv7(),
  pointId,
  result: 'qualified',
  remark: '',
  photos: [],
  answeredAt: server.clock.now().toISOString(),
  baseRevision: 0,
  ...fields,
});

export async function save(server: TestServer, deptTaskId: string, entries: AnswerEntry[], as: Account = 'staff01'): Promise<CallAnswer<'saveAnswers'>> {
  return expectSuccess(await server.call('saveAnswers', { body: { deptTaskId, entries } }, { as }));
}

/** Saves one entry and gives its outcome. */
export async function saveOne(server: TestServer, deptTaskId: string, entry: AnswerEntry, as: Account = 'staff01'): Promise<EntryOutcome> {
  const { outcomes } = await save(server, deptTaskId, [entry], as);
  const outcome = outcomes[0];
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

/** Answers every point 合格, but for those named, which are 不合格. */
export const answerAll = (server: TestServer, deptTaskId: string, pointIds: string[], unqualified: string[] = [], as: Account = 'staff01') =>
  save(
    server,
    deptTaskId,
    pointIds.map((pointId) => newEntry(server, pointId, unqualified.includes(pointId) ? { result: 'unqualified', remark: '不符合要求' } : {})),
    as,
  );

/** As a person does who has the task before them. */
export async function submit(server: TestServer, deptTaskId: string, as: Account = 'staff01', id: string = uuidv7()) {
  const row = await server.context.db.selectFrom('dept_task').select(['returned_at', 'withdrawn_at']).where('id', '=', deptTaskId).executeTakeFirst();
  const body = { id, deptTaskId, submittedAt: server.clock.now().toISOString(), returnedAt: row?.returned_at ?? null, withdrawnAt: row?.withdrawn_at ?? null, isUnchangedConfirmed: true };
  return server.call('submitDeptTask', { body }, { as });
}

export const readDetail = async (server: TestServer, deptTaskId: string, as: Account = 'staff01'): Promise<CallAnswer<'queryTaskCheckPointInfo'>> =>
  expectSuccess(await server.call('queryTaskCheckPointInfo', { params: { id: deptTaskId } }, { as }));

/** The payload of a call that has to succeed. */
export function expectSuccess<Payload>(answer: Answer<Payload>): Payload {
  if (answer.code !== 1000) throw new Error(`expected success, got ${answer.status}: ${answer.body.toString()}`);
  return answer.message;
}
