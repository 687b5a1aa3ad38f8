/** Alike for capitals and small letters, for full and half width; as long as the text, so that places stay the same. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return foldWidth(lower.length === text.length ? lower : text);
}

const foldWidth = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E\u3000]/g, (character) => (character === '\u3000' ? ' ' : String.fromCharCode(character.charCodeAt(0) - 0xfee0)));

/** Around words that people cite, and in no word themselves. */
const DIVIDERS = /[\s"'“”‘’「」『』《》〈〉]+/u;

/** The words of a query: what white space, quotation marks and title marks divide, each once. */
export const termsOf = (query: string): string[] => [...new Set(foldText(query).split(DIVIDERS))].filter((term) => term !== '');
