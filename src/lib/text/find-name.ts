import { foldText } from './fold-text.ts';
import { findSpans, type Span } from './text-search.ts';

/** Where a name holds each of the words; undefined where it does not hold all of them. */
export type FindInName = (name: string, terms: readonly string[]) => Span[] | undefined;

export const findByCharacters: FindInName = (name, terms) => {
  const folded = foldText(name);
  return terms.every((term) => folded.includes(term)) ? findSpans(folded, terms) : undefined;
};
