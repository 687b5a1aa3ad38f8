import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { articleLabel } from '#contract/chinese-numerals.ts';
import type { ServerContext } from '../../../server/context.ts';
import { drawLawPdf } from '../../../scripts/law-pdf.mjs';
import { importLaws } from '../../../server/modules/laws/law-import-service.ts';
import { parseLawText } from '../../../server/modules/laws/law-text.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SAMPLES = fileURLToPath(new URL('../../../server/library/laws', import.meta.url));
const LONG_LAW = '院内综合示例规定';
const LONG_LAW_ARTICLES = 150;
const ARTICLES_PER_CHAPTER = 15;

export interface LawLibrary {
  lawCount: number;
  /** What the laws are, for the words beside a figure. */
  contents: string;
  /** A law of 150 articles with a PDF, put together from articles of the others. */
  longLaw: { id: string; title: string; articleCount: number; pdf: Buffer };
}

/** Imports the sample laws, real statutes where they are at hand, and one long law. */
export async function insertLaws(context: ServerContext, statutes: string): Promise<LawLibrary> {
  const folders = [SAMPLES, ...(existsSync(statutes) ? [statutes] : [])];
  const made = await temporaryFolder();
  try {
    const text = longLaw(await articlesIn(folders.toReversed()));
    const pdf = drawLawPdf(text);
    await writeFile(join(made.path, 'long.md'), text);
    await writeFile(join(made.path, 'long.pdf'), pdf);
    await writeFile(join(made.path, 'long.json'), JSON.stringify({ lawType: '示例制度', publishDate: '2026-01-01' }));
    for (const folder of [...folders, made.path]) {
      const [failure] = (await importLaws(context, folder)).failures;
      if (failure !== undefined) throw new Error(`${failure.file}: ${failure.reason}`);
    }
    const laws = await context.db.selectFrom('law').select(['id', 'title', 'article_count']).execute();
    const long = laws.find(({ title }) => title === LONG_LAW);
    if (long?.article_count !== LONG_LAW_ARTICLES) throw new Error(`the long law has ${long?.article_count} articles`);
    const articleCount = laws.reduce((sum, law) => sum + law.article_count, 0);
    return {
      lawCount: laws.length,
      contents: `${laws.length} laws with ${articleCount.toLocaleString('en')} articles${folders.length > 1 ? '' : ', the samples only: no real statutes are at hand (--laws DIR)'}`,
      longLaw: { id: long.id, title: long.title, articleCount: long.article_count, pdf },
    };
  } finally {
    await made.remove();
  }
}

/** Paragraphs of every numbered article. */
async function articlesIn(folders: readonly string[]): Promise<string[][]> {
  const articles: string[][] = [];
  for (const folder of folders) {
    for (const name of (await readdir(folder)).filter((each) => each.endsWith('.md')).toSorted()) {
      const { chapters } = parseLawText(await readFile(join(folder, name), 'utf8'));
      articles.push(...chapters.flatMap((chapter) => chapter.articles.filter(({ number }) => number > 0).map(({ paragraphs }) => paragraphs)));
    }
  }
  return articles;
}

/** As Markdown. Begins anew where there are too few articles. */
function longLaw(articles: readonly string[][]): string {
  const lines = [`# ${LONG_LAW}`];
  for (let index = 0; index < LONG_LAW_ARTICLES; index += 1) {
    if (index % ARTICLES_PER_CHAPTER === 0) lines.push(`## ${articleLabel(index / ARTICLES_PER_CHAPTER + 1).replace('条', '章')} 示例`);
    const [first = '', ...rest] = articles[index % articles.length] ?? [];
    lines.push(`${articleLabel(index + 1)}　${first}`, ...rest);
  }
  return `${lines.join('\n\n')}\n`;
}
