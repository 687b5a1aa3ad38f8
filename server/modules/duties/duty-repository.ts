import { sql } from 'kysely';
import type { DutySetting } from '#contract/duty.ts';
import type { Queryable } from '../../context.ts';

export const findSettings = (db: Queryable, compNo: string): Promise<DutySetting[]> =>
  db.selectFrom('duty_setting').select(['duty', 'frequency', 'due_month as dueMonth']).where('comp_no', '=', compNo).execute();

export const saveSetting = (db: Queryable, compNo: string, { duty, frequency, dueMonth }: DutySetting): Promise<unknown> =>
  db
    .insertInto('duty_setting')
    .values({ comp_no: compNo, duty, frequency, due_month: dueMonth })
    .onConflict((target) => target.columns(['comp_no', 'duty']).doUpdateSet({ frequency, due_month: dueMonth }))
    .execute();

export async function findFoundation(db: Queryable, compNo: string): Promise<string> {
  return (await db.selectFrom('company').select('created_at').where('comp_no', '=', compNo).executeTakeFirstOrThrow()).created_at;
}

/** Departments of the company in their order, or the one that is asked for. */
export const findDepts = (
  db: Queryable,
  compNo: string,
  deptId: string | undefined,
): Promise<{ id: string; deptName: string; createdAt: string; closedFrom: string | null }[]> =>
  db
    .selectFrom('dept')
    .select(['id', 'dept_name as deptName', 'created_at as createdAt', 'closed_from as closedFrom'])
    .where('comp_no', '=', compNo)
    .$if(deptId !== undefined, (rows) => rows.where('id', '=', deptId ?? ''))
    .orderBy('sort')
    .orderBy('id')
    .execute();

interface YearScope {
  compNo: string;
  deptId: string | undefined;
  year: number;
}

const dueMonth = sql<string>`substr(task.end_date, 1, 7)`;

/** Department tasks of the year by department, type and the month that they are due in; cancelled ones left out. */
export const countChecks = (
  db: Queryable,
  { compNo, deptId, year }: YearScope,
): Promise<{ deptId: string; taskType: number; month: string; issued: number; submitted: number }[]> =>
  db
    .selectFrom('task')
    .innerJoin('dept_task', 'dept_task.task_id', 'task.id')
    .where('task.comp_no', '=', compNo)
    .where('task.end_date', '>=', `${year}-01-01`)
    .where('task.end_date', '<=', `${year}-12-31`)
    .where('task.cancelled_at', 'is', null)
    .$if(deptId !== undefined, (rows) => rows.where('dept_task.dept_id', '=', deptId ?? ''))
    .select((eb) => [
      'dept_task.dept_id as deptId',
      'task.task_type as taskType',
      dueMonth.as('month'),
      eb.fn.countAll<number>().as('issued'),
      eb.fn.count<number>('dept_task.submitted_at').as('submitted'),
    ])
    .groupBy(['dept_task.dept_id', 'task.task_type', dueMonth])
    .execute();

/** Records that were declared for the year or the one before: type, year, and when. */
export const findDeclarations = (
  db: Queryable,
  { compNo, deptId, year }: YearScope,
): Promise<{ selfDeclaredType: number; year: number; declaredAt: string | null }[]> =>
  db
    .selectFrom('declaration')
    .select(['self_declared_type as selfDeclaredType', 'year', 'declared_at as declaredAt'])
    .where('comp_no', '=', compNo)
    .where('year', 'in', [year - 1, year])
    .where('declared_at', 'is not', null)
    .$if(deptId !== undefined, (rows) => rows.where('dept_id', '=', deptId ?? ''))
    .execute();
