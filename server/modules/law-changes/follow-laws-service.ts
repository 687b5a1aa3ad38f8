import { setImmediate as nextTurn } from 'node:timers/promises';
import { shanghaiDay } from '#contract/calendar.ts';
import { versionsOf } from '#contract/cited-law.ts';
import type { CitationState } from '#contract/law-change.ts';
import { isAhead } from '#contract/law-status.ts';
import { lawTitleKey } from '#contract/law-title.ts';
import type { ServerContext } from '../../context.ts';
import type { WordingRow } from '../../database/point-wording.ts';
import { holdWordings, listWordingsInUse, replaceWordings, type WordingInUse } from '../check-points/point-wording-service.ts';
import { type LawEditionRow, listEditions, readArticles } from '../laws/law-service.ts';
import { type Comparison, compareCitation, type Edition } from './citation-comparison.ts';
import { type LawChangeRow, listComputed, putChanges, renewVersions } from './law-change-repository.ts';
import { citationsOf, type PointCitation, withBasis } from './point-citations.ts';

/** A citation and the edition in force that it has to be looked for in. */
interface Search {
  wording: WordingInUse;
  citation: PointCitation;
  after: LawEditionRow;
  before: LawEditionRow | undefined;
  /** Whether the national library follows that edition: its number holds there. */
  isChecked: boolean;
}

interface Found extends Search {
  comparison: Comparison;
}

/**
 * Looks for the citations of all points in the editions in force, once for each: what stands there in the same words follows
 * by itself, with a wording of its own for new tasks; the others wait for a decision. Safe to repeat, and in several processes.
 */
export async function followLaws(context: Pick<ServerContext, 'db' | 'dialect' | 'now'>): Promise<void> {
  const searches = await findSearches(context);
  if (searches.length === 0) return;
  const found: Found[] = [];
  for (const [, sameLaw] of Map.groupBy(searches, ({ after }) => after.id)) found.push(...(await search(context, sameLaw)));
  await store(context, found);
}

async function findSearches({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<Search[]> {
  const today = shanghaiDay(now());
  const editions = Map.groupBy(await listEditions(db), (edition) => edition.titleKey);
  const computed = new Map((await listComputed(db)).map((row) => [keyOf(row.law_id, row.comp_no, row.point_id, row.place), row]));
  return (await listWordingsInUse(db)).flatMap((wording) =>
    citationsOf(wording.row).flatMap((citation): Search[] => {
      const search = searchFor(wording, citation, editions, today);
      if (search === undefined) return [];
      const done = computed.get(keyOf(search.after.id, wording.compNo, wording.pointId, citation.place));
      const isDone = done?.version_id === wording.versionId && (done.law_version === search.after.version || hasFollowed(done.state));
      return isDone ? [] : [search];
    }),
  );
}

const hasFollowed = (state: CitationState): boolean => state === 'stayed' || state === 'moved';

/** Undefined where there is nothing to look for. */
function searchFor(wording: WordingInUse, citation: PointCitation, editions: ReadonlyMap<string, LawEditionRow[]>, today: string): Search | undefined {
  const { law: title, edition, article } = citation.basis;
  if (edition == null || article === 0) return undefined;
  const versions = versionsOf(editions.get(lawTitleKey(title)) ?? [], title, today);
  const [after] = versions;
  if (after?.publishDate == null || after.articleCount === 0 || after.status !== 'effective' || isAhead(after, today) || after.publishDate < edition) return undefined;
  const published = after.publishDate;
  const earlier = versions.filter((version) => version.articleCount > 0 && version.publishDate !== null && version.publishDate < published);
  const latest = earlier.toSorted((one, other) => ((one.publishDate ?? '') < (other.publishDate ?? '') ? 1 : -1))[0];
  const before = earlier.find((version) => version.publishDate === edition) ?? latest;
  const isChecked = edition === published;
  // Whoever named the edition in force has read it; of the national library it is told what the edition changed.
  if (isChecked && (before === undefined || wording.compNo !== '')) return undefined;
  return { wording, citation, after, before, isChecked };
}

const keyOf = (lawId: string, compNo: string, pointId: string, place: number): string => `${lawId} ${compNo} ${pointId} ${place}`;

async function search({ db }: Pick<ServerContext, 'db'>, searches: readonly Search[]): Promise<Found[]> {
  const texts = new Map<string, Edition>();
  for (const edition of searches.flatMap(({ after, before }) => (before === undefined ? [after] : [after, before]))) {
    if (!texts.has(edition.id)) texts.set(edition.id, { publishDate: edition.publishDate, articles: await readArticles(db, edition.id) });
  }
  const found: Found[] = [];
  for (const each of searches) {
    const after = texts.get(each.after.id);
    if (after === undefined) continue;
    found.push({ ...each, comparison: compareCitation(each.citation.basis, each.before && texts.get(each.before.id), after) });
    // A long law takes milliseconds for each.
    await nextTurn();
  }
  return found;
}

async function store({ db, dialect, now }: Pick<ServerContext, 'db' | 'dialect' | 'now'>, found: readonly Found[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdWordings(trx, dialect, found.flatMap(({ wording }) => (wording.compNo === '' ? [] : [wording.compNo])));
    const inUse = new Set((await listWordingsInUse(trx)).map(({ compNo, versionId }) => `${compNo} ${versionId}`));
    // Whoever changed a point meanwhile has it looked at again.
    const current = found.filter(({ wording }) => inUse.has(`${wording.compNo} ${wording.versionId}`));
    await putChanges(trx, dialect, current.map(toRow));
    const moved = Array.from(Map.groupBy(current, ({ wording }) => wording).entries(), ([point, ofPoint]) => ({ point, row: followed(point.row, ofPoint), isReworded: false })).filter(
      ({ point, row }) => row !== point.row,
    );
    const ids = await replaceWordings(trx, dialect, moved, now());
    await renewVersions(trx, dialect, moved.map(({ point: { compNo, pointId, versionId } }, index) => ({ compNo, pointId, versionId, nextId: ids[index] ?? versionId })));
  });
}

/** The wording whose citations follow, where all of their article's words are the same; the very same where none does. */
const followed = (row: WordingRow, found: readonly Found[]): WordingRow =>
  found.reduce((before, { citation: { place, basis }, after, comparison: { state, article }, isChecked }) => {
    if (isChecked || article === null || !hasFollowed(state)) return before;
    return withBasis(before, { place, basis: { ...basis, article, edition: after.publishDate } });
  }, row);

const toRow = ({ wording, citation, after, before, isChecked, comparison }: Found): LawChangeRow => ({
  law_id: after.id,
  comp_no: wording.compNo,
  point_id: wording.pointId,
  place: citation.place,
  version_id: wording.versionId,
  law_version: after.version,
  cited: JSON.stringify(citation.basis),
  state: comparison.state,
  article: comparison.article,
  candidates: JSON.stringify(comparison.candidates),
  before_law_id: before?.id ?? null,
  before_article: comparison.beforeArticle,
  is_checked: isChecked ? 1 : 0,
});
