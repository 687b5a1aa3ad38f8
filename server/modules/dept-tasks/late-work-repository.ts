import { type Selectable, sql } from 'kysely';
import type { LateStatus } from '#contract/late-status.ts';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { isOneOf } from '../../database/json-rows.ts';
import type { LateWorkTable } from '../../database/tables.ts';

export type LateWorkRow = Selectable<LateWorkTable>;

/** In the order of their department tasks, so that two that hold several do so in the same order. */
export const listLateWorkById = (db: Queryable, dialect: Dialect, compNo: string, entryIds: readonly string[]): Promise<LateWorkRow[]> =>
  db
    .selectFrom('late_work')
    .selectAll()
    .where(isOneOf(dialect, 'entry_id', entryIds))
    .where('comp_no', '=', compNo)
    .orderBy('dept_task_id')
    .orderBy('entry_id')
    .execute();

/** The point of late work as it was issued, or, where the server does not know it, as the phone has it. */
export async function findLateContent(db: Queryable, late: LateWorkRow): Promise<string> {
  const issued = await db
    .selectFrom('answer as a')
    .innerJoin('check_point_version as v', 'v.id', 'a.version_id')
    .select('v.content')
    .where('a.dept_task_id', '=', late.dept_task_id)
    .where('a.point_id', '=', late.point_id)
    .executeTakeFirst();
  return issued?.content ?? late.content;
}

export async function writeDecision(
  trx: Queryable,
  entryId: string,
  decision: { status: LateStatus; decided_by: string; decided_at: string; decision_reason: string },
): Promise<void> {
  await trx.updateTable('late_work').set(decision).where('entry_id', '=', entryId).execute();
}

export interface LateWorkFilter {
  compNo: string;
  taskId?: string | undefined;
  deptId?: string | undefined;
  status?: LateStatus | undefined;
  enteredBy?: string | undefined;
}

/** What waits for a decision first, then the latest; each with its point as it was issued and the value that holds there. */
export async function findLateWorkPage(
  db: Queryable,
  dialect: Dialect,
  filter: LateWorkFilter,
  page: { pageNum: number; pageSize: number },
): Promise<{ rows: ListedLateWork[]; total: number }> {
  const { taskId, deptId, status, enteredBy } = filter;
  const matching = db
    .selectFrom('late_work as l')
    .innerJoin('dept_task as d', 'd.id', 'l.dept_task_id')
    .where('l.comp_no', '=', filter.compNo)
    .$if(taskId !== undefined, (query) => query.where('d.task_id', '=', taskId ?? ''))
    .$if(deptId !== undefined, (query) => query.where('d.dept_id', '=', deptId ?? ''))
    .$if(status !== undefined, (query) => query.where('l.status', '=', status ?? 'waiting'))
    .$if(enteredBy !== undefined, (query) => query.where('l.entered_by', '=', enteredBy ?? ''));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const late = await matching
    .selectAll('l')
    .select(['d.task_id', 'd.dept_id', 'd.submitted_at'])
    .orderBy(sql`case when l.status = 'waiting' then 0 else 1 end`)
    .orderBy('l.received_at', 'desc')
    .orderBy('l.entry_id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  // One after the other and by ids: a single statement over so many tables costs the type checker minutes.
  const tasks = byId(await db.selectFrom('task').select(['id', 'task_name', 'cancelled_at']).where(isOneOf(dialect, 'id', late.map((row) => row.task_id))).execute());
  const depts = byId(await db.selectFrom('dept').select(['id', 'dept_name']).where(isOneOf(dialect, 'id', late.map((row) => row.dept_id))).execute());
  const people = late.flatMap((row) => [row.entered_by, row.imported_by, row.decided_by]).filter((id) => id !== null);
  const names = byId(await db.selectFrom('employee').select(['id', 'employee_name']).where(isOneOf(dialect, 'id', people)).execute());
  const points = new Map((await listLatePoints(db, dialect, late)).map((row) => [`${row.dept_task_id} ${row.point_id}`, row]));
  const items = Map.groupBy(await listLateItems(db, dialect, late), (row) => row.dept_task_id);
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id)?.employee_name ?? null));
  const rows = late.map((row) => ({
    ...row,
    task_name: tasks.get(row.task_id)?.task_name ?? '',
    cancelled_at: tasks.get(row.task_id)?.cancelled_at ?? null,
    dept_name: depts.get(row.dept_id)?.dept_name ?? '',
    author_name: nameOf(row.entered_by),
    importer_name: nameOf(row.imported_by),
    decider_name: nameOf(row.decided_by),
    point: points.get(`${row.dept_task_id} ${row.point_id ?? ''}`),
    item: row.kind === 'correction' ? itemOfLate(row, items.get(row.dept_task_id) ?? []) : undefined,
  }));
  return { rows, total };
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));

/** The answers to the points of late work, and perhaps some more. */
const listLatePoints = (db: Queryable, dialect: Dialect, late: readonly LateWorkRow[]) =>
  db
    .selectFrom('answer as a')
    .innerJoin('check_point_version as v', 'v.id', 'a.version_id')
    .leftJoin('employee as e', 'e.id', 'a.answered_by')
    .select([
      'a.dept_task_id',
      'a.point_id',
      'a.result',
      'a.remark',
      'a.photos',
      'a.answered_by',
      'a.answered_at',
      'a.saved_at',
      'a.revision',
      'e.employee_name as answered_by_name',
      'v.content',
    ])
    .where(isOneOf(dialect, 'a.dept_task_id', late.map((row) => row.dept_task_id)))
    .where(isOneOf(dialect, 'a.point_id', late.flatMap((row) => row.point_id ?? [])))
    .execute();

/**
 * The item that a late correction would change, among those of its department task: its own, or the one of the same point
 * where a return or a withdrawal took that away and the task was submitted again.
 */
export const itemOfLate = <Item extends { id: string; point_id: string }>(late: Pick<LateWorkRow, 'item_id' | 'point_id'>, items: readonly Item[]): Item | undefined =>
  items.find((item) => item.id === late.item_id) ?? items.find((item) => item.point_id === late.point_id);

/** The items that late corrections are on or were on the points of, and perhaps some more. */
const listLateItems = (db: Queryable, dialect: Dialect, late: readonly LateWorkRow[]) =>
  db
    .selectFrom('self_correction_item as i')
    .innerJoin('self_correction as c', 'c.id', 'i.self_correction_id')
    .leftJoin('employee as e', 'e.id', 'i.saved_by')
    .selectAll('i')
    .select(['c.dept_task_id', 'c.confirmed_at', 'e.employee_name as saver_name'])
    .where(isOneOf(dialect, 'c.dept_task_id', late.map((row) => row.dept_task_id)))
    .where((eb) =>
      eb.or([
        isOneOf(dialect, 'i.id', late.flatMap((row) => row.item_id ?? [])),
        isOneOf(dialect, 'i.point_id', late.flatMap((row) => (row.item_id === null ? [] : (row.point_id ?? [])))),
      ]),
    )
    .execute();

export interface ListedLateWork extends LateWorkRow {
  task_id: string;
  dept_id: string;
  /** Of the department task; null while it is open. */
  submitted_at: string | null;
  task_name: string;
  cancelled_at: string | null;
  dept_name: string;
  author_name: string | null;
  importer_name: string | null;
  decider_name: string | null;
  /** The point and the answer that holds; undefined where the server does not know it. */
  point: Awaited<ReturnType<typeof listLatePoints>>[number] | undefined;
  /** The item of the self-correction; undefined for an answer, or where it is gone. */
  item: Awaited<ReturnType<typeof listLateItems>>[number] | undefined;
}
