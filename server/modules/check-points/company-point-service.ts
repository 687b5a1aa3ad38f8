import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '#contract/audit-action.ts';
import type { PointWording } from '#contract/check-point.ts';
import type { DepartmentKind } from '#contract/department-kind.ts';
import { OWN_POINTS_MAX } from '#contract/limits.ts';
import { excerpt } from '#contract/text-end.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { holdCompany } from '../../database/company-rows.ts';
import type { Dialect } from '../../database/dialect.ts';
import { once } from '../../database/operations.ts';
import { companyFields } from '../../database/point-wording.ts';
import { conflict, notFound, wrongField } from '../../errors.ts';
import { changedContent, recordAudit, recordNamed } from '../audit/audit-service.ts';
import { findItem } from './check-item-repository.ts';
import { FIRST_OWN_PLACE } from './check-item-service.ts';
import { type Cited, citedAfter, citedBy, createEditionReader, lawTitle } from './cited-edition-service.ts';
import { insertVersions, type VersionRow } from './check-library-repository.ts';
import {
  countOwnPoints,
  dropDecisions,
  dropSwitches,
  findPoint,
  insertPoints,
  lastPlaces,
  listChosen,
  listContents,
  listSwitchable,
  type PointRow,
  putSwitches,
  retireAll,
  updatePoint,
} from './company-point-repository.ts';

const NATIONAL = '国家库的检查要点不能修改或废止，只能启用或停用';

/**
 * Switches points on or off for new tasks; what is issued stays.
 * @returns how many were the other way before
 * @throws AppError when one of them is not there, or is retired; then none is switched
 */
export async function switchPoints(context: ServerContext, caller: Caller, ids: readonly string[], enabled: boolean): Promise<number> {
  const { db, dialect, now } = context;
  return db.transaction().execute(async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    const changed = await switchHeld(trx, dialect, caller.compNo, ids, enabled);
    await auditPoints(trx, caller, enabled ? { action: 'checkPoint.enable', verb: '启用' } : { action: 'checkPoint.disable', verb: '停用' }, changed, now());
    return changed.length;
  });
}

/**
 * The same of a company that is held, without a record.
 * @returns those that were the other way before
 */
export async function switchHeld(trx: Queryable, dialect: Dialect, compNo: string, ids: readonly string[], enabled: boolean): Promise<{ id: string; content: string }[]> {
  const wanted = new Set(ids);
  const found = await listSwitchable(trx, dialect, compNo, [...wanted]);
  if (found.length < wanted.size) throw notFound();
  const changed = found.filter((point) => (point.enabled === 1) !== enabled);
  const idsOf = (points: typeof changed) => points.map((point) => point.id);
  const isAsProfile = (point: (typeof changed)[number]): boolean => (point.not_asked === null) === enabled;
  await dropSwitches(trx, dialect, compNo, idsOf(changed.filter(isAsProfile)));
  await putSwitches(trx, dialect, compNo, idsOf(changed.filter((point) => !isAsProfile(point))), enabled ? 1 : 0);
  // What a newer edition did to its basis is open again, whichever citation it was switched off with.
  if (enabled) await dropDecisions(trx, dialect, compNo, idsOf(changed), 'disable');
  return changed;
}

/**
 * Takes own points out of use. Safe to repeat.
 * @returns how many were in use before
 * @throws AppError when one of them is not there, or is the nation's; then none is retired
 */
export async function retirePoints(context: ServerContext, caller: Caller, ids: readonly string[]): Promise<number> {
  const { db, dialect, now } = context;
  const wanted = new Set(ids);
  return db.transaction().execute(async (trx) => {
    const at = now();
    await holdCompany(trx, dialect, caller.compNo);
    const found = await listChosen(trx, dialect, caller.compNo, [...wanted]);
    if (found.length < wanted.size) throw notFound();
    if (found.some((point) => point.comp_no === null)) throw conflict(NATIONAL);
    const used = found.filter((point) => point.retired_at === null);
    await retireAll(trx, dialect, caller.compNo, used.map((point) => point.id), at.toISOString());
    await auditPoints(trx, caller, { action: 'checkPoint.retire', verb: '废止' }, used, at);
    return used.length;
  });
}

/** Those of the points that the company may see, by their excerpts, with the kinds of departments that are asked. */
export async function findCompanyPoints(
  db: Queryable,
  dialect: ServerContext['dialect'],
  compNo: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; kinds: readonly DepartmentKind[] | undefined }[]> {
  const rows = await listChosen(db, dialect, compNo, ids);
  return rows.map(({ id, content, kinds }) => ({ id, name: excerpt(content), kinds: kinds === null ? undefined : (JSON.parse(kinds) as DepartmentKind[]) }));
}

const auditPoints = (
  trx: Queryable,
  caller: Caller,
  { action, verb }: { action: AuditAction; verb: string },
  points: readonly { id: string; content: string }[],
  at: Date,
): Promise<void> => {
  const named = points.map(({ id, content }) => ({ id, name: excerpt(content) }));
  return recordNamed(trx, caller, { action, objectType: 'checkPoint', deed: `${verb}检查要点`, unit: '个' }, named, at);
};

export async function addPoint(
  context: ServerContext,
  caller: Caller,
  { itemId, ...wording }: PointWording & { itemId: string },
): Promise<string> {
  const { db, dialect, now } = context;
  const at = now();
  return once(db, caller.operation, async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    const item = await findItem(trx, caller.compNo, itemId);
    if (item === undefined) throw wrongField('itemId', '自查项目不存在');
    await refuseRepeated(trx, caller.compNo, itemId, wording.content, undefined);
    const [id] = await insertOwnPoints(trx, context, caller.compNo, [{ itemId, categoryId: item.parent_id ?? item.id, wording, enabled: true }], at);
    if (id === undefined) throw new Error('no point was stored');
    const summary = `新增检查要点：${item.item_name} / ${excerpt(wording.content)}`;
    await recordAudit(trx, caller, { action: 'checkPoint.add', objectType: 'checkPoint', objectId: id, summary }, at);
    return id;
  });
}

export interface OwnPoint {
  itemId: string;
  categoryId: string;
  wording: PointWording;
  enabled: boolean;
}

/**
 * Stores own points at the end of their items; the company must be held.
 * @returns their identifiers
 */
export async function insertOwnPoints(
  trx: Queryable,
  { dialect }: Pick<ServerContext, 'dialect'>,
  compNo: string,
  points: readonly OwnPoint[],
  at: Date,
): Promise<string[]> {
  if ((await countOwnPoints(trx, compNo)) + points.length > OWN_POINTS_MAX) throw conflict(`本机构的检查要点最多 ${OWN_POINTS_MAX} 个，请先废止不用的要点`);
  const places = await lastPlaces(trx, compNo);
  const editions = createEditionReader(trx);
  const cited: Cited[] = [];
  for (const { wording } of points) cited.push(await citedBy(trx, editions, wording));
  const createdAt = at.toISOString();
  const rows = points.map(({ itemId, categoryId, wording }, index) => {
    const sort = Math.max(places.get(itemId) ?? 0, FIRST_OWN_PLACE) + 1;
    places.set(itemId, sort);
    const id = uuidv7();
    const version = toVersion(id, wording, cited[index] ?? { edition: null, anchor: null }, createdAt);
    return { version, point: { id, comp_no: compNo, item_id: itemId, category_id: categoryId, version_id: version.id, sort, created_at: createdAt } };
  });
  await insertVersions(trx, dialect, rows.map((row) => row.version));
  await insertPoints(trx, dialect, rows.map((row) => row.point));
  const ids = rows.map((row) => row.point.id);
  await putSwitches(trx, dialect, compNo, ids.filter((_, index) => points[index]?.enabled === false), 0);
  return ids;
}

/**
 * Changes an own point. Another wording is a new version: tasks that are issued keep the one they have.
 * @param version of the wording that the person changed
 */
export async function changePoint(
  context: ServerContext,
  caller: Caller,
  { id, version, itemId: movedTo, ...wording }: PointWording & { id: string; version: string; itemId?: string | undefined },
): Promise<void> {
  const { db, dialect, now } = context;
  const at = now();
  await once(db, caller.operation, async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    const point = await findOwn(trx, caller.compNo, id);
    if (point.retired_at !== null) throw conflict('检查要点已废止，恢复后才能修改');
    if (point.version_id !== version) throw conflict('检查要点刚刚被他人修改，请核对最新内容后再保存，您填写的内容没有丢失');
    const itemId = movedTo ?? point.item_id;
    if (itemId !== point.item_id) {
      const item = await findItem(trx, caller.compNo, itemId);
      if (item === undefined) throw wrongField('itemId', '自查项目不存在');
      // Issued tasks are laid out by category: theirs would name an item of another.
      if ((item.parent_id ?? item.id) !== point.category_id) throw wrongField('itemId', '只能移到同一类别的项目下');
    }
    await refuseRepeated(trx, caller.compNo, itemId, wording.content, id);
    const next = toVersion(id, wording, await citedAfter(trx, point, wording), at.toISOString());
    const isReworded = companyFields.some((field) => next[field] !== point[field]);
    if (isReworded) await insertVersions(trx, dialect, [next]);
    const sort = itemId === point.item_id ? undefined : Math.max((await lastPlaces(trx, caller.compNo)).get(itemId) ?? 0, FIRST_OWN_PLACE) + 1;
    if (!isReworded && sort === undefined) return;
    await updatePoint(trx, caller.compNo, id, { item_id: itemId, ...(isReworded ? { version_id: next.id } : {}), ...(sort === undefined ? {} : { sort }) });
    const summary = `修改检查要点：${excerpt(point.content)}${next.content === point.content ? '' : `，改为 ${excerpt(next.content)}`}${changedContent(fieldLabels, point, { ...next, item_id: itemId })}`;
    await recordAudit(trx, caller, { action: 'checkPoint.update', objectType: 'checkPoint', objectId: id, summary }, at);
  });
}

/** Takes a retired point back, directly below its category when its item is gone meanwhile. Safe to repeat. */
export async function restorePoint({ db, dialect, now }: ServerContext, caller: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    const point = await findOwn(trx, caller.compNo, id);
    if (point.retired_at === null) return;
    if ((await countOwnPoints(trx, caller.compNo)) >= OWN_POINTS_MAX) throw conflict(`本机构的检查要点最多 ${OWN_POINTS_MAX} 个，请先废止不用的要点`);
    const itemId = point.item_retired_at === null ? point.item_id : point.category_id;
    if ((await findItem(trx, caller.compNo, point.category_id)) === undefined) throw conflict('所属的自查类别已不存在，请新增一个要点');
    if (await isRepeated(trx, caller.compNo, itemId, point.content, id)) throw conflict('该项目下已有相同的检查要点，不能恢复');
    await updatePoint(trx, caller.compNo, id, { retired_at: null, item_id: itemId });
    const summary = `恢复检查要点：${excerpt(point.content)}`;
    await recordAudit(trx, caller, { action: 'checkPoint.restore', objectType: 'checkPoint', objectId: id, summary }, now());
  });
}

async function findOwn(db: Queryable, compNo: string, id: string): Promise<PointRow> {
  const point = await findPoint(db, compNo, id);
  if (point === undefined) throw notFound();
  if (point.comp_no === null) throw conflict(NATIONAL);
  return point;
}

/** Whether an item has another point with that content. */
export async function isRepeated(db: Queryable, compNo: string, itemId: string, content: string, exceptId: string | undefined): Promise<boolean> {
  const others = await listContents(db, compNo);
  return others.some((other) => other.id !== exceptId && other.item_id === itemId && other.content === content);
}

async function refuseRepeated(db: Queryable, compNo: string, itemId: string, content: string, exceptId: string | undefined): Promise<void> {
  if (await isRepeated(db, compNo, itemId, content, exceptId)) throw wrongField('content', '该项目下已有相同的检查要点');
}

/** Besides the content, which is told with what it was. */
const fieldLabels = {
  item_id: '自查项目',
  expected: '检查标准',
  method: '检查方法',
  basis_law: '依据',
  basis_article: '第几条',
  basis_gist: '依据要点',
  basis_edition: '依据版本',
  basis_anchor: '依据原文',
};

const toVersion = (pointId: string, wording: PointWording, { edition, anchor }: Cited, createdAt: string): VersionRow => ({
  id: uuidv7(),
  point_id: pointId,
  content: wording.content,
  method: wording.method,
  basis_law: lawTitle(wording.basisLaw),
  basis_article: wording.basisArticle,
  basis_gist: wording.basisGist,
  basis_edition: edition,
  basis_anchor: anchor,
  expected: wording.expected,
  further_bases: null,
  liability: null,
  weight: 1,
  mark: null,
  created_at: createdAt,
});
