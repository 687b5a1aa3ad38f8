import type { AnswerHistory } from '#contract/answer.ts';
import { shanghaiDay } from '#contract/calendar.ts';
import type { Page } from '#contract/paging.ts';
import type { DeptTask, DeptTaskDetail, SubmissionReturn } from '#contract/task.ts';
import { type Caller, mayRead } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { noteSubmissionOpened } from '../../database/opened-submissions.ts';
import { notFound } from '../../errors.ts';
import { readReminders } from '../notices/announcement-service.ts';
import { findSelfCorrection } from '../self-corrections/open-corrections-service.ts';
import { limitsOfRow } from '../scores/score-setting-service.ts';
import { listHistory, listLastAnswers, listPoints } from './answer-repository.ts';
import { toDeptTask, toHistory, toPoint, toReturn } from './dept-task-presenter.ts';
import {
  type DeptTaskFilterStatus,
  findDeptTaskId,
  findDeptTaskPage,
  findListedDeptTask,
  listDeptTasksById,
  listDeptTasksOfTask,
  type ListedDeptTask,
} from './dept-task-repository.ts';
import { listReturns } from './submission-repository.ts';

/** After every instant that the server writes. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

/** Tasks of the caller's own department; an administrator's too, whose department may have tasks like any other. */
export async function findMyDeptTasks(
  context: ServerContext,
  caller: Caller,
  query: { taskName: string; taskType?: number | undefined; status?: DeptTaskFilterStatus | undefined; pageNum: number; pageSize: number },
): Promise<Page<DeptTask>> {
  const now = context.now();
  const filter = {
    compNo: caller.compNo,
    deptId: caller.deptId,
    taskName: query.taskName,
    taskType: query.taskType,
    status: query.status,
    today: shanghaiDay(now),
  };
  const { rows, total } = await findDeptTaskPage(context.db, filter, query);
  return { records: rows.map((row) => toDeptTask(row, now)), total, pageNum: query.pageNum, pageSize: query.pageSize };
}

/** Every department's part of a task of the company. */
export async function listDeptTasks(context: ServerContext, compNo: string, taskId: string): Promise<DeptTask[]> {
  const now = context.now();
  const [rows, reminders] = await Promise.all([listDeptTasksOfTask(context.db, compNo, taskId), readReminders(context.db, taskId)]);
  return rows.map((row) => {
    const reminder = reminders.get(row.id);
    return { ...toDeptTask(row, now), remindedAt: reminder?.at ?? null, remindCount: reminder?.count ?? 0 };
  });
}

/** Department tasks of the company, in the order of their ids in the list. */
export async function listDeptTasksInOrder(context: ServerContext, compNo: string, ids: readonly string[]): Promise<DeptTask[]> {
  const now = context.now();
  const rows = await listDeptTasksById(context.db, context.dialect, compNo, ids);
  const byId = new Map(rows.map((row) => [row.id, toDeptTask(row, now)]));
  return ids.map((id) => byId.get(id)).filter((deptTask) => deptTask !== undefined);
}

/** All that is needed to fill a department task in, or to read it afterwards. */
export async function readDeptTask(context: ServerContext, caller: Caller, id: string): Promise<DeptTaskDetail> {
  const row = await findReadable(context, caller, id);
  const mayBeCorrecting = row.submitted_at !== null && row.unqualified_count > 0;
  const [points, lastAnswers, correction] = await Promise.all([
    listPoints(context.db, id),
    listLastAnswers(context.db, id, row.submitted_at ?? END_OF_TIME),
    mayBeCorrecting ? findSelfCorrection(context.db, id) : undefined,
  ]);
  const lastOf = new Map(lastAnswers.map((last) => [last.point_id, last]));
  return {
    ...toDeptTask(row, context.now()),
    scoreLimits: limitsOfRow(row),
    remark: row.remark,
    cancelReason: row.cancel_reason,
    returnedAt: row.returned_at,
    firstSubmittedAt: row.first_submitted_at,
    withdrawnByName: row.withdrawer_name,
    openedAt: row.opened_at,
    correctionId: correction?.id ?? null,
    isCorrecting: correction?.isTouched === true,
    points: points.map((point) => toPoint(point, lastOf.get(point.point_id))),
  };
}

/** As an administrator opens it: from then on its department cannot take the submission back. */
export async function readDeptTaskOf(context: ServerContext, caller: Caller, taskId: string, deptId: string): Promise<DeptTaskDetail> {
  const row = await findDeptTaskId(context.db, caller.compNo, taskId, deptId);
  if (row === undefined) throw notFound();
  await noteSubmissionOpened(context.db, row.id, context.now());
  return readDeptTask(context, caller, row.id);
}

/** Every value that the points of a department task ever had, and every return of it. */
export async function readHistory(
  context: ServerContext,
  caller: Caller,
  deptTaskId: string,
): Promise<{ history: AnswerHistory[]; returns: SubmissionReturn[] }> {
  await findReadable(context, caller, deptTaskId);
  const [values, returns] = await Promise.all([listHistory(context.db, deptTaskId), listReturns(context.db, deptTaskId)]);
  return { history: values.map(toHistory), returns: returns.map(toReturn) };
}

async function findReadable(context: ServerContext, caller: Caller, id: string): Promise<ListedDeptTask> {
  const row = await findListedDeptTask(context.db, caller.compNo, id);
  if (row === undefined || !mayRead(caller, row)) throw notFound();
  return row;
}
