/** One search over the articles of all laws and over all check points: what the search worker does, without the worker. */
import type { Basis } from '#contract/check-point.ts';
import type { LawStatus } from '#contract/law-status.ts';
import { articleLabel } from './article-label.ts';
import { foldText, termsOf } from './fold-text.ts';
import type { Snippet } from './text-search.ts';
import { findSpans, snippetAround, TextIndex } from './text-search.ts';

/** What the search needs of a law; `Law` of the contract fits. */
export interface SearchedLaw {
  id: string;
  version: string;
  title: string;
  status: LawStatus;
  effectiveDate: string | null;
}

/** What it needs of a law's text; `LawText` of the contract fits. */
export interface SearchedText {
  id: string;
  chapters: readonly { title: string; articles: readonly { number: number; label: string; paragraphs: readonly string[] }[] }[];
}

/** `CheckPoint` of the contract fits. */
export interface SearchedPoint {
  id: string;
  content: string;
  method: string;
  expected: string;
  basis: Basis;
}

export interface FoundArticle {
  /** Counts from 1; 0 for what stands before the first article or after the last. */
  number: number;
  label: string;
  chapter: string;
  snippet: Snippet;
}

export interface FoundLaw {
  id: string;
  title: Snippet;
  status: LawStatus;
  effectiveDate: string | null;
  /** All of them, of which `articles` holds the first. */
  articleCount: number;
  articles: FoundArticle[];
}

export interface FoundPoint {
  id: string;
  content: Snippet;
  /** Where the hit is not in the content. */
  elsewhere: Snippet | undefined;
  basis: Basis;
}

export interface SearchResult {
  query: string;
  lawCount: number;
  articleCount: number;
  laws: FoundLaw[];
  pointCount: number;
  points: FoundPoint[];
}

/** How much of the result is wanted: what a screen shows at first, or all of one law. */
export interface SearchLimits {
  laws: number;
  points: number;
  articlesPerLaw: number;
  /** Of these laws all articles. */
  wholeLaws: readonly string[];
  /** Articles and points together, of which the points give way; no such limit where it is missing. */
  hits?: number;
}

interface ArticleDocument {
  law: SearchedLaw;
  number: number;
  label: string;
  chapter: string;
  text: string;
}

export class LawSearch {
  private readonly articles = new TextIndex();
  private readonly articleDocuments: ArticleDocument[] = [];
  private readonly points = new TextIndex();
  private readonly pointDocuments: SearchedPoint[] = [];
  private readonly laws: { law: SearchedLaw; foldedTitle: string }[] = [];

  /** Titles can be found before the text is there. Laws are found in the order in which they are added. */
  addLaw(law: SearchedLaw): void {
    this.laws.push({ law, foldedTitle: foldText(law.title) });
  }

  addText(law: SearchedLaw, { chapters }: SearchedText): void {
    for (const chapter of chapters) {
      for (const { number, label, paragraphs } of chapter.articles) {
        const text = paragraphs.join('\n');
        this.articles.add(text);
        this.articleDocuments.push({ law, number, label, chapter: chapter.title, text });
      }
    }
  }

  addPoint(point: SearchedPoint): void {
    this.points.add(pointText(point));
    this.pointDocuments.push(point);
  }

  /** Laws whose title holds the query or whose article it cites first, then those in force, then those with the most hits. */
  find(query: string, limits: SearchLimits): SearchResult {
    const terms = termsOf(query);
    const cited = this.findCited(terms);
    const found = new Map<string, { law: SearchedLaw; numbers: number[]; isNamed: boolean }>();
    if (terms.length > 0) {
      for (const { law, foldedTitle } of this.laws) {
        if (terms.every((term) => foldedTitle.includes(term))) found.set(law.id, { law, numbers: [], isNamed: true });
      }
    }
    const numbers = new Set([...cited, ...this.articles.find(query)]);
    for (const number of numbers) {
      const law = this.articleDocuments[number]?.law;
      if (law === undefined) continue;
      const entry = found.get(law.id) ?? { law, numbers: [], isNamed: cited.has(number) };
      entry.numbers.push(number);
      found.set(law.id, entry);
    }
    const laws = [...found.values()].sort(
      (one, other) =>
        Number(other.isNamed) - Number(one.isNamed) ||
        Number(other.law.status === 'effective') - Number(one.law.status === 'effective') ||
        other.numbers.length - one.numbers.length,
    );
    const foundLaws = laws.slice(0, limits.laws).map(({ law, numbers: own }) => ({
      id: law.id,
      title: { text: law.title, spans: findSpans(foldText(law.title), terms) },
      status: law.status,
      effectiveDate: law.effectiveDate,
      articleCount: own.length,
      articles: (limits.wholeLaws.includes(law.id) ? own : own.slice(0, limits.articlesPerLaw)).flatMap((number) => this.foundArticle(number, terms)),
    }));
    const articlesShown = foundLaws.reduce((sum, { articles }) => sum + articles.length, 0);
    const roomForPoints = Math.max(0, (limits.hits ?? Infinity) - articlesShown);
    const pointNumbers = this.points.find(query);
    return {
      query,
      lawCount: laws.length,
      articleCount: numbers.size,
      laws: foundLaws,
      pointCount: pointNumbers.length,
      points: pointNumbers.slice(0, Math.min(limits.points, roomForPoints)).flatMap((number) => this.foundPoint(number, terms)),
    };
  }

  /** The articles that the query cites by their number, of the laws whose title, or in the articles whose text, its other words are. */
  private findCited(terms: readonly string[]): Set<number> {
    const citation = citationIn(terms);
    const found = new Set<number>();
    if (citation === undefined) return found;
    for (const [number, { label, law, text }] of this.articleDocuments.entries()) {
      if (label !== citation.label) continue;
      const known = foldText(`${law.title}\n${text}`);
      if (citation.words.every((word) => known.includes(word))) found.add(number);
    }
    return found;
  }

  private foundArticle(number: number, terms: readonly string[]): FoundArticle[] {
    const document = this.articleDocuments[number];
    if (document === undefined) return [];
    const { number: article, label, chapter, text } = document;
    return [{ number: article, label, chapter, snippet: snippetAround(text, this.articles.spansIn(number, terms)) }];
  }

  private foundPoint(number: number, terms: readonly string[]): FoundPoint[] {
    const point = this.pointDocuments[number];
    if (point === undefined) return [];
    const spans = findSpans(foldText(point.content), terms);
    const rest = pointText(point).slice(point.content.length + 1);
    return [
      {
        id: point.id,
        content: { text: point.content, spans },
        elsewhere: spans.length > 0 ? undefined : snippetAround(rest, findSpans(foldText(rest), terms)),
        basis: point.basis,
      },
    ];
  }
}

/** The content comes first: what is behind it is shown only where the hit is not in it. */
const pointText = ({ content, method, expected, basis }: SearchedPoint): string => [content, method, expected, basis.gist, basis.law].join('\n');

const CITED = /^(.*?)第(\d{1,4}|[零〇○◯一二三四五六七八九十百千]+)条$/u;

/** The first article that is cited, with its law's name before it or without, and all other words. */
function citationIn(terms: readonly string[]): { label: string; words: string[] } | undefined {
  for (const term of terms) {
    const [, name, number] = CITED.exec(term) ?? [];
    if (name === undefined || number === undefined) continue;
    const label = /\d/.test(number) ? articleLabel(Number(number)) : `第${number.replace(/[〇○◯]/gu, '零')}条`;
    return { label, words: [name, ...terms.filter((other) => other !== term)] };
  }
  return undefined;
}
