import type { Basis } from '#contract/check-point.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import { type ChangedCitation, type CitationState, LIABILITY_PLACE, type LawChange } from '#contract/law-change.ts';
import type { LawArticle } from '#contract/law.ts';
import type { Page } from '#contract/paging.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { toWording } from '../../database/point-wording.ts';
import { notFound } from '../../errors.ts';
import { codeOfPoint } from '../../library/check-library.ts';
import { type CompanyWording, findCompanyWordings } from '../check-points/point-wording-service.ts';
import { type LawEditionRow, listEditions, readArticles } from '../laws/law-service.ts';
import { listVisible, type VisibleChange } from './law-change-repository.ts';
import { citationsOf, isSameCitation } from './point-citations.ts';

/** What an edition made of a citation, with the point as the company has it. */
export interface CompanyChange {
  change: VisibleChange;
  point: CompanyWording;
  cited: Basis;
  isPending: boolean;
}

type Context = Pick<ServerContext, 'db' | 'dialect'>;

const UNCERTAIN: readonly CitationState[] = ['changed', 'ambiguous', 'gone'];
export const isUncertain = ({ state, is_checked: isChecked }: VisibleChange): boolean => UNCERTAIN.includes(state) && isChecked === 0;

/** In the library's order, of a point its bases before what breaking it costs. @param lawId undefined for all editions */
export async function findCompanyChanges({ db, dialect }: Context, compNo: string, lawId?: string): Promise<CompanyChange[]> {
  const ofPoint = Map.groupBy(await listVisible(db, compNo, lawId), (change) => change.point_id);
  const points = await findCompanyWordings(db, dialect, compNo, [...ofPoint.keys()]);
  return points.flatMap((point) =>
    inForce(ofPoint.get(point.pointId) ?? [], point).map((change): CompanyChange => {
      const cited = JSON.parse(change.cited) as Basis;
      const now = citationsOf(point.row).find(({ place }) => place === change.place)?.basis;
      const isAsCited = now !== undefined && isSameCitation(now, cited);
      return { change, point, cited, isPending: isUncertain(change) && change.kind === null && point.isEnabled && isAsCited };
    }),
  );
}

/** Of a national point that the company has, or had, in its own words: what belongs to the words that hold. */
function inForce(changes: readonly VisibleChange[], { versionId }: CompanyWording): VisibleChange[] {
  const ofPlace = Map.groupBy(changes, (change) => `${change.law_id} ${change.place}`);
  return Array.from(ofPlace.values(), (same) => same.find((change) => change.comp_no !== '' && change.version_id === versionId) ?? same.find((change) => change.comp_no === '') ?? same[0])
    .filter((change) => change !== undefined)
    .sort((one, other) => orderOf(one.place) - orderOf(other.place));
}

const orderOf = (place: number): number => (place === LIABILITY_PLACE ? Number.MAX_SAFE_INTEGER : place);

/** Editions with something to decide first, then the newest. */
export async function findLawChanges(context: Context, caller: Caller, { pageNum, pageSize }: CallRequest<'lawChanges'>['query']): Promise<Page<LawChange>> {
  const changes = await summarize(context, await findCompanyChanges(context, caller.compNo));
  const sorted = changes.sort(
    (one, other) =>
      Number(other.pending > 0) - Number(one.pending > 0) || (other.publishDate ?? '').localeCompare(one.publishDate ?? '') || one.id.localeCompare(other.id),
  );
  return { records: sorted.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: sorted.length, pageNum, pageSize };
}

export async function readLawChange(context: Context, caller: Caller, lawId: string): Promise<LawChange> {
  const [change] = await summarize(context, await findCompanyChanges(context, caller.compNo, lawId));
  if (change === undefined) throw notFound();
  return change;
}

async function summarize({ db }: Context, changes: readonly CompanyChange[]): Promise<LawChange[]> {
  if (changes.length === 0) return [];
  const editions = new Map((await listEditions(db)).map((edition) => [edition.id, edition]));
  return Array.from(Map.groupBy(changes, ({ change }) => change.law_id)).flatMap(([lawId, ofLaw]) => {
    const edition = editions.get(lawId);
    return edition === undefined ? [] : [toLawChange(edition, ofLaw, editions)];
  });
}

function toLawChange(edition: LawEditionRow, ofLaw: readonly CompanyChange[], editions: ReadonlyMap<string, LawEditionRow>): LawChange {
  const counts = { stayed: 0, moved: 0, changed: 0, ambiguous: 0, gone: 0 };
  for (const { change } of ofLaw) counts[change.state] += 1;
  // Points may follow several editions: the last of them is the one before this.
  const [before] = ofLaw
    .flatMap(({ change }) => editions.get(change.before_law_id ?? '') ?? [])
    .toSorted((one, other) => (other.publishDate ?? '').localeCompare(one.publishDate ?? ''));
  return {
    id: edition.id,
    title: edition.title,
    publishDate: edition.publishDate,
    effectiveDate: edition.effectiveDate,
    status: edition.status,
    before: before === undefined ? null : { id: before.id, publishDate: before.publishDate },
    counts,
    pending: ofLaw.filter(({ isPending }) => isPending).length,
    decided: ofLaw.filter(({ change }) => change.kind !== null).length,
  };
}

/** Of one edition: those that wait first, in the library's order. What stayed where it was is told where it is asked for. */
export async function findLawCitations(
  context: Context,
  caller: Caller,
  lawId: string,
  { state, pending, pointId, pageNum, pageSize }: CallRequest<'lawCitations'>['query'],
): Promise<Page<ChangedCitation>> {
  const all = await findCompanyChanges(context, caller.compNo, lawId);
  if (all.length === 0) throw notFound();
  const matching = all
    .filter(({ point }) => pointId === undefined || point.pointId === pointId)
    .filter(({ change, isPending }) => (state === undefined ? change.state !== 'stayed' : change.state === state) && (pending === undefined || isPending === (pending === 1)))
    .sort((one, other) => Number(other.isPending) - Number(one.isPending));
  const shown = matching.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  const articles = await readNamed(context.db, shown.map(({ change }) => change));
  return { records: shown.map((each) => toCitation(each, articles)), total: matching.length, pageNum, pageSize };
}

type ArticleReader = (lawId: string | null, number: number | null) => LawArticle | null;

/** The articles that the changes name. */
async function readNamed(db: Queryable, changes: readonly VisibleChange[]): Promise<ArticleReader> {
  const named = new Map<string, Set<number>>();
  const add = (lawId: string | null, numbers: readonly (number | null)[]): void => {
    if (lawId === null) return;
    const known = named.get(lawId) ?? new Set();
    for (const number of numbers) if (number !== null) known.add(number);
    named.set(lawId, known);
  };
  for (const change of changes) {
    add(change.law_id, [change.article, ...candidatesOf(change)]);
    add(change.before_law_id, [change.before_article]);
  }
  const articles = new Map<string, LawArticle>();
  for (const [lawId, numbers] of named) {
    if (numbers.size === 0) continue;
    for (const article of await readArticles(db, lawId, [...numbers])) articles.set(`${lawId} ${article.number}`, article);
  }
  return (lawId, number) => articles.get(`${lawId} ${number}`) ?? null;
}

const candidatesOf = (change: VisibleChange): number[] => JSON.parse(change.candidates) as number[];

function toCitation({ change, point, cited, isPending }: CompanyChange, articleOf: ArticleReader): ChangedCitation {
  const { content, method, expected } = toWording(point.row);
  return {
    pointId: point.pointId,
    place: change.place,
    version: point.versionId,
    code: point.isNational ? codeOfPoint(point.pointId) : null,
    content,
    method,
    expected,
    isNational: point.isNational,
    enabled: point.isEnabled,
    cited,
    state: change.state,
    isChecked: change.is_checked === 1,
    isPending,
    before: articleOf(change.before_law_id, change.before_article),
    after: articleOf(change.law_id, change.article),
    candidates: candidatesOf(change).flatMap((number) => articleOf(change.law_id, number) ?? []),
    decision:
      change.kind === null ? null : { kind: change.kind, article: change.decided_article, byName: change.decider_name ?? '', decidedAt: change.decided_at ?? '' },
  };
}
