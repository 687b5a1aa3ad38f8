import type { Law, LawArticle, LawText } from '#contract/law.ts';
import type { LawArticleRow, LawRow, LawVersionRow } from './law-repository.ts';
import type { LawChapter } from './law-text.ts';

/** @param versions of this law or of several, itself included */
export const presentLaw = (row: LawRow, versions: readonly LawVersionRow[]): Law => ({
  ...factsOf(row),
  versions: versions
    .filter((other) => other.title_key === row.title_key && other.id !== row.id)
    .map((other) => ({ id: other.id, publishDate: other.publish_date, effectiveDate: other.effective_date, status: other.status })),
});

const factsOf = (row: LawRow): Omit<Law, 'versions'> => ({
  id: row.id,
  title: row.title,
  docNumber: row.doc_number,
  lawType: row.law_type,
  enactDept: row.enact_dept,
  publishDate: row.publish_date,
  effectiveDate: row.effective_date,
  status: row.status,
  articleCount: row.article_count,
  hasPdf: row.pdf_sha256 !== null,
  version: row.version,
});

export const presentLawText = (row: LawRow, articles: LawArticleRow[]): LawText => ({ ...factsOf(row), chapters: chaptersOf(articles) });

export const presentArticle = (row: LawArticleRow): LawArticle => ({ number: row.number, label: row.label, paragraphs: JSON.parse(row.paragraphs) as string[] });

/** @param articles in the order of their `seq` */
export function chaptersOf(articles: LawArticleRow[]): LawChapter[] {
  const chapters: LawChapter[] = [];
  for (const row of articles) {
    const article = presentArticle(row);
    const last = chapters.at(-1);
    if (last !== undefined && last.title === row.chapter) last.articles.push(article);
    else chapters.push({ title: row.chapter, articles: [article] });
  }
  return chapters;
}
