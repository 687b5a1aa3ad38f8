/**
 * The text without those characters, or white space, at its end. An expression such as `\s+$` tries each run of them anew, and
 * takes seconds for a long one that is not at the end.
 */
export function withoutAtEnd(text: string, characters: string): string {
  let rest = text.trimEnd();
  while (rest !== '' && characters.includes(rest.slice(-1))) rest = rest.slice(0, -1).trimEnd();
  return rest;
}

/** Without the punctuation that a person ended it with: where it is put, another mark follows. */
export const unended = (text: string): string => withoutAtEnd(text, '。．.；;，,、：:！!？?');

/** As much of the text as fits, without half of a character that takes two places, as 𠮷 does. */
export const cutText = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/u, '');

const EXCERPT = 30;

/** The beginning of a text, by which a sentence names it. */
export const excerpt = (text: string): string => (text.length > EXCERPT ? `${cutText(text, EXCERPT)}…` : text);
