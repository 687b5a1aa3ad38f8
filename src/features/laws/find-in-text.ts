import type { LawText } from '#contract/law.ts';
import { foldText } from '@/lib/text/fold-text.ts';
import { findSpans, type Span } from '@/lib/text/text-search.ts';

/** Hits in one paragraph; `first` is the number that the first of them has in the whole text. */
export interface ParagraphHits {
  first: number;
  spans: readonly Span[];
}

/** Hits in one article: `first` of its own, and as many as `count`. */
export interface ArticleHits {
  first: number;
  count: number;
  paragraphs: readonly ParagraphHits[];
}

export interface TextHits {
  total: number;
  /** By `articleKey`; articles without a hit are not in it. */
  articles: ReadonlyMap<string, ArticleHits>;
}

export const articleKey = (chapterIndex: number, articleIndex: number): string => `${chapterIndex}.${articleIndex}`;

const nothing: TextHits = { total: 0, articles: new Map() };

/** Every place of `query` in a law, as it stands: a space in it is a space. */
export function findInText({ chapters }: Pick<LawText, 'chapters'>, query: string): TextHits {
  const term = foldText(query.trim());
  if (term === '') return nothing;
  const articles = new Map<string, ArticleHits>();
  let total = 0;
  for (const [chapterIndex, chapter] of chapters.entries()) {
    for (const [articleIndex, article] of chapter.articles.entries()) {
      const first = total;
      const paragraphs: ParagraphHits[] = [];
      for (const paragraph of article.paragraphs) {
        const spans = findSpans(foldText(paragraph), [term]);
        paragraphs.push({ first: total, spans });
        total += spans.length;
      }
      if (total > first) articles.set(articleKey(chapterIndex, articleIndex), { first, count: total - first, paragraphs });
    }
  }
  return { total, articles };
}

/** The number of the first hit at or behind an article, so that finding begins where the person reads; 0 where none is. */
export function hitFrom({ chapters }: Pick<LawText, 'chapters'>, hits: TextHits, article: number | undefined): number {
  if (article === undefined) return 0;
  let isReached = false;
  for (const [chapterIndex, chapter] of chapters.entries()) {
    for (const [articleIndex, { number }] of chapter.articles.entries()) {
      isReached ||= number === article;
      const own = hits.articles.get(articleKey(chapterIndex, articleIndex));
      if (isReached && own !== undefined) return own.first;
    }
  }
  return 0;
}
