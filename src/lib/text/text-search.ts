/**
 * Full-text search in Chinese. Words have no spaces between them, so that every two neighbouring characters are a key
 * of the index. It only narrows down: a document is found when it holds the words themselves, exactly as a plain scan
 * would find it. Single characters are looked for by such a scan, since they narrow down little and would double the index.
 */
import { foldText, termsOf } from './fold-text.ts';

/** Start and end of a hit inside the text; the end is not included. */
export type Span = readonly [start: number, end: number];

/** Every place of the terms, in order; those that touch or overlap become one. */
export function findSpans(foldedText: string, terms: readonly string[]): Span[] {
  const spans: [number, number][] = [];
  for (const term of terms) {
    for (let at = foldedText.indexOf(term); at !== -1; at = foldedText.indexOf(term, at + term.length)) spans.push([at, at + term.length]);
  }
  spans.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const merged: [number, number][] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else merged.push(span);
  }
  return merged;
}

export interface Snippet {
  text: string;
  /** Of the hits, inside `text`. */
  spans: Span[];
}

const BEFORE = 16;
const LENGTH = 72;

/** The surroundings of the first hit, with dots where something was left out. */
export function snippetAround(text: string, spans: readonly Span[]): Snippet {
  const first = spans[0]?.[0] ?? 0;
  const latest = Math.max(0, text.length - LENGTH);
  const start = first <= BEFORE ? 0 : Math.min(first - BEFORE, latest);
  const end = Math.min(text.length, start + LENGTH);
  const lead = start > 0 ? '…' : '';
  const shift = lead.length - start;
  return {
    text: `${lead}${text.slice(start, end).replaceAll('\n', ' ')}${end < text.length ? '…' : ''}`,
    spans: spans.filter((span) => span[0] >= start && span[0] < end).map(([from, to]) => [from + shift, Math.min(to, end) + shift] as const),
  };
}

/** The folded texts of documents under numbers from 0, and which of them hold which pairs of characters. */
export class TextIndex {
  private readonly texts: string[] = [];
  private readonly postings = new Map<number, number[]>();

  get size(): number {
    return this.texts.length;
  }

  /** @returns the document's number */
  add(text: string): number {
    const folded = foldText(text);
    const number = this.texts.push(folded) - 1;
    let before = folded.charCodeAt(0);
    for (let index = 1; index < folded.length; index += 1) {
      const character = folded.charCodeAt(index);
      this.note(pairKey(before, character), number);
      before = character;
    }
    return number;
  }

  private note(key: number, number: number): void {
    const found = this.postings.get(key);
    if (found === undefined) this.postings.set(key, [number]);
    else if (found[found.length - 1] !== number) found.push(number);
  }

  /** Numbers of the documents that hold every word of the query, in the order in which they were added. */
  find(query: string): number[] {
    const terms = termsOf(query);
    if (terms.length === 0) return [];
    let rarest: readonly number[] | undefined;
    for (const key of terms.flatMap(pairsOf)) {
      const list = this.postings.get(key);
      if (list === undefined) return [];
      // The rarest pair leaves so few documents that reading them is cheaper than meeting all the other lists.
      if (rarest === undefined || list.length < rarest.length) rarest = list;
    }
    const candidates = rarest ?? this.texts.keys();
    const found: number[] = [];
    for (const number of candidates) if (holdsAll(this.texts[number] ?? '', terms)) found.push(number);
    return found;
  }

  spansIn(number: number, terms: readonly string[]): Span[] {
    return findSpans(this.texts[number] ?? '', terms);
  }
}

function holdsAll(text: string, terms: readonly string[]): boolean {
  for (const term of terms) if (!text.includes(term)) return false;
  return true;
}

/** Fits the small integers of a browser's engine. Pairs that share a key, such as rare characters have, are told apart by the scan. */
const pairKey = (one: number, other: number): number => ((one & 0x7fff) << 15) | (other & 0x7fff);

const pairsOf = (term: string): number[] =>
  Array.from({ length: term.length - 1 }, (_, index) => pairKey(term.charCodeAt(index), term.charCodeAt(index + 1)));
