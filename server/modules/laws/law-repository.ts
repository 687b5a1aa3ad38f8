import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { LawStatus } from '#contract/law-status.ts';
import type { Queryable } from '../../context.ts';
import { contains } from '../../database/dialect.ts';
import type { LawArticleTable, LawTable, Tables } from '../../database/tables.ts';
import { LAW_TYPES } from './law-facts.ts';

export type LawRow = Selectable<LawTable>;
export type NewLaw = Insertable<LawTable>;
export type LawArticleRow = Selectable<LawArticleTable>;
export type LawVersionRow = Pick<LawRow, 'id' | 'title_key' | 'publish_date' | 'effective_date' | 'status' | 'article_count'>;

export interface LawFilter {
  title: string;
  lawType: string;
  enactDept: string;
  status?: LawStatus | undefined;
}

/** Below SQLite's limit of variables in one statement. */
const ROWS_PER_INSERT = 500;

/** In force first, then by force of law, then the newest. */
export async function findPage(db: Queryable, filter: LawFilter, page: { limit: number; offset: number }): Promise<{ rows: LawRow[]; total: number }> {
  const matches = ({ eb, and }: ExpressionBuilder<Tables, 'law'>) =>
    and([
      ...(filter.title === '' ? [] : [contains('title', filter.title)]),
      ...(filter.lawType === '' ? [] : [eb('law_type', '=', filter.lawType)]),
      ...(filter.enactDept === '' ? [] : [eb('enact_dept', '=', filter.enactDept)]),
      ...(filter.status === undefined ? [] : [eb('status', '=', filter.status)]),
    ]);
  const { total } = await db.selectFrom('law').select((eb) => eb.fn.countAll<number>().as('total')).where(matches).executeTakeFirstOrThrow();
  const rank = sql`case law_type ${sql.join(
    LAW_TYPES.map((type, index) => sql`when ${sql.lit(type)} then ${sql.lit(index)}`),
    sql` `,
  )} else ${sql.lit(LAW_TYPES.length)} end`;
  const rows = await db
    .selectFrom('law')
    .selectAll()
    .where(matches)
    .orderBy(sql`case status when 'effective' then 0 else 1 end`)
    .orderBy(rank)
    .orderBy(sql`coalesce(publish_date, '')`, 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total };
}

export const findById = (db: Queryable, id: string): Promise<LawRow | undefined> =>
  db.selectFrom('law').selectAll().where('id', '=', id).executeTakeFirst();

/** @param numbers few; undefined for all of them */
export const findArticles = (db: Queryable, lawId: string, numbers?: readonly number[]): Promise<LawArticleRow[]> =>
  db
    .selectFrom('law_article')
    .selectAll()
    .where('law_id', '=', lawId)
    .$if(numbers !== undefined, (query) => query.where('number', 'in', numbers ?? []))
    .orderBy('seq')
    .execute();

export const findByIds = (db: Queryable, ids: readonly string[]): Promise<LawRow[]> => db.selectFrom('law').selectAll().where('id', 'in', ids).execute();

export const findArticlesOfAll = (db: Queryable, lawIds: readonly string[]): Promise<LawArticleRow[]> =>
  db.selectFrom('law_article').selectAll().where('law_id', 'in', lawIds).orderBy('law_id').orderBy('seq').execute();

/** Every version of the laws with these keys, the newest first. */
export const findVersions = (db: Queryable, titleKeys: readonly string[]): Promise<LawVersionRow[]> =>
  db
    .selectFrom('law')
    .select(['id', 'title_key', 'publish_date', 'effective_date', 'status', 'article_count'])
    .where('title_key', 'in', titleKeys)
    .orderBy(sql`coalesce(publish_date, '')`, 'desc')
    .orderBy('id')
    .execute();

export const findAll = (db: Queryable): Promise<LawRow[]> => db.selectFrom('law').selectAll().orderBy('id').execute();

export const countBy = (db: Queryable, column: 'law_type' | 'enact_dept'): Promise<{ value: string; count: number }[]> =>
  db
    .selectFrom('law')
    .select((eb) => [eb.ref(column).as('value'), eb.fn.countAll<number>().as('count')])
    .where(column, '<>', '')
    .groupBy(column)
    .execute();

/** Writes a law under its id, with all of its articles in place of those before. */
export async function save(trx: Queryable, row: NewLaw, articles: Insertable<LawArticleTable>[]): Promise<void> {
  const { id, ...values } = row;
  await trx
    .insertInto('law')
    .values(row)
    .onConflict((target) => target.column('id').doUpdateSet(values))
    .execute();
  await trx.deleteFrom('law_article').where('law_id', '=', id).execute();
  for (let from = 0; from < articles.length; from += ROWS_PER_INSERT) {
    await trx.insertInto('law_article').values(articles.slice(from, from + ROWS_PER_INSERT)).execute();
  }
}

export const changeStatus = (trx: Queryable, id: string, change: { status: LawStatus; version: string }): Promise<unknown> =>
  trx.updateTable('law').set(change).where('id', '=', id).execute();
