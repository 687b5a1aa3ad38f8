import { shanghaiDay } from '#contract/calendar.ts';
import type { BasisState, CheckItem, CheckPoint } from '#contract/check-point.ts';
import { citedLaw } from '#contract/cited-law.ts';
import type { DepartmentKind } from '#contract/department-kind.ts';
import { lawTitleKey } from '#contract/law-title.ts';
import type { Page } from '#contract/paging.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { readProfile } from '../../database/institution-profiles.ts';
import { toWording } from '../../database/point-wording.ts';
import { reasonOf } from './applicable-points-service.ts';
import {
  type CitedBasis,
  countPointsByItem,
  findPointPage,
  listBases,
  listItems,
  listLawVersions,
  listUsablePoints,
  type PointFilter,
} from './check-point-repository.ts';

/** The two levels of items with the number of points that the company has switched on, and of all. */
export async function checkItemTree({ db }: { db: Queryable }, compNo: string): Promise<CheckItem[]> {
  const items = await listItems(db, compNo);
  const counts = await countPointsByItem(db, compNo);
  const countOf = new Map(counts.map((count) => [count.item_id, count]));
  const nodeOf = (item: { id: string; comp_no: string | null; item_name: string }) => ({
    id: item.id,
    name: item.item_name,
    pointCount: countOf.get(item.id)?.enabled ?? 0,
    totalCount: countOf.get(item.id)?.total ?? 0,
    isNational: item.comp_no === null,
  });
  // A national item without points has left the library; a company's own one is yet to be filled.
  const isShown = (item: { id: string; comp_no: string | null }) => item.comp_no !== null || countOf.has(item.id);
  return items
    .filter((item) => item.parent_id === null)
    .map((category) => {
      const children = items.filter((item) => item.parent_id === category.id && isShown(item));
      const node = { ...nodeOf(category), children: children.map(nodeOf) };
      node.pointCount += node.children.reduce((sum, child) => sum + child.pointCount, 0);
      node.totalCount += node.children.reduce((sum, child) => sum + child.totalCount, 0);
      return { node, isShown: isShown(category) || children.length > 0 };
    })
    .filter((category) => category.isShown)
    .map((category) => category.node);
}

export async function findPoints(
  context: ServerContext,
  filter: Omit<PointFilter, 'bases'>,
  basisState: BasisState | undefined,
  page: { pageNum: number; pageSize: number },
): Promise<Page<CheckPoint>> {
  const bases = basisState === undefined ? undefined : await basesThatAre(context, filter.compNo, basisState);
  const { rows, total } = await findPointPage(context.db, context.dialect, { ...filter, bases }, page);
  const isLeftOut = rows.some((row) => row.enabled === 0 && row.switched === null);
  const profile = isLeftOut ? await readProfile(context.db, filter.compNo) : null;
  const whyOff = (row: (typeof rows)[number]): string | null =>
    row.enabled === 0 && row.switched === null ? reasonOf(row.applies_to, profile) : null;
  const records = rows.map((row) => ({
    id: row.id,
    itemId: row.item_id,
    ...toWording(row),
    ...(row.kinds === null ? {} : { kinds: JSON.parse(row.kinds) as DepartmentKind[] }),
    isNational: row.comp_no === null,
    enabled: row.retired_at === null && row.enabled === 1,
    whyOff: whyOff(row),
    isRetired: row.retired_at !== null,
    version: row.version_id,
  }));
  return { records, total, pageNum: page.pageNum, pageSize: page.pageSize };
}

/** What the company's points cite, of the laws that hold no more. */
async function basesThatAre({ db, dialect, now }: ServerContext, compNo: string, state: BasisState): Promise<CitedBasis[]> {
  const bases = await listBases(db, compNo);
  const keyed = bases.map((basis) => ({ basis, key: lawTitleKey(basis.law) }));
  const laws = Map.groupBy(await listLawVersions(db, dialect, [...new Set(keyed.map(({ key }) => key))]), (law) => law.title_key);
  const today = shanghaiDay(now());
  return keyed.filter(({ basis, key }) => citedLaw(laws.get(key) ?? [], basis, today)?.state === state).map(({ basis }) => basis);
}

export interface IssuablePoint {
  id: string;
  /** The wording that holds now. */
  versionId: string;
  categoryId: string;
  itemName: string;
}

/** Those of the points that a task may be issued with: the nation's or the company's, switched on, not retired; in the library's order. */
export async function findIssuablePoints(
  db: Queryable,
  dialect: Dialect,
  compNo: string,
  ids: ReadonlySet<string>,
): Promise<IssuablePoint[]> {
  const rows = await listUsablePoints(db, dialect, compNo, [...ids]);
  return rows.map((row) => ({ id: row.id, versionId: row.version_id, categoryId: row.category_id, itemName: row.item_name }));
}
