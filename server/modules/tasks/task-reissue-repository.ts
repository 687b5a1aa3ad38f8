import type { Queryable } from '../../context.ts';

/** Every department's part of a task, with how many points it has. */
export const listPointSums = (db: Queryable, taskId: string): Promise<{ id: string; dept_id: string; point_count: number }[]> =>
  db.selectFrom('dept_task').select(['id', 'dept_id', 'point_count']).where('task_id', '=', taskId).orderBy('id').execute();

/** How many points of a department task another one has as well. */
export async function countPointsAlike(db: Queryable, id: string, otherId: string): Promise<number> {
  const { count } = await db
    .selectFrom('answer as one')
    .innerJoin('answer as other', (join) => join.onRef('other.point_id', '=', 'one.point_id').on('other.dept_task_id', '=', otherId))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('one.dept_task_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** In the order of the task. */
export async function listPointIdsOf(db: Queryable, deptTaskId: string): Promise<string[]> {
  const rows = await db.selectFrom('answer').select('point_id').where('dept_task_id', '=', deptTaskId).orderBy('seq').execute();
  return rows.map((row) => row.point_id);
}
