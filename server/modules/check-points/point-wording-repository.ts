import { sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows, isOneOf } from '../../database/json-rows.ts';
import { wordingColumns } from '../../database/point-wording.ts';
import { isEnabled, libraryOrder, overrideHolds, pointsOfCompany } from './check-point-repository.ts';

/** National points as everybody has them who decided nothing. */
export const listNationalWordings = (db: Queryable) =>
  db
    .selectFrom('check_point as p')
    .leftJoin('point_override as moved', (join) => join.onRef('moved.point_id', '=', 'p.id').onRef('moved.base_version_id', '=', 'p.version_id').on('moved.comp_no', '=', ''))
    .innerJoin('check_point_version as v', (join) => join.on('v.id', '=', sql<string>`coalesce(moved.version_id, p.version_id)`))
    .select([sql<string>`''`.as('comp_no'), 'p.id as point_id', 'p.version_id as base_version_id', 'v.id as version_id', ...wordingColumns])
    .where('p.comp_no', 'is', null)
    .where('p.retired_at', 'is', null)
    .execute();

/** Own points of every company that name an article of an edition. */
export const listOwnWordings = (db: Queryable) =>
  db
    .selectFrom('check_point as p')
    .innerJoin('check_point_version as v', 'v.id', 'p.version_id')
    .select(['p.comp_no', 'p.id as point_id', sql<null>`null`.as('base_version_id'), 'v.id as version_id', ...wordingColumns])
    .where('p.comp_no', 'is not', null)
    .where('p.retired_at', 'is', null)
    .where('v.basis_edition', 'is not', null)
    .where('v.basis_article', '>', 0)
    .$narrowType<{ comp_no: string }>()
    .execute();

/** National points in the words of a company. */
export const listOverrides = (db: Queryable) =>
  db
    .selectFrom('point_override as o')
    .innerJoin('check_point as p', (join) => join.onRef('p.id', '=', 'o.point_id').on(overrideHolds('o')))
    .innerJoin('check_point_version as v', 'v.id', 'o.version_id')
    .select(['o.comp_no', 'p.id as point_id', 'o.base_version_id', 'v.id as version_id', ...wordingColumns])
    .where('o.comp_no', '<>', '')
    .where('p.retired_at', 'is', null)
    .execute();

export const putOverrides = (
  trx: Queryable,
  dialect: Dialect,
  rows: readonly { comp_no: string; point_id: string; base_version_id: string; version_id: string; is_reworded: 0 | 1 }[],
): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'point_override',
    { comp_no: 'text', point_id: 'text', base_version_id: 'text', version_id: 'text', is_reworded: 'integer' },
    rows,
    sql`on conflict (point_id, comp_no) do update set base_version_id = excluded.base_version_id, version_id = excluded.version_id,
      is_reworded = case when point_override.is_reworded = 1 then 1 else excluded.is_reworded end`,
  );

/** Those of the points that the company may see, in the library's order, with the wording that holds for it. */
export const listWordings = (db: Queryable, dialect: Dialect, compNo: string, ids: readonly string[]) =>
  pointsOfCompany(db, compNo)
    .select(['p.id', 'p.comp_no', 'p.item_id', sql<string>`coalesce(own.base_version_id, p.version_id)`.as('base_version_id'), 'v.id as version_id', isEnabled.as('enabled'), ...wordingColumns])
    .where(isOneOf(dialect, 'p.id', ids))
    .where('p.retired_at', 'is', null)
    .orderBy(libraryOrder)
    .execute();
