import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../context.ts';
import { holdCompany } from '../../database/company-rows.ts';
import type { Dialect } from '../../database/dialect.ts';
import type { WordingRow } from '../../database/point-wording.ts';
import { holdLibraryState, insertVersions } from './check-library-repository.ts';
import { updatePoint } from './company-point-repository.ts';
import { listNationalWordings, listOverrides, listOwnWordings, listWordings, putOverrides } from './point-wording-repository.ts';

/** A wording that new tasks are issued with. */
export interface WordingInUse {
  /** Empty for a national point, as every company has it that decided nothing else. */
  compNo: string;
  pointId: string;
  /** The library's wording that it stands for; null of a company's own point. */
  baseVersionId: string | null;
  versionId: string;
  row: WordingRow;
}

export async function listWordingsInUse(db: Queryable): Promise<WordingInUse[]> {
  const rows = [...(await listNationalWordings(db)), ...(await listOwnWordings(db)), ...(await listOverrides(db))];
  return rows.map(({ comp_no, point_id, base_version_id, version_id, ...row }) => ({
    compNo: comp_no,
    pointId: point_id,
    baseVersionId: base_version_id,
    versionId: version_id,
    row,
  }));
}

export interface CompanyWording extends Omit<WordingInUse, 'compNo'> {
  itemId: string;
  isNational: boolean;
  isEnabled: boolean;
}

/** Those of the points that the company has, in the library's order, as new tasks of it are issued with them. */
export async function findCompanyWordings(db: Queryable, dialect: Dialect, compNo: string, ids: readonly string[]): Promise<CompanyWording[]> {
  const rows = await listWordings(db, dialect, compNo, ids);
  return rows.map(({ id, comp_no, item_id, base_version_id, version_id, enabled, ...row }) => ({
    pointId: id,
    itemId: item_id,
    isNational: comp_no === null,
    isEnabled: enabled === 1,
    baseVersionId: comp_no === null ? base_version_id : null,
    versionId: version_id,
    row,
  }));
}

/** Keeps wordings as they are until the transaction ends: those of the nation and of these companies. */
export async function holdWordings(trx: Queryable, dialect: Dialect, compNos: Iterable<string>): Promise<void> {
  await holdLibraryState(trx, dialect);
  for (const compNo of [...new Set(compNos)].sort()) await holdCompany(trx, dialect, compNo);
}

/**
 * Puts other wordings in the place of those that are in use; what is issued keeps its own. They must be held.
 * `isReworded` says that the words are the company's own, and not the citation alone.
 * @returns the version of each
 */
export async function replaceWordings(
  trx: Queryable,
  dialect: Dialect,
  changes: readonly { point: Pick<WordingInUse, 'compNo' | 'pointId' | 'baseVersionId'>; row: WordingRow; isReworded: boolean }[],
  at: Date,
): Promise<string[]> {
  const versions = changes.map(({ point, row }) => ({ id: uuidv7(), point_id: point.pointId, ...row, created_at: at.toISOString() }));
  await insertVersions(trx, dialect, versions);
  const ids = versions.map(({ id }) => id);
  const overrides = changes.flatMap(({ point: { compNo, pointId, baseVersionId }, isReworded }, index) =>
    baseVersionId === null ? [] : [{ comp_no: compNo, point_id: pointId, base_version_id: baseVersionId, version_id: ids[index] ?? '', is_reworded: isReworded ? (1 as const) : (0 as const) }],
  );
  await putOverrides(trx, dialect, overrides);
  for (const [index, { point }] of changes.entries()) {
    if (point.baseVersionId === null) await updatePoint(trx, point.compNo, point.pointId, { version_id: ids[index] ?? '' });
  }
  return ids;
}
