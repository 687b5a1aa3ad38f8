import type { Basis } from './check-point.ts';
import type { LawArticle, LawText } from './law.ts';

/** For an article's number that is beyond the last of its law. */
export const lacksArticleMessage = (articleCount: number): string => `这部法规只有 ${articleCount} 条，请核对`;

/** Whether these words stand in an article. A line break within it parts no words that people chose together. */
export const standsIn = ({ paragraphs }: LawArticle, words: string): boolean => paragraphs.join('\n').includes(words);

/** The articles in which these words stand. */
export const articlesWith = (articles: readonly LawArticle[], words: string): LawArticle[] =>
  articles.filter((article) => article.number > 0 && standsIn(article, words));

/** The one article in which the anchor stands; undefined where there is none, or more than one. */
export function articleByAnchor(articles: readonly LawArticle[], anchor: string | undefined): LawArticle | undefined {
  const [only, ...others] = anchor === undefined ? [] : articlesWith(articles, anchor);
  return others.length === 0 ? only : undefined;
}

/** All articles of a text, in their order. */
export const articlesOf = ({ chapters }: Pick<LawText, 'chapters'>): LawArticle[] => chapters.flatMap(({ articles }) => articles);

/**
 * The article of a law's text that a basis means, whichever edition it is: the number holds in the edition that the basis
 * follows, and in any other the anchor alone does. Undefined where that is not certain.
 */
export function articleOf({ article: number, edition, anchor }: Pick<Basis, 'article' | 'edition' | 'anchor'>, text: Pick<LawText, 'publishDate' | 'chapters'>): LawArticle | undefined {
  if (number === 0) return undefined;
  const articles = articlesOf(text);
  const anchored = articleByAnchor(articles, anchor);
  if (anchored !== undefined) return anchored;
  const isOwnNumber = edition == null || text.publishDate === null || edition === text.publishDate;
  return isOwnNumber ? articles.find((article) => article.number === number) : undefined;
}
