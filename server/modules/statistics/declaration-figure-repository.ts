import { sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import type { FigureScope } from './figure-repository.ts';

/** As in the figures of checks: the day in UTC, and whether it is the next one in Shanghai already. */
const utcDay = sql<string>`substr(declared_at, 1, 10)`;
const isNextDay = sql<number>`case when substr(declared_at, 12, 2) >= '16' then 1 else 0 end`;

/** Records that were declared in the period, by department, type and day. */
export const countDeclarations = (
  db: Queryable,
  { compNo, deptId, fromInstant, toInstant }: FigureScope,
): Promise<{ deptId: string; selfDeclaredType: number; utcDay: string; isNextDay: number; count: number }[]> =>
  db
    .selectFrom('declaration')
    .where('comp_no', '=', compNo)
    .where('declared_at', '>=', fromInstant)
    .where('declared_at', '<', toInstant)
    .$if(deptId !== undefined, (rows) => rows.where('dept_id', '=', deptId ?? ''))
    .select((eb) => [
      'dept_id as deptId',
      'self_declared_type as selfDeclaredType',
      utcDay.as('utcDay'),
      isNextDay.as('isNextDay'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['dept_id', 'self_declared_type', utcDay, isNextDay])
    .execute();

/** Which department has declared which type for a year. */
export const findDeclaredOfYear = (db: Queryable, compNo: string, year: number): Promise<{ deptId: string; selfDeclaredType: number }[]> =>
  db
    .selectFrom('declaration')
    .select(['dept_id as deptId', 'self_declared_type as selfDeclaredType'])
    .distinct()
    .where('comp_no', '=', compNo)
    .where('year', '=', year)
    .where('declared_at', 'is not', null)
    .execute();
