import { v7 as uuidv7 } from 'uuid';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import type { CorrectionEntry, CorrectionOutcome } from '#contract/self-correction.ts';
import type { NewTask } from '#contract/task.ts';
import { type Account, depts } from './fixture.ts';
import type { TestServer } from './server.ts';
import { answerAll, expectSuccess, issueTask, submit } from './task-fixture.ts';

export interface OpenedCorrection {
  id: string;
  taskId: string;
  deptTaskId: string;
  /** In the order of the task. */
  itemIds: string[];
}

/**
 * Submits a task in which every point is 不合格, and so opens a self-correction of all of them.
 * `alsoTo` has the task too and does not submit it: only then can it be cancelled.
 */
export async function openCorrection(
  server: TestServer,
  fields: Partial<NewTask> & { pointIds: string[]; deptId?: string; alsoTo?: string },
  as: Account = 'staff01',
  issuer: Account = 'admin01',
): Promise<OpenedCorrection> {
  const { deptId = depts.internal.id, alsoTo, ...task } = fields;
  const { taskId, deptTaskIds } = await issueTask(server, { ...task, deptIds: alsoTo === undefined ? [deptId] : [deptId, alsoTo] }, issuer);
  const deptTaskId = deptTaskIds[deptId] ?? '';
  await answerAll(server, deptTaskId, fields.pointIds, fields.pointIds, as);
  expectSuccess(await submit(server, deptTaskId, as));
  const { id } = await server.context.db.selectFrom('self_correction').select('id').where('dept_task_id', '=', deptTaskId).executeTakeFirstOrThrow();
  const { items } = await readCorrection(server, id, as);
  return { id, taskId, deptTaskId, itemIds: items.map((item) => item.itemId) };
}

export const readCorrection = async (server: TestServer, id: string, as: Account = 'staff01'): Promise<CallAnswer<'queryCompanySelfCorrectById'>> =>
  expectSuccess(await server.call('queryCompanySelfCorrectById', { params: { id } }, { as }));

/** Filled in and marked 已整改 unless told otherwise. */
export const correctionEntry = (server: TestServer, itemId: string, fields: Partial<CorrectionEntry> = {}): CorrectionEntry => ({
  id: uuidv7(),
  itemId,
  measures: '已更换并登记',
  responsible: '张主任',
  photosAfter: [],
  correctedAt: server.clock.now().toISOString(),
  baseRevision: 0,
  ...fields,
});

export const saveCorrections = async (
  server: TestServer,
  id: string,
  entries: CorrectionEntry[],
  as: Account = 'staff01',
): Promise<CallAnswer<'saveCompanySelfCorrectInfo'>> =>
  expectSuccess(await server.call('saveCompanySelfCorrectInfo', { body: { id, entries } }, { as }));

/** Saves one entry and gives its outcome. */
export async function saveCorrection(server: TestServer, id: string, entry: CorrectionEntry, as: Account = 'staff01'): Promise<CorrectionOutcome> {
  const { outcomes } = await saveCorrections(server, id, [entry], as);
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

/** Marks every item 已整改. */
export const correctAll = (server: TestServer, correction: OpenedCorrection, as: Account = 'staff01') =>
  saveCorrections(
    server,
    correction.id,
    correction.itemIds.map((itemId) => correctionEntry(server, itemId)),
    as,
  );

export const confirm = async (server: TestServer, id: string, as: Account = 'admin01') =>
  server.call('confirmSelfCorrect', { body: { id, version: (await readCorrection(server, id, as)).version } }, { as });

/** Due in ten days. */
export const returnItem = (server: TestServer, id: string, itemId: string, reason = '请补充整改后的照片', as: Account = 'admin01') =>
  server.call('returnSelfCorrectItems', { body: { id, dueDate: addDays(shanghaiDay(server.clock.now()), 10), items: [{ itemId, reason }] } }, { as });
