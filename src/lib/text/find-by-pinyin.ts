import { match } from 'pinyin-pro';
import type { FindInName } from './find-name.ts';
import { foldText } from './fold-text.ts';
import { findSpans, type Span } from './text-search.ts';

const LETTERS = /^[a-z]+$/;

/** A word of letters is found as it stands, or as pinyin: whole syllables, initials or both, of characters that stand together. */
export const findByPinyin: FindInName = (name, terms) => {
  const folded = foldText(name);
  const spans: Span[] = [];
  for (const term of terms) {
    const found = folded.includes(term) ? findSpans(folded, [term]) : pinyinSpan(folded, term);
    if (found.length === 0) return undefined;
    spans.push(...found);
  }
  return spans.sort((one, other) => one[0] - other[0]);
};

function pinyinSpan(folded: string, term: string): Span[] {
  if (!LETTERS.test(term)) return [];
  const places = match(folded, term, { continuous: true, v: true });
  const [first] = places ?? [];
  const last = places?.at(-1);
  return first === undefined || last === undefined ? [] : [[first, last + 1]];
}
