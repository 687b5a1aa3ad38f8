import { articleByAnchor, articlesWith } from '#contract/basis-article.ts';
import type { Basis } from '#contract/check-point.ts';
import { NUMERAL_CHARACTERS } from '#contract/chinese-numerals.ts';
import type { CitationState } from '#contract/law-change.ts';
import type { LawArticle } from '#contract/law.ts';

/** An edition of a law. */
export interface Edition {
  publishDate: string | null;
  articles: readonly LawArticle[];
}

export interface Comparison {
  state: CitationState;
  /** Where the citation stands in the new edition; null where that is not certain. */
  article: number | null;
  /** Of an ambiguous one. */
  candidates: number[];
  /** Where it stood in the edition before; null where that is not known. */
  beforeArticle: number | null;
}

const CANDIDATES_SHOWN = 5;
const ARTICLE_NUMBER = new RegExp(`第[0-9${NUMERAL_CHARACTERS}]+条`, 'gu');

/** What an article says, however it is set, and whichever numbers the articles have that it names. */
const wordsOf = ({ paragraphs }: LawArticle): string => paragraphs.join('').normalize('NFKC').replace(/\s/gu, '').replace(ARTICLE_NUMBER, '第条');

/**
 * Looks for a citation in a newer edition. Without an anchor the words of its whole article are looked for.
 * @param before the edition that the basis follows, or the last one before the new one; undefined where there is none
 */
export function compareCitation(basis: Pick<Basis, 'article' | 'edition' | 'anchor'>, before: Edition | undefined, after: Edition): Comparison {
  const old = before && articleIn(basis, before);
  const found = foundIn(basis, old, after);
  const same = old === undefined ? [] : found.filter((article) => wordsOf(article) === wordsOf(old));
  const beforeArticle = old?.number ?? null;
  const [certain, ...others] = same.length > 0 ? same : found;
  if (certain === undefined) return { state: 'gone', article: null, candidates: [], beforeArticle };
  if (others.length > 0) return { state: 'ambiguous', article: null, candidates: found.slice(0, CANDIDATES_SHOWN).map(({ number }) => number), beforeArticle };
  const isMoved = certain.number !== (beforeArticle ?? basis.article);
  return { state: same.length === 0 ? 'changed' : isMoved ? 'moved' : 'stayed', article: certain.number, candidates: [], beforeArticle };
}

/** The number holds in the edition that the basis follows, and nowhere else. */
function articleIn({ article: number, edition, anchor }: Pick<Basis, 'article' | 'edition' | 'anchor'>, { publishDate, articles }: Edition): LawArticle | undefined {
  return articleByAnchor(articles, anchor) ?? (publishDate === edition ? articles.find((article) => article.number === number) : undefined);
}

function foundIn({ article: number, edition, anchor }: Pick<Basis, 'article' | 'edition' | 'anchor'>, old: LawArticle | undefined, after: Edition): LawArticle[] {
  // The library was checked against this edition: its number holds.
  if (edition === after.publishDate) return after.articles.filter((article) => article.number === number);
  if (anchor !== undefined) return articlesWith(after.articles, anchor);
  if (old === undefined) return [];
  const words = wordsOf(old);
  return after.articles.filter((article) => article.number > 0 && wordsOf(article) === words);
}
