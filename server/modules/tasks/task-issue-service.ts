import { setImmediate as nextTurn } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { shanghaiDay } from '#contract/calendar.ts';
import type { CallAnswer, CallRequest } from '#contract/endpoints.ts';
import { isClosedOn } from '#contract/department-kind.ts';
import { OWN_POINTS_MAX } from '#contract/limits.ts';
import { taskTypeLabel } from '#contract/task-status.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { isForeignKeyViolation } from '../../database/dialect.ts';
import { findFirst, once } from '../../database/operations.ts';
import { type AppError, conflict, wrongField } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { findIssuablePoints, type IssuablePoint } from '../check-points/check-point-service.ts';
import { listDepartmentOptions } from '../departments/department-service.ts';
import { announceIssuedTask } from '../notices/announcement-service.ts';
import { findIssued, insertDeptTasks, insertTask, insertTaskPoints, type PinnedPoint } from './task-issue-repository.ts';

type NewTask = CallRequest<'issueTask'>['body'];
type IssuedTask = CallAnswer<'issueTask'>;

/** Issues a task to departments, with every point in the wording that holds now. */
export async function issueTask(context: ServerContext, caller: Caller, task: NewTask): Promise<IssuedTask> {
  // The largest takes a tenth of a second to be read and checked: others are answered before more is done with it.
  await nextTurn();
  // Departments may be closed since, and points retired.
  const first = await findFirst<IssuedTask>(context.db, caller.operation);
  if (first !== undefined) return first.answer;

  const now = context.now();
  if (task.endDate < shanghaiDay(now)) throw wrongField('endDate', '结束日期不能早于今天');
  await checkDepartments(context, caller.compNo, task);
  const points = await checkPoints(context, caller.compNo, task);
  await nextTurn();
  try {
    return await once(context.db, caller.operation, (trx) => issueWithin(trx, context, caller, task, points, now));
  } catch (error) {
    throw isForeignKeyViolation(error) ? conflict('所选科室或检查要点刚刚被删除，请刷新后重试') : error;
  }
}

async function issueWithin(
  trx: Queryable,
  context: ServerContext,
  caller: Caller,
  task: NewTask,
  points: readonly IssuablePoint[],
  now: Date,
): Promise<IssuedTask> {
  const { dialect } = context;
  const isFirst = await insertTask(trx, {
    id: task.id,
    comp_no: caller.compNo,
    task_name: task.taskName,
    task_type: task.taskType,
    start_date: task.startDate,
    end_date: task.endDate,
    correct_days: task.correctDays,
    remark: task.remark,
    dept_count: task.deptIds.length,
    submitted_count: 0,
    created_by: caller.employeeId,
    created_at: now.toISOString(),
  });
  if (!isFirst) throw await idTaken(trx, caller, task.id);

  await insertTaskPoints(trx, dialect, task.id, pin(points));
  const owner = { id: task.id, comp_no: caller.compNo };
  const commonDepts = task.deptIds.filter((deptId) => task.deptPointIds[deptId] === undefined);
  const groups = [
    { deptIds: commonDepts, pointIds: task.pointIds },
    ...Object.entries(task.deptPointIds).map(([deptId, pointIds]) => ({ deptIds: [deptId], pointIds })),
  ].filter((group) => group.deptIds.length > 0);
  let pointCount = 0;
  for (const { deptIds, pointIds } of groups) {
    const chosen = new Set(pointIds);
    const pinned = pin(points.filter((point) => chosen.has(point.id)));
    await insertDeptTasks(
      trx,
      dialect,
      owner,
      deptIds.map((deptId) => ({ id: uuidv7(), deptId })),
      pinned,
    );
    pointCount += pinned.length * deptIds.length;
  }
  await announceIssuedTask(trx, context, task, { caller, now });
  const summary = `下发${taskTypeLabel(task.taskType)}任务：${task.taskName}，${task.deptIds.length} 个科室，${points.length} 个检查要点`;
  await recordAudit(trx, caller, { action: 'task.issue', objectType: 'task', objectId: task.id, summary }, now);
  return { id: task.id, deptCount: task.deptIds.length, pointCount };
}

async function idTaken(trx: Queryable, caller: Caller, id: string): Promise<AppError> {
  const earlier = await findIssued(trx, id);
  if (earlier?.created_by !== caller.employeeId) return conflict('编号已被使用');
  // The answer to the first was lost, or another window issued it: what was changed since is not in that task.
  return conflict(`“${earlier.task_name}”已经下发，内容与现在填写的不同，请先查看任务列表。仍要另发一份，请再次下发`);
}

/** Points that are worked on before others are answered. */
const POINTS_AT_ONCE = 20_000;

/** The lists one by one, with a turn of the loop whenever many points were worked on. */
async function* inTurns<List extends readonly [unknown, readonly string[]]>(lists: readonly List[]): AsyncGenerator<List> {
  let points = 0;
  for (const list of lists) {
    yield list;
    points += list[1].length;
    if (points < POINTS_AT_ONCE) continue;
    points = 0;
    await nextTurn();
  }
}

async function checkDepartments(context: ServerContext, compNo: string, task: NewTask): Promise<void> {
  const all = await listDepartmentOptions(context, compNo);
  const known = new Set(all.map((dept) => dept.id));
  const today = shanghaiDay(context.now());
  const closed = new Set(all.filter((dept) => isClosedOn(today, dept)).map((dept) => dept.id));
  refuseRepeated('deptIds', task.deptIds, '科室重复');
  refuseFirst('deptIds', task.deptIds, (deptId) => !known.has(deptId), '科室不存在');
  refuseFirst('deptIds', task.deptIds, (deptId) => closed.has(deptId), '科室已停用');
  const chosen = new Set(task.deptIds);
  for (const deptId of Object.keys(task.deptPointIds)) {
    if (!chosen.has(deptId)) throw wrongField(`deptPointIds.${deptId}`, '单独指定要点的科室不在所选科室中');
  }
}

/** More than an institution has: of so many, one is unknown, and is the first to be refused. Two hundred thousand would hold up SQLite. */
const POINTS_LOOKED_UP = 5 * OWN_POINTS_MAX;

/** @returns the points that any department gets, in the library's order */
async function checkPoints(context: ServerContext, compNo: string, task: NewTask): Promise<IssuablePoint[]> {
  const lists = [
    ['pointIds', task.pointIds] as const,
    ...Object.entries(task.deptPointIds).map(([deptId, ids]) => [`deptPointIds.${deptId}`, ids] as const),
  ];
  const asked = new Set<string>();
  for await (const [field, ids] of inTurns(lists)) {
    refuseRepeated(field, ids, '检查要点重复');
    for (const id of ids) if (asked.size < POINTS_LOOKED_UP) asked.add(id);
  }
  const usable = await findIssuablePoints(context.db, context.dialect, compNo, asked);
  const usableIds = new Set(usable.map((point) => point.id));
  const isCommonUsed = task.deptIds.some((deptId) => task.deptPointIds[deptId] === undefined);
  const issued = new Set<string>();
  for await (const [field, ids] of inTurns(lists)) {
    refuseFirst(field, ids, (id) => !usableIds.has(id), '检查要点不存在或已停用');
    if (field !== 'pointIds' || isCommonUsed) for (const id of ids) issued.add(id);
  }
  return usable.filter((point) => issued.has(point.id));
}

function refuseRepeated(field: string, ids: readonly string[], message: string): void {
  const seen = new Set<string>();
  refuseFirst(field, ids, (id) => seen.size === seen.add(id).size, message);
}

function refuseFirst(field: string, ids: readonly string[], isWrong: (id: string) => boolean, message: string): void {
  const position = ids.findIndex(isWrong);
  if (position !== -1) throw wrongField(`${field}.${position}`, message);
}

const pin = (points: readonly IssuablePoint[]): PinnedPoint[] =>
  points.map((point, index) => ({ point_id: point.id, version_id: point.versionId, category_id: point.categoryId, item_name: point.itemName, seq: index + 1 }));
