/**
 * Text as the server takes it: without control characters, which pasted text brings along, and without half an
 * emoji, which a length limit can leave behind.
 */
export const cleanText = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '')
    .replace(/\p{Surrogate}/gu, '');

/** The text with a phrase behind it; unchanged when it says so already. */
export function addPhrase(text: string, phrase: string, maxLength: number): string {
  if (text.includes(phrase)) return text;
  const before = text.trimEnd().replace(/[；;，,。]$/, '');
  return cleanText(before === '' ? phrase : `${before}；${phrase}`, maxLength);
}
