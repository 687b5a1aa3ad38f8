import { sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import { type Dialect, forUpdate } from '../../database/dialect.ts';
import { insertRows } from '../../database/json-rows.ts';
import { wordingColumns, type WordingRow } from '../../database/point-wording.ts';

const STATE = 'checkLibrary';

/** Which library the database holds; undefined in a new one. */
export async function readLibraryState(db: Queryable): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', STATE).executeTakeFirst();
  return row?.value;
}

/** The same, held until the transaction ends: of several processes that start at once, one writes and the others wait. */
export async function holdLibraryState(trx: Queryable, dialect: Dialect): Promise<string> {
  await trx
    .insertInto('setting')
    .values({ name: STATE, value: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await trx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', STATE)
    .modifyEnd(forUpdate(dialect))
    .executeTakeFirstOrThrow();
  return row.value;
}

export async function writeLibraryState(trx: Queryable, value: string): Promise<void> {
  await trx.updateTable('setting').set({ value }).where('name', '=', STATE).execute();
}

/** National points, the retired ones too, with their current wording. */
export const listNationalPoints = (trx: Queryable) =>
  trx
    .selectFrom('check_point as p')
    .innerJoin('check_point_version as v', 'v.id', 'p.version_id')
    .select(['p.id', 'p.version_id', ...wordingColumns])
    .where('p.comp_no', 'is', null)
    .execute();

const itemColumns = { id: 'text', comp_no: 'text', parent_id: 'text', item_name: 'text', sort: 'integer' } as const;

export const putItems = (
  trx: Queryable,
  dialect: Dialect,
  rows: readonly { id: string; comp_no: null; parent_id: string | null; item_name: string; sort: number }[],
): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'check_item',
    itemColumns,
    rows,
    sql`on conflict (id) do update set parent_id = excluded.parent_id, item_name = excluded.item_name, sort = excluded.sort`,
  );

export interface VersionRow extends WordingRow {
  id: string;
  point_id: string;
  created_at: string;
}

const versionColumns = {
  id: 'text',
  point_id: 'text',
  content: 'text',
  method: 'text',
  basis_law: 'text',
  basis_article: 'integer',
  basis_gist: 'text',
  basis_edition: 'text',
  expected: 'text',
  further_bases: 'text',
  liability: 'text',
  weight: 'integer',
  mark: 'text',
  created_at: 'text',
} as const;

export const insertVersions = (trx: Queryable, dialect: Dialect, rows: readonly VersionRow[]): Promise<void> =>
  insertRows(trx, dialect, 'check_point_version', versionColumns, rows);

const pointColumns = {
  id: 'text',
  comp_no: 'text',
  item_id: 'text',
  category_id: 'text',
  version_id: 'text',
  sort: 'integer',
  applies_to: 'text',
  kinds: 'text',
  retired_at: 'text',
  created_at: 'text',
} as const;

export const putPoints = (
  trx: Queryable,
  dialect: Dialect,
  rows: readonly {
    id: string;
    comp_no: null;
    item_id: string;
    category_id: string;
    version_id: string;
    sort: number;
    applies_to: string | null;
    kinds: string | null;
    retired_at: null;
    created_at: string;
  }[],
): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'check_point',
    pointColumns,
    rows,
    sql`on conflict (id) do update set item_id = excluded.item_id, category_id = excluded.category_id,
      version_id = excluded.version_id, sort = excluded.sort, applies_to = excluded.applies_to, kinds = excluded.kinds, retired_at = null`,
  );

/** Retires the national points that are not among those named. */
export async function retireOtherPoints(trx: Queryable, keptIds: ReadonlySet<string>, at: string): Promise<void> {
  const rows = await trx.selectFrom('check_point').select('id').where('comp_no', 'is', null).where('retired_at', 'is', null).execute();
  for (const { id } of rows) {
    if (!keptIds.has(id)) await trx.updateTable('check_point').set({ retired_at: at }).where('id', '=', id).execute();
  }
}
