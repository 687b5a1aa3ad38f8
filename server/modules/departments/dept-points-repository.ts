import { sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows, isOneOf } from '../../database/json-rows.ts';

export const listSwitches = (db: Queryable, compNo: string) =>
  db.selectFrom('dept_point').select(['dept_id', 'point_id', 'is_asked']).where('comp_no', '=', compNo).orderBy('dept_id').orderBy('point_id').execute();

export const putSwitches = (trx: Queryable, dialect: Dialect, rows: readonly { comp_no: string; dept_id: string; point_id: string; is_asked: number }[]): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'dept_point',
    { comp_no: 'text', dept_id: 'text', point_id: 'text', is_asked: 'integer' },
    rows,
    sql`on conflict (dept_id, point_id) do update set is_asked = excluded.is_asked`,
  );

export async function dropSwitches(trx: Queryable, dialect: Dialect, deptId: string, pointIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('dept_point').where('dept_id', '=', deptId).where(isOneOf(dialect, 'point_id', pointIds)).execute();
}
