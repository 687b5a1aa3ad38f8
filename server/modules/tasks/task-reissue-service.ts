import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReissuedTask } from '#contract/task.ts';
import type { ServerContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { countPointsAlike, listPointIdsOf, listPointSums } from './task-reissue-repository.ts';
import { findTask } from './task-repository.ts';

/** What a task was issued with. What most departments were asked counts as common; the others have lists of their own. */
export async function readTaskToReissue({ db }: ServerContext, compNo: string, id: string): Promise<ReissuedTask> {
  const task = await findTask(db, compNo, id);
  if (task === undefined) throw notFound();
  const deptTasks = await listPointSums(db, id);
  const sizes = Map.groupBy(deptTasks, ({ point_count }) => point_count);
  const [common] = [...sizes.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
  const own: typeof deptTasks = [];
  for (const deptTask of deptTasks) {
    if (common === undefined || deptTask.id === common.id) continue;
    const isAlike = deptTask.point_count === common.point_count && (await countPointsAlike(db, deptTask.id, common.id)) === common.point_count;
    if (!isAlike) own.push(deptTask);
    // SQLite works on this thread, and there may be hundreds of departments.
    await nextTurn();
  }
  const lists: [string, string[]][] = [];
  for (const deptTask of own) lists.push([deptTask.dept_id, await listPointIdsOf(db, deptTask.id)]);
  return {
    taskName: task.task_name,
    taskType: task.task_type,
    startDate: task.start_date,
    correctDays: task.correct_days,
    remark: task.remark,
    deptIds: deptTasks.map(({ dept_id }) => dept_id),
    pointIds: common === undefined ? [] : await listPointIdsOf(db, common.id),
    deptPointIds: Object.fromEntries(lists),
  };
}
