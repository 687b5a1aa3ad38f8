/** Alike for capitals and small letters, for full and half width; as long as the text, so that places stay the same. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return foldWidth(lower.length === text.length ? lower : text);
}

const foldWidth = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E\u3000]/g, (character) => (character === '\u3000' ? ' ' : String.fromCharCode(character.charCodeAt(0) - 0xfee0)));

/** The words of a query: what white space divides, each once. */
export const termsOf = (query: string): string[] => [...new Set(foldText(query).split(/\s+/u))].filter((term) => term !== '');
