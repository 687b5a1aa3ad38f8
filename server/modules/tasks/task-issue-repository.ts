import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Insertable, sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows, isOneOf, jsonRows } from '../../database/json-rows.ts';
import type { TaskTable } from '../../database/tables.ts';

/** A task with this id, whosever it is. */
export const findIssued = (db: Queryable, id: string) =>
  db
    .selectFrom('task')
    .select(['created_by', 'task_name'])
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Another transaction that issues under the same id waits here for the first.
 * @returns false when the id is taken
 */
export async function insertTask(trx: Queryable, row: Insertable<TaskTable>): Promise<boolean> {
  const result = await trx
    .insertInto('task')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export interface PinnedPoint {
  point_id: string;
  version_id: string;
  category_id: string;
  item_name: string;
  seq: number;
}

const pinnedColumns = { point_id: 'text', version_id: 'text', category_id: 'text', seq: 'integer' } as const;

export const insertTaskPoints = (trx: Queryable, dialect: Dialect, taskId: string, points: readonly PinnedPoint[]): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'task_point',
    { task_id: 'text', item_name: 'text', ...pinnedColumns },
    points.map((point) => ({ task_id: taskId, ...point })),
  );

/**
 * Rows that one statement makes at most: a million, which a task may have, would take longer than a statement may, and SQLite
 * answers nobody else meanwhile.
 */
const ROWS_PER_STATEMENT = 25_000;

/**
 * Issues the same points to some departments: the department tasks, and in each an unanswered answer for every point.
 * The rows are made inside the database, since there may be hundreds of thousands.
 */
export async function insertDeptTasks(
  trx: Queryable,
  dialect: Dialect,
  task: { id: string; comp_no: string },
  deptTasks: readonly { id: string; deptId: string }[],
  points: readonly PinnedPoint[],
): Promise<void> {
  await insertRows(
    trx,
    dialect,
    'dept_task',
    {
      id: 'text',
      comp_no: 'text',
      task_id: 'text',
      dept_id: 'text',
      point_count: 'integer',
      answered_count: 'integer',
      unqualified_count: 'integer',
      is_returned: 'integer',
    },
    deptTasks.map(({ id, deptId }) => ({
      id,
      comp_no: task.comp_no,
      task_id: task.id,
      dept_id: deptId,
      point_count: points.length,
      answered_count: 0,
      unqualified_count: 0,
      is_returned: 0,
    })),
  );
  const deptsAtOnce = Math.max(1, Math.floor(ROWS_PER_STATEMENT / points.length));
  for (let start = 0; start < deptTasks.length; start += deptsAtOnce) {
    const ids = deptTasks.slice(start, start + deptsAtOnce).map(({ id }) => id);
    // Department by department: a phone reads the rows of one together. `materialized`: the list is parsed once, not for each.
    await sql`with r as materialized (select * from ${jsonRows(dialect, pinnedColumns, points)} as list)
      insert into answer (dept_task_id, point_id, comp_no, dept_id, version_id, category_id, seq, remark, photos, revision)
      select d.id, r.point_id, d.comp_no, d.dept_id, r.version_id, r.category_id, r.seq, '', '[]', 0
      from dept_task as d cross join r where ${isOneOf(dialect, 'd.id', ids)} order by d.id, r.seq`.execute(trx);
    // SQLite works on this thread: what needs no database is answered in between, such as whether the server is well.
    await nextTurn();
  }
}
