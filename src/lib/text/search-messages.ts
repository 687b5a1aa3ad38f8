/** What the page and the search worker tell each other. */
import type { LawText } from '#contract/law.ts';
import type { SearchedLaw, SearchedPoint, SearchLimits, SearchResult } from './law-search.ts';

/** Everything anew: texts that are not given come from what this device keeps. */
export interface BuildIndex {
  type: 'build';
  /** Answered with `IndexBuilt` of the same number, as every request is. */
  request: number;
  laws: readonly SearchedLaw[];
  points: readonly SearchedPoint[];
  texts: readonly LawText[];
}

export interface FindText {
  type: 'find';
  request: number;
  query: string;
  limits: SearchLimits;
}

export interface IndexBuilt {
  type: 'built';
  request: number;
  /** Of the laws whose text is not on this device. */
  missing: string[];
  /** Milliseconds that indexing took, without the reading. */
  took: number;
}

export interface TextFound {
  type: 'found';
  request: number;
  result: SearchResult;
}

export interface WorkerFailed {
  type: 'failed';
  request: number;
  reason: string;
}

export type ToSearchWorker = BuildIndex | FindText;
export type FromSearchWorker = IndexBuilt | TextFound | WorkerFailed;
