import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows } from '../../database/json-rows.ts';
import { isEnabled, libraryOrder, pointsOfCompany } from './check-point-repository.ts';

/** Points that the company has, with whom they are for, what it switched by hand, and whether they are on. */
export const listConcerns = (db: Queryable, compNo: string) =>
  pointsOfCompany(db, compNo)
    .select(['p.id', 'v.content', 'p.applies_to', 'c.enabled as switched', isEnabled.as('enabled')])
    .where('p.retired_at', 'is', null)
    .orderBy(libraryOrder)
    .execute();

/** National points that are not for everybody. */
export const listConditions = (db: Queryable) =>
  db
    .selectFrom('check_point')
    .select(['id', 'applies_to'])
    .where('comp_no', 'is', null)
    .where('retired_at', 'is', null)
    .where('applies_to', 'is not', null)
    .$narrowType<{ applies_to: string }>()
    .execute();

export async function replaceNotAsked(trx: Queryable, dialect: Dialect, compNo: string, pointIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('point_not_asked').where('comp_no', '=', compNo).execute();
  await insertRows(trx, dialect, 'point_not_asked', { comp_no: 'text', point_id: 'text' }, pointIds.map((id) => ({ comp_no: compNo, point_id: id })));
}
