import type { Queryable } from '../../context.ts';
import { itemDueDate } from '../../database/item-due-date.ts';

interface ProblemScope {
  compNo: string;
  /** Undefined for all departments. */
  deptId: string | undefined;
  /** First instant of the period, and first after it. */
  fromInstant: string;
  toInstant: string;
}

export interface FoundProblem {
  deptName: string;
  content: string;
  problem: string;
  measures: string;
  responsible: string;
  correctedAt: string | null;
  dueDate: string;
}

const problemsIn = (db: Queryable, { compNo, deptId, fromInstant, toInstant }: ProblemScope) =>
  db
    .selectFrom('self_correction_item as i')
    .innerJoin('self_correction as c', 'c.id', 'i.self_correction_id')
    .innerJoin('dept_task as d', 'd.id', 'c.dept_task_id')
    .innerJoin('task as t', 't.id', 'd.task_id')
    .where('c.comp_no', '=', compNo)
    // As in all figures: nobody corrects them any more.
    .where('t.cancelled_at', 'is', null)
    .where('d.submitted_at', '>=', fromInstant)
    .where('d.submitted_at', '<', toInstant)
    .$if(deptId !== undefined, (query) => query.where('c.dept_id', '=', deptId ?? ''));

/** What was found in the period and how it was corrected, open ones first. */
export const findProblems = (db: Queryable, scope: ProblemScope, limit: number): Promise<FoundProblem[]> =>
  problemsIn(db, scope)
    .innerJoin('dept', 'dept.id', 'c.dept_id')
    .innerJoin('answer as a', (join) => join.onRef('a.dept_task_id', '=', 'c.dept_task_id').onRef('a.point_id', '=', 'i.point_id'))
    .innerJoin('check_point_version as v', 'v.id', 'i.version_id')
    .select([
      'dept.dept_name as deptName',
      'v.content',
      'a.remark as problem',
      'i.measures',
      'i.responsible',
      'i.corrected_at as correctedAt',
      itemDueDate.as('dueDate'),
    ])
    .orderBy((eb) => eb.case().when('i.corrected_at', 'is', null).then(0).else(1).end())
    .orderBy(itemDueDate)
    .orderBy('a.seq')
    .orderBy('i.id')
    .limit(limit)
    .execute();

/** All that `findProblems` would find without its limit, and those of them that are still being corrected. */
export async function countProblems(db: Queryable, scope: ProblemScope): Promise<{ all: number; open: number }> {
  const { all, corrected } = await problemsIn(db, scope)
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.count<number>('i.corrected_at').as('corrected')])
    .executeTakeFirstOrThrow();
  return { all, open: all - corrected };
}

export interface DeclaredWork {
  all: number;
  /** The latest of them. */
  titles: string[];
}

/** What was declared of one type for a year, by one department or all. */
export async function findDeclaredWork(db: Queryable, { compNo, deptId }: Pick<ProblemScope, 'compNo' | 'deptId'>, year: number, type: number, limit: number): Promise<DeclaredWork> {
  const declared = db
    .selectFrom('declaration')
    .where('comp_no', '=', compNo)
    .where('self_declared_type', '=', type)
    .where('year', '=', year)
    .where('declared_at', 'is not', null)
    .$if(deptId !== undefined, (query) => query.where('dept_id', '=', deptId ?? ''));
  const { all } = await declared.select((eb) => eb.fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
  const rows = await declared.select('title').orderBy('declared_at', 'desc').orderBy('id').limit(limit).execute();
  return { all, titles: rows.map(({ title }) => title) };
}

export const findCompanyName = async (db: Queryable, compNo: string): Promise<string> =>
  (await db.selectFrom('company').select('comp_name').where('comp_no', '=', compNo).executeTakeFirstOrThrow()).comp_name;
