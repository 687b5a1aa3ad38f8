import type { Selectable } from 'kysely';
import type { SevereStatus } from '#contract/severe-report-status.ts';
import type { Queryable } from '../../context.ts';
import { type Dialect, forUpdate } from '../../database/dialect.ts';
import { isOneOf } from '../../database/json-rows.ts';
import type { SevereReportFileTable, SevereReportTable } from '../../database/tables.ts';

export type SevereReportRow = Awaited<ReturnType<typeof findReportPage>>['rows'][number];

/** The latest found first. */
export async function findReportPage(
  db: Queryable,
  { compNo, status }: { compNo: string; status: SevereStatus | undefined },
  page: { pageNum: number; pageSize: number },
) {
  const matching = db
    .selectFrom('severe_report as r')
    .innerJoin('dept_task as d', 'd.id', 'r.dept_task_id')
    .innerJoin('task as t', 't.id', 'd.task_id')
    .innerJoin('dept', 'dept.id', 'd.dept_id')
    .innerJoin('check_point_version as v', 'v.id', 'r.version_id')
    .leftJoin('employee as finder', 'finder.id', 'r.found_by')
    .leftJoin('employee as decider', 'decider.id', 'r.decided_by')
    .where('r.comp_no', '=', compNo)
    .$if(status !== undefined, (query) => query.where('r.status', '=', status ?? 'waiting'));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll('r')
    .select(['t.id as task_id', 't.task_name', 'dept.id as dept_id', 'dept.dept_name', 'v.content', 'finder.employee_name as finder_name', 'decider.employee_name as decider_name'])
    .orderBy('r.found_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

/** Of several reports, each one's in the order that the person gave them. */
export const listReportFiles = (db: Queryable, dialect: Dialect, reportIds: readonly string[]) =>
  db
    .selectFrom('severe_report_file as f')
    .innerJoin('file', (join) => join.onRef('file.comp_no', '=', 'f.comp_no').onRef('file.sha256', '=', 'f.sha256'))
    .select(['f.id', 'f.severe_report_id', 'f.name', 'f.sha256', 'file.type', 'file.size'])
    .where(isOneOf(dialect, 'f.severe_report_id', reportIds))
    .orderBy('f.severe_report_id')
    .orderBy('f.seq')
    .execute();

export const findReportFile = (db: Queryable, compNo: string, fileId: string) =>
  db
    .selectFrom('severe_report_file as f')
    .innerJoin('file', (join) => join.onRef('file.comp_no', '=', 'f.comp_no').onRef('file.sha256', '=', 'f.sha256'))
    .select(['f.name', 'file.sha256', 'file.stored_as', 'file.type', 'file.size'])
    .where('f.comp_no', '=', compNo)
    .where('f.id', '=', fileId)
    .executeTakeFirst();

/** Held until the transaction ends. */
export const holdReport = (trx: Queryable, dialect: Dialect, compNo: string, id: string) =>
  trx.selectFrom('severe_report').selectAll().where('comp_no', '=', compNo).where('id', '=', id).modifyEnd(forUpdate(dialect)).executeTakeFirst();

/** Which point of which department a report is about. */
export const findReported = (trx: Queryable, id: string) =>
  trx
    .selectFrom('severe_report as r')
    .innerJoin('dept_task as d', 'd.id', 'r.dept_task_id')
    .innerJoin('dept', 'dept.id', 'd.dept_id')
    .innerJoin('check_point_version as v', 'v.id', 'r.version_id')
    .select(['dept.dept_name', 'v.content'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow();

export const listReportsOf = (trx: Queryable, dialect: Dialect, deptTaskId: string, pointIds: readonly string[]) =>
  trx
    .selectFrom('severe_report')
    .selectAll()
    .where('dept_task_id', '=', deptTaskId)
    .where(isOneOf(dialect, 'point_id', pointIds))
    .execute();

export const insertReport = (trx: Queryable, row: Selectable<SevereReportTable>): Promise<unknown> => trx.insertInto('severe_report').values(row).execute();

export const changeReport = (trx: Queryable, id: string, changes: Partial<Selectable<SevereReportTable>>): Promise<unknown> =>
  trx.updateTable('severe_report').set(changes).where('id', '=', id).execute();

export async function replaceReportFiles(trx: Queryable, reportId: string, files: readonly Selectable<SevereReportFileTable>[]): Promise<void> {
  await trx.deleteFrom('severe_report_file').where('severe_report_id', '=', reportId).execute();
  if (files.length > 0) await trx.insertInto('severe_report_file').values([...files]).execute();
}

/** Of points of a department task: their wording, by which a notice names them. */
export const listIssuedPoints = (trx: Queryable, dialect: Dialect, deptTaskId: string, pointIds: readonly string[]) =>
  trx
    .selectFrom('answer as a')
    .innerJoin('check_point_version as v', 'v.id', 'a.version_id')
    .innerJoin('dept', 'dept.id', 'a.dept_id')
    .select(['a.point_id', 'a.version_id', 'v.content', 'dept.dept_name'])
    .where('a.dept_task_id', '=', deptTaskId)
    .where(isOneOf(dialect, 'a.point_id', pointIds))
    .execute();
