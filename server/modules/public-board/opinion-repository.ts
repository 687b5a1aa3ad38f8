import type { Selectable } from 'kysely';
import type { OpinionStatus } from '#contract/opinion-status.ts';
import type { Queryable } from '../../context.ts';
import { type Dialect, forUpdate } from '../../database/dialect.ts';
import type { OpinionTable } from '../../database/tables.ts';

interface OpinionFilter {
  compNo: string;
  /** Undefined for those of everybody. */
  employeeId: string | undefined;
  status: OpinionStatus | undefined;
}

export type OpinionRow = Awaited<ReturnType<typeof findOpinionPage>>['rows'][number];

/** The latest first. */
export async function findOpinionPage(db: Queryable, { compNo, employeeId, status }: OpinionFilter, page: { pageNum: number; pageSize: number }) {
  const matching = db
    .selectFrom('opinion as o')
    .innerJoin('employee as writer', 'writer.id', 'o.employee_id')
    .innerJoin('dept', 'dept.id', 'writer.dept_id')
    .leftJoin('employee as answerer', 'answerer.id', 'o.answered_by')
    .where('o.comp_no', '=', compNo)
    .$if(employeeId !== undefined, (query) => query.where('o.employee_id', '=', employeeId ?? ''))
    .$if(status === 'open', (query) => query.where('o.answered_at', 'is', null))
    .$if(status === 'answered', (query) => query.where('o.answered_at', 'is not', null));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select([
      'o.id',
      'o.subject',
      'o.body',
      'o.created_at',
      'o.answer',
      'o.answered_at',
      'writer.employee_name as writer_name',
      'dept.dept_name',
      'answerer.employee_name as answerer_name',
    ])
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

/** Held until the transaction ends, so that two who answer do so one after the other. */
export const holdOpinion = (trx: Queryable, dialect: Dialect, compNo: string, id: string) =>
  trx.selectFrom('opinion').selectAll().where('comp_no', '=', compNo).where('id', '=', id).modifyEnd(forUpdate(dialect)).executeTakeFirst();

export async function countOpinionsSince(trx: Queryable, employeeId: string, since: string): Promise<number> {
  const { count } = await trx
    .selectFrom('opinion')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('employee_id', '=', employeeId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertOpinion = (trx: Queryable, row: Selectable<OpinionTable>): Promise<unknown> => trx.insertInto('opinion').values(row).execute();

export const answerOpinionRow = (trx: Queryable, id: string, answered: { answer: string; answered_by: string; answered_at: string }): Promise<unknown> =>
  trx.updateTable('opinion').set(answered).where('id', '=', id).execute();
