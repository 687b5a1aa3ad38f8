import { sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { isOneOf, jsonRows } from '../../database/json-rows.ts';
import { wordingColumns } from '../../database/point-wording.ts';
import { isEnabled, pointsOfCompany } from './check-point-repository.ts';

/** Where the words of a company stand beside a national point's: its own wordings of national points, and its copies of them. */
const linksOf = (db: Queryable) =>
  db
    .selectFrom('point_override as o')
    .innerJoin('check_point as n', 'n.id', 'o.point_id')
    .select(['o.comp_no', 'o.point_id', 'o.point_id as national_id', 'o.base_version_id', 'n.version_id as library_version_id'])
    .where('o.is_reworded', '=', 1)
    .where('o.comp_no', '<>', '')
    .where('n.retired_at', 'is', null)
    .unionAll(
      db
        .selectFrom('point_copy as c')
        .innerJoin('check_point as n', 'n.id', 'c.national_id')
        .select(['c.comp_no', 'c.point_id', 'c.national_id', 'c.base_version_id', 'n.version_id as library_version_id'])
        .where('n.retired_at', 'is', null),
    );

export const listLinks = (db: Queryable, compNo: string) => db.selectFrom(linksOf(db).as('l')).selectAll().where('l.comp_no', '=', compNo).execute();

/** National points as every company has them that has no words of its own. */
export const listNationalWords = (db: Queryable, dialect: Dialect, ids: readonly string[]) =>
  pointsOfCompany(db, '').select(['p.id', 'v.id as version_id', ...wordingColumns]).where(isOneOf(dialect, 'p.id', ids)).execute();

/** How many points of each company wait: those that are in use and on. */
export const countPending = (db: Queryable) =>
  db
    .selectFrom(linksOf(db).as('l'))
    .innerJoin('check_point as p', 'p.id', 'l.point_id')
    .leftJoin('company_point as c', (join) => join.onRef('c.point_id', '=', 'p.id').onRef('c.comp_no', '=', 'l.comp_no'))
    .leftJoin('point_not_asked as na', (join) => join.onRef('na.point_id', '=', 'p.id').onRef('na.comp_no', '=', 'l.comp_no'))
    .select((eb) => [
      'l.comp_no',
      eb.fn.countAll<number>().as('points'),
      sql<number>`sum(case when p.comp_no is null then 0 else 1 end)`.as('copies'),
    ])
    .whereRef('l.base_version_id', '<>', 'l.library_version_id')
    .where('p.retired_at', 'is', null)
    .where(isEnabled, '=', 1)
    .groupBy('l.comp_no')
    .execute();

interface ReadLink {
  point_id: string;
  library_version_id: string;
}

/** The company has read these wordings of the library: its own hold beside them. */
export async function markRead(trx: Queryable, dialect: Dialect, compNo: string, read: readonly ReadLink[]): Promise<void> {
  const columns = { point_id: 'text', library_version_id: 'text' } as const;
  const rows = jsonRows(dialect, columns, read.map(({ point_id, library_version_id }) => ({ point_id, library_version_id })));
  for (const table of ['point_override', 'point_copy'] as const) {
    await sql`update ${sql.table(table)} set base_version_id = r.library_version_id from ${rows} as r
      where ${sql.ref(`${table}.comp_no`)} = ${compNo} and ${sql.ref(`${table}.point_id`)} = r.point_id`.execute(trx);
  }
}

export async function dropOverrides(trx: Queryable, dialect: Dialect, compNo: string, pointIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('point_override').where('comp_no', '=', compNo).where(isOneOf(dialect, 'point_id', pointIds)).execute();
}
