import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Basis } from '#contract/check-point.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { listProfiles } from '../../database/institution-profiles.ts';
import { toWording, type WordingRow } from '../../database/point-wording.ts';
import { basisEditions, checkLibrary, checkLibraryVersion, libraryId } from '../../library/check-library.ts';
import type { LibraryBasis, LibraryItem } from '../../library/library-item.ts';
import { applyProfiles } from './applicable-points-service.ts';
import {
  holdLibraryState,
  insertVersions,
  linkCopies,
  listNationalPoints,
  putItems,
  putPoints,
  readLibraryState,
  rebaseOwnWords,
  type ReplacedWording,
  retireOtherPoints,
  type VersionRow,
  writeLibraryState,
} from './check-library-repository.ts';

export interface CheckLibrary {
  /** Grows with each published library. */
  version: number;
  items: readonly LibraryItem[];
  /** Of each law the publication day of the edition that its articles' numbers follow. */
  editions: Readonly<Record<string, string>>;
}

/**
 * Brings the national check items of this release into the database. A changed wording becomes a new version, and issued
 * tasks keep theirs; institutions with words of their own keep those; a point that left the library is retired. Does nothing
 * when nothing changed; safe in several processes at once. A process of an older release leaves a newer library alone.
 * @returns whether anything changed
 */
export async function syncCheckLibrary(
  context: Pick<ServerContext, 'db' | 'dialect' | 'now'>,
  library: CheckLibrary = { version: checkLibraryVersion, items: checkLibrary, editions: basisEditions },
): Promise<boolean> {
  const { db, dialect } = context;
  const state = `${library.version}:${createHash('sha256').update(JSON.stringify([library.items, library.editions])).digest('hex')}`;
  const isCurrent = (held: string | undefined): boolean => held === state || Number.parseInt(held ?? '', 10) > library.version;
  if (isCurrent(await readLibraryState(db))) return false;

  return db.transaction().execute(async (trx) => {
    if (isCurrent(await holdLibraryState(trx, dialect))) return false;
    const at = context.now().toISOString();
    const known = new Map((await listNationalPoints(trx)).map((row) => [row.id, row]));
    const rows = libraryRows(library);
    const newVersions: VersionRow[] = [];
    const reworded: ReplacedWording[] = [];
    const renumbered: ReplacedWording[] = [];
    const points = rows.points.map(({ wording, ...point }) => {
      const stored = known.get(point.id);
      let versionId = stored?.version_id;
      if (versionId === undefined || stored === undefined || !isSameWording(stored, wording)) {
        versionId = uuidv7();
        newVersions.push({ id: versionId, point_id: point.id, ...wording, created_at: at });
        if (stored !== undefined) {
          const replaced = { national_id: point.id, base_version_id: stored.version_id, next_version_id: versionId };
          (readsTheSame(stored, wording) ? renumbered : reworded).push(replaced);
        }
      }
      return { ...point, comp_no: null, version_id: versionId, retired_at: null, created_at: at };
    });
    await putItems(trx, dialect, rows.items);
    await insertVersions(trx, dialect, newVersions);
    await putPoints(trx, dialect, points);
    await retireOtherPoints(trx, new Set(points.map((point) => point.id)), at);
    await applyProfiles(trx, dialect, await listProfiles(trx));
    await linkCopies(trx, dialect, reworded);
    await rebaseOwnWords(trx, dialect, renumbered);
    await writeLibraryState(trx, state);
    return true;
  });
}

/** The library that the database holds. `state` changes with anything in it. */
export async function readHeldLibrary(db: Queryable): Promise<{ state: string; version: number }> {
  const state = (await readLibraryState(db)) ?? '0';
  return { state, version: Number.parseInt(state, 10) };
}

function libraryRows({ items: categories, editions }: CheckLibrary) {
  const items: { id: string; comp_no: null; parent_id: string | null; item_name: string; sort: number }[] = [];
  const points: { id: string; item_id: string; category_id: string; sort: number; applies_to: string | null; kinds: string | null; wording: WordingRow }[] = [];
  for (const [categorySort, category] of categories.entries()) {
    const categoryId = libraryId(category.code);
    items.push({ id: categoryId, comp_no: null, parent_id: null, item_name: category.name, sort: categorySort + 1 });
    for (const [itemSort, item] of category.children.entries()) {
      const itemId = libraryId(item.code);
      items.push({ id: itemId, comp_no: null, parent_id: categoryId, item_name: item.name, sort: itemSort + 1 });
      for (const [pointSort, point] of item.points.entries()) {
        points.push({
          id: libraryId(point.code),
          item_id: itemId,
          category_id: categoryId,
          sort: pointSort + 1,
          applies_to: toJson(point.appliesTo ?? item.appliesTo),
          kinds: toJson(point.kinds ?? item.kinds),
          wording: {
            content: point.content,
            method: point.method,
            basis_law: point.basis.law,
            basis_article: point.basis.article,
            basis_gist: point.basis.gist,
            basis_edition: editions[point.basis.law] ?? null,
            basis_anchor: point.anchor ?? null,
            expected: point.expected,
            further_bases: toJson(point.furtherBases?.map((basis) => toBasis(basis, editions))),
            liability: toJson(point.liability && toBasis(point.liability, editions)),
            weight: point.weight ?? 1,
            mark: point.mark ?? null,
          },
        });
      }
    }
  }
  return { items, points };
}

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

const toBasis = ({ law, article, gist, anchor }: LibraryBasis, editions: CheckLibrary['editions']): Basis => ({
  law,
  article,
  gist,
  edition: editions[law] ?? null,
  ...(anchor === undefined ? {} : { anchor }),
});

const isSameWording = (stored: WordingRow, wording: WordingRow): boolean =>
  (Object.keys(wording) as (keyof WordingRow)[]).every((field) => stored[field] === wording[field]);

/** Whether people would read the same: anchors and editions only find the article again. */
function readsTheSame(stored: WordingRow, wording: WordingRow): boolean {
  const readable = (row: WordingRow): string => {
    const { basis, furtherBases = [], liability, ...words } = toWording(row);
    return JSON.stringify([words, [basis, ...furtherBases, liability].map((each) => each && [each.law, each.article, each.gist])]);
  };
  return readable(stored) === readable(wording);
}
