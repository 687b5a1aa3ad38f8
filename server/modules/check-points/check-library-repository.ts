import { sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import { type Dialect, forUpdate } from '../../database/dialect.ts';
import { insertRows, jsonRows } from '../../database/json-rows.ts';
import { wordingColumns, wordingKinds, type WordingRow } from '../../database/point-wording.ts';
import { initSetting, readSetting, writeSetting } from '../../database/settings.ts';

const STATE = 'checkLibrary';

/** Which library the database holds; undefined in a new one. */
export const readLibraryState = (db: Queryable): Promise<string | undefined> => readSetting(db, STATE);

/** The same, held until the transaction ends: of several processes that start at once, one writes and the others wait. */
export async function holdLibraryState(trx: Queryable, dialect: Dialect): Promise<string> {
  await initSetting(trx, STATE, '');
  const row = await trx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', STATE)
    .modifyEnd(forUpdate(dialect))
    .executeTakeFirstOrThrow();
  return row.value;
}

export const writeLibraryState = (trx: Queryable, value: string): Promise<void> => writeSetting(trx, STATE, value);

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

const versionColumns = { id: 'text', point_id: 'text', ...wordingKinds, created_at: 'text' } as const;

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

export interface ReplacedWording {
  national_id: string;
  base_version_id: string;
  next_version_id: string;
}

/** Notes which own points, of every company, have the words of wordings that the library has just replaced. */
export async function linkCopies(trx: Queryable, dialect: Dialect, replaced: readonly ReplacedWording[]): Promise<void> {
  const rows = jsonRows(dialect, { national_id: 'text', base_version_id: 'text' }, replaced.map(({ national_id, base_version_id }) => ({ national_id, base_version_id })));
  // Two national points may have had the same words: either is as good.
  await sql`with replaced as materialized (
      select r.national_id, r.base_version_id, b.content from ${rows} as r join check_point_version as b on b.id = r.base_version_id
    )
    insert into point_copy (comp_no, point_id, national_id, base_version_id)
    select p.comp_no, p.id, r.national_id, r.base_version_id
    from check_point as p
    join check_point_version as v on v.id = p.version_id
    join replaced as r on r.content = v.content
    where p.comp_no is not null and p.retired_at is null
    on conflict (comp_no, point_id) do nothing`.execute(trx);
}

/** Companies with words of their own have nothing to decide where the library says the same in another version. */
export async function rebaseOwnWords(trx: Queryable, dialect: Dialect, replaced: readonly ReplacedWording[]): Promise<void> {
  const columns = { national_id: 'text', base_version_id: 'text', next_version_id: 'text' } as const;
  const rows = jsonRows(dialect, columns, replaced);
  await sql`update point_override set base_version_id = r.next_version_id from ${rows} as r
    where point_override.point_id = r.national_id and point_override.base_version_id = r.base_version_id and point_override.is_reworded = 1`.execute(trx);
  await sql`update point_copy set base_version_id = r.next_version_id from ${rows} as r
    where point_copy.national_id = r.national_id and point_copy.base_version_id = r.base_version_id`.execute(trx);
}
