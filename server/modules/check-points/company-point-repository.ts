import { sql } from 'kysely';
import type { CitationDecisionKind } from '#contract/law-change.ts';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows, isOneOf } from '../../database/json-rows.ts';
import { wordingColumns } from '../../database/point-wording.ts';
import { isEnabled, libraryOrder, pointsOfCompany } from './check-point-repository.ts';

/** A point that the company may see, with its current wording. One that left the national library is no more. */
export const findPoint = (db: Queryable, compNo: string, id: string) =>
  pointsOfCompany(db, compNo)
    .select([
      'p.id',
      'p.comp_no',
      'p.item_id',
      'p.category_id',
      'p.version_id as base_version_id',
      'v.id as version_id',
      'p.retired_at',
      'item.retired_at as item_retired_at',
      ...wordingColumns,
    ])
    .where('p.id', '=', id)
    .where((eb) => eb.or([eb('p.retired_at', 'is', null), eb('p.comp_no', 'is not', null)]))
    .executeTakeFirst();
export type PointRow = NonNullable<Awaited<ReturnType<typeof findPoint>>>;

/** Those of the points that can be switched on or off, in the library's order. */
export const listSwitchable = (db: Queryable, dialect: Dialect, compNo: string, ids: readonly string[]) =>
  pointsOfCompany(db, compNo)
    .select(['p.id', 'v.content', isEnabled.as('enabled'), 'na.point_id as not_asked'])
    .where(isOneOf(dialect, 'p.id', ids))
    .where('p.retired_at', 'is', null)
    .orderBy(libraryOrder)
    .execute();

/** Those of the points that the company may see, in the library's order. */
export const listChosen = (db: Queryable, dialect: Dialect, compNo: string, ids: readonly string[]) =>
  pointsOfCompany(db, compNo).select(['p.id', 'p.comp_no', 'p.retired_at', 'p.kinds', 'v.content']).where(isOneOf(dialect, 'p.id', ids)).orderBy(libraryOrder).execute();

/** What no new point of the company may repeat. */
export const listContents = (db: Queryable, compNo: string) =>
  pointsOfCompany(db, compNo).select(['p.id', 'p.item_id', 'v.content']).where('p.retired_at', 'is', null).execute();

/** The company's own points in use, in the library's order. */
export const listOwnPoints = (db: Queryable, compNo: string) =>
  pointsOfCompany(db, compNo)
    .select([
      'category.item_name as category_name',
      'item.id as item_id',
      'category.id as category_id',
      'item.item_name',
      isEnabled.as('enabled'),
      ...wordingColumns,
    ])
    .where('p.comp_no', '=', compNo)
    .where('p.retired_at', 'is', null)
    .orderBy(libraryOrder)
    .execute();

export async function countOwnPoints(db: Queryable, compNo: string): Promise<number> {
  const { count } = await db
    .selectFrom('check_point')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('comp_no', '=', compNo)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The last place that the company's own points take below an item, by item. */
export async function lastPlaces(db: Queryable, compNo: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('check_point')
    .select((eb) => ['item_id', eb.fn.max('sort').as('last')])
    .where('comp_no', '=', compNo)
    .groupBy('item_id')
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.last]));
}

export interface NewPointRow {
  id: string;
  comp_no: string;
  item_id: string;
  category_id: string;
  version_id: string;
  sort: number;
  created_at: string;
}

/** After their versions. */
export const insertPoints = (trx: Queryable, dialect: Dialect, rows: readonly NewPointRow[]): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'check_point',
    { id: 'text', comp_no: 'text', item_id: 'text', category_id: 'text', version_id: 'text', sort: 'integer', created_at: 'text' },
    rows,
  );

export async function updatePoint(
  trx: Queryable,
  compNo: string,
  id: string,
  change: { item_id?: string; version_id?: string; sort?: number; retired_at?: string | null },
): Promise<void> {
  await trx.updateTable('check_point').set(change).where('comp_no', '=', compNo).where('id', '=', id).execute();
}

export async function retireAll(trx: Queryable, dialect: Dialect, compNo: string, ids: readonly string[], at: string): Promise<void> {
  await trx.updateTable('check_point').set({ retired_at: at }).where('comp_no', '=', compNo).where(isOneOf(dialect, 'id', ids)).execute();
}

/** Notes what the company switched by hand, against what its profile has. */
export const putSwitches = (trx: Queryable, dialect: Dialect, compNo: string, ids: readonly string[], enabled: 0 | 1): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'company_point',
    { comp_no: 'text', point_id: 'text', enabled: 'integer' },
    ids.map((id) => ({ comp_no: compNo, point_id: id, enabled })),
    sql`on conflict (comp_no, point_id) do update set enabled = excluded.enabled`,
  );

/** From now on they are as the company's profile has them. */
export async function dropSwitches(trx: Queryable, dialect: Dialect, compNo: string, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('company_point').where('comp_no', '=', compNo).where(isOneOf(dialect, 'point_id', ids)).execute();
}

/**
 * What was decided of the citations of those points does not hold any longer: where they are uncertain, it is asked anew.
 * @param kind drops decisions of that kind alone
 */
export async function dropDecisions(trx: Queryable, dialect: Dialect, compNo: string, pointIds: readonly string[], kind?: CitationDecisionKind): Promise<void> {
  await trx
    .deleteFrom('citation_decision')
    .where('comp_no', '=', compNo)
    .where(isOneOf(dialect, 'point_id', pointIds))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'disable'))
    .execute();
}
