import { type RawBuilder, sql } from 'kysely';
import type { PointSource, PointState } from '#contract/check-point.ts';
import { articleLabel, fromChineseNumeral, NUMERAL_CHARACTERS } from '#contract/chinese-numerals.ts';
import { plainLawTitle } from '#contract/law-title.ts';
import type { Queryable } from '../../context.ts';
import { contains, type Dialect } from '../../database/dialect.ts';
import { isOneOf, jsonRows } from '../../database/json-rows.ts';
import { wordingColumns } from '../../database/point-wording.ts';

/** National items and the company's own, in their order. */
export const listItems = (db: Queryable, compNo: string) =>
  db
    .selectFrom('check_item')
    .select(['id', 'comp_no', 'parent_id', 'item_name'])
    .where('retired_at', 'is', null)
    .where((eb) => eb.or([eb('comp_no', 'is', null), eb('comp_no', '=', compNo)]))
    .orderBy('sort')
    .orderBy('id')
    .execute();

/** Points that are not retired, by item: all of them, and those that are on. */
export const countPointsByItem = (db: Queryable, compNo: string) =>
  db
    .selectFrom('check_point as p')
    .leftJoin('company_point as c', (join) => join.onRef('c.point_id', '=', 'p.id').on('c.comp_no', '=', compNo))
    .leftJoin('point_not_asked as na', (join) => join.onRef('na.point_id', '=', 'p.id').on('na.comp_no', '=', compNo))
    .select((eb) => ['p.item_id', eb.fn.countAll<number>().as('total'), sql<number>`sum(${isEnabled})`.as('enabled')])
    .where('p.retired_at', 'is', null)
    .where((eb) => eb.or([eb('p.comp_no', 'is', null), eb('p.comp_no', '=', compNo)]))
    .groupBy('p.item_id')
    .execute();

export interface PointFilter {
  compNo: string;
  /** An item of either level. */
  itemId: string | undefined;
  keyword: string;
  state: PointState;
  source: PointSource | undefined;
  /** Undefined for whatever it is. */
  bases?: readonly CitedBasis[] | undefined;
}

export interface CitedBasis {
  law: string;
  /** Null where nobody said which version. */
  edition: string | null;
}

/** Points by category, item and place; `total` counts those on all pages. */
export async function findPointPage(db: Queryable, dialect: Dialect, filter: PointFilter, page: { pageNum: number; pageSize: number }) {
  const matching = pointsOfCompany(db, filter.compNo)
    // A national point that left the library cannot come back by a company's choice; an own one can.
    .$if(filter.state === 'retired', (query) => query.where('p.retired_at', 'is not', null).where('p.comp_no', 'is not', null))
    .$if(filter.state !== 'retired', (query) => query.where('p.retired_at', 'is', null))
    .$if(filter.state === 'enabled', (query) => query.where(isEnabled, '=', 1))
    .$if(filter.state === 'disabled', (query) => query.where(isEnabled, '=', 0))
    .$if(filter.source !== undefined, (query) => query.where('p.comp_no', filter.source === 'national' ? 'is' : 'is not', null))
    .$if(filter.itemId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('p.item_id', '=', filter.itemId ?? ''), eb('p.category_id', '=', filter.itemId ?? '')])),
    )
    .$if(filter.bases !== undefined, (query) => query.where(cites(dialect, filter.bases ?? [])))
    .$if(filter.keyword !== '', (query) => query.where(sql<boolean>`${sql.join(mentions(filter.keyword), sql` and `)}`));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select([
      'p.id',
      'p.comp_no',
      'p.item_id',
      'v.id as version_id',
      'p.kinds',
      'p.applies_to',
      'c.enabled as switched',
      'p.retired_at',
      isEnabled.as('enabled'),
      ...wordingColumns,
    ])
    .orderBy(libraryOrder)
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

/** Of `pointsOfCompany`. */
function cites(dialect: Dialect, bases: readonly CitedBasis[]): RawBuilder<boolean> {
  const rows = jsonRows(dialect, { law: 'text', edition: 'text' }, bases.map(({ law, edition }) => ({ law, edition: edition ?? '' })));
  return sql`(v.basis_law, coalesce(v.basis_edition, '')) in (select law, edition from ${rows} as r)`;
}

/** What the company's points cite, each once. */
export const listBases = (db: Queryable, compNo: string): Promise<CitedBasis[]> =>
  pointsOfCompany(db, compNo).select(['v.basis_law as law', 'v.basis_edition as edition']).distinct().execute();

/** Every version of the laws with these keys. */
export const listLawVersions = (db: Queryable, dialect: Dialect, titleKeys: readonly string[]) =>
  db
    .selectFrom('law')
    .select(['title', 'title_key', 'status', 'publish_date as publishDate', 'effective_date as effectiveDate'])
    .where(isOneOf(dialect, 'title_key', titleKeys))
    .execute();

const WORDED = ['v.content', 'v.method', 'v.basis_law', 'v.basis_gist', 'v.expected'];
const ARTICLE = new RegExp(`第\\s*([0-9０-９${NUMERAL_CHARACTERS}]+)\\s*条`, 'gu');

/** Of `pointsOfCompany`: a condition for each word, which may stand in another text than the next; a basis is understood as screens cite it. */
function mentions(keyword: string): RawBuilder<unknown>[] {
  const articles: number[] = [];
  const rest = keyword.replace(ARTICLE, (citation, text: string) => {
    const number = fromChineseNumeral(text.normalize('NFKC'));
    if (number === undefined || number === 0) return citation;
    articles.push(number);
    return ' ';
  });
  const words = rest.split(/[\s《》〈〉]+/u).map((word) => plainLawTitle(word) || word).filter((word) => word !== '');
  if (words.length + articles.length === 0) words.push(keyword);
  return [
    ...words.map((word) => anyOf(inTexts(word))),
    ...articles.map((number) => anyOf([sql`v.basis_article = ${number}`, ...inTexts(articleLabel(number))])),
  ];
}

const inTexts = (word: string): RawBuilder<unknown>[] => WORDED.map((column) => contains(column, word));
const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(conditions, sql` or `)})`;

/** Those of the points that a task of the company may be issued with, in the library's order. */
export const listUsablePoints = (db: Queryable, dialect: Dialect, compNo: string, ids: readonly string[]) =>
  pointsOfCompany(db, compNo)
    .select(['p.id', 'v.id as version_id', 'p.category_id', 'item.item_name'])
    .where(isOneOf(dialect, 'p.id', ids))
    .where('p.retired_at', 'is', null)
    .where(isEnabled, '=', 1)
    .orderBy(libraryOrder)
    .execute();

/** Of `pointsOfCompany`. What hangs directly below a category stands behind the category's items. */
export const libraryOrder = sql`category.sort, category.id, case when item.parent_id is null then 1 else 0 end, item.sort, item.id, p.sort, p.id`;

/** Of `pointsOfCompany`: as it was switched by hand, else as the company's profile has it. */
export const isEnabled = sql<number>`coalesce(c.enabled, case when na.point_id is null then 1 else 0 end)`;

/** A wording with a company's own words holds until it takes the library's; another one as long as the library has the wording that it was made from. */
export const overrideHolds = (name: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${name}.is_reworded`)} = 1 or ${sql.ref(`${name}.base_version_id`)} = p.version_id)`;

/** The nation's and the company's points with the wording that holds for it, by `p`, `v`, `item` and `category`. */
export const pointsOfCompany = (db: Queryable, compNo: string) =>
  db
    .selectFrom('check_point as p')
    .leftJoin('point_override as own', (join) => join.onRef('own.point_id', '=', 'p.id').on('own.comp_no', '=', compNo).on(overrideHolds('own')))
    .leftJoin('point_override as moved', (join) => join.onRef('moved.point_id', '=', 'p.id').onRef('moved.base_version_id', '=', 'p.version_id').on('moved.comp_no', '=', ''))
    .innerJoin('check_point_version as v', (join) => join.on('v.id', '=', sql<string>`coalesce(own.version_id, moved.version_id, p.version_id)`))
    .innerJoin('check_item as item', 'item.id', 'p.item_id')
    .innerJoin('check_item as category', 'category.id', 'p.category_id')
    .leftJoin('company_point as c', (join) => join.onRef('c.point_id', '=', 'p.id').on('c.comp_no', '=', compNo))
    .leftJoin('point_not_asked as na', (join) => join.onRef('na.point_id', '=', 'p.id').on('na.comp_no', '=', compNo))
    .where((eb) => eb.or([eb('p.comp_no', 'is', null), eb('p.comp_no', '=', compNo)]));
