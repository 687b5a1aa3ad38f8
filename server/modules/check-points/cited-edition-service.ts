import { standsIn } from '#contract/basis-article.ts';
import type { PointWording } from '#contract/check-point.ts';
import { lawTitleKey } from '#contract/law-title.ts';
import type { Queryable } from '../../context.ts';
import { wrongField } from '../../errors.ts';
import { findEdition, type LawEdition, readArticles } from '../laws/law-service.ts';

export const NO_EDITION = '法规库中没有这部法规的这个版本，请核对公布日期';

/** People copy a title with the marks round it, which every screen sets itself. */
export const lawTitle = (text: string): string => /^《([^《》]+)》$/.exec(text)?.[1] ?? text;

/** Reads the versions of laws that points cite, each once. */
export function createEditionReader(db: Queryable) {
  const found = new Map<string, Promise<LawEdition | undefined>>();
  return {
    /** The version that was named, or that in force; undefined where the library has none. */
    read: ({ basisLaw, basisEdition }: Pick<PointWording, 'basisLaw' | 'basisEdition'>): Promise<LawEdition | undefined> => {
      const key = `${lawTitleKey(basisLaw)} ${basisEdition ?? ''}`;
      const reading = found.get(key) ?? findEdition(db, basisLaw, basisEdition);
      found.set(key, reading);
      return reading;
    },
  };
}

export type EditionReader = ReturnType<typeof createEditionReader>;

/** Where the law of a wording has its article. */
export interface Cited {
  /** When the version was published; null where that is not known. */
  edition: string | null;
  anchor: string | null;
}

/** @throws AppError when a wording names a version that the library has not, or words that its article has not */
export async function citedBy(db: Queryable, editions: EditionReader, wording: PointWording): Promise<Cited> {
  const edition = await editions.read(wording);
  if (wording.basisEdition !== undefined && edition === undefined) throw wrongField('basisEdition', NO_EDITION);
  return { edition: edition?.publishDate ?? null, anchor: await checkedAnchor(db, edition, wording) };
}

async function checkedAnchor(db: Queryable, edition: LawEdition | undefined, wording: PointWording): Promise<string | null> {
  const problem = await anchorProblem(db, edition, wording);
  if (problem !== undefined) throw wrongField('basisAnchor', problem);
  return wording.basisAnchor === undefined || wording.basisAnchor === '' ? null : wording.basisAnchor;
}

/** What is wrong with the words by which an article is to be found again; undefined where nothing is. */
export async function anchorProblem(
  db: Queryable,
  edition: Pick<LawEdition, 'id'> | undefined,
  { basisArticle: number, basisAnchor: anchor = '' }: Pick<PointWording, 'basisArticle' | 'basisAnchor'>,
): Promise<string | undefined> {
  if (anchor === '') return undefined;
  if (number === 0) return '请先填写第几条，再选取这一条中的原文';
  const [article] = edition === undefined ? [] : await readArticles(db, edition.id, [number]);
  if (article === undefined) return '法规库中没有这一条的原文，不能选取，请留空';
  return !standsIn(article, anchor) ? `这段文字不在${article.label}的原文中，请从原文中选取` : undefined;
}

/** An article's number belongs to the edition that held when it was entered, and stays with it until another is named; so do its words. */
export async function citedAfter(
  db: Queryable,
  before: { basis_law: string; basis_article: number; basis_edition: string | null; basis_anchor: string | null },
  wording: PointWording,
): Promise<Cited> {
  const editions = createEditionReader(db);
  const isSame =
    lawTitle(wording.basisLaw) === before.basis_law &&
    wording.basisArticle === before.basis_article &&
    (wording.basisEdition === undefined || wording.basisEdition === before.basis_edition);
  if (!isSame) return citedBy(db, editions, wording);
  const { basis_edition: edition, basis_anchor: anchor } = before;
  if (wording.basisAnchor === undefined || wording.basisAnchor === (anchor ?? '')) return { edition, anchor };
  const read = await editions.read({ basisLaw: wording.basisLaw, basisEdition: edition ?? undefined });
  return { edition, anchor: await checkedAnchor(db, read, wording) };
}
