/** Numbers as statutes write them: 第十二条, 第一百零三条. From 1 to 9999. */
const DIGITS = '零一二三四五六七八九';
const UNITS: readonly [string, number][] = [
  ['千', 1000],
  ['百', 100],
  ['十', 10],
];

/** What such numbers are written with, as people type them: for a class of characters in an expression. */
export const NUMERAL_CHARACTERS = '〇○◯零一二两三四五六七八九十百千';

/** The circles that stand for 〇, which few keyboards have, and Arabic digits as wide as Chinese characters. */
export const plainNumerals = (text: string): string => text.replace(/[○◯]/gu, '〇').replace(/[０-９]/gu, (digit) => digit.normalize('NFKC'));

/** @returns undefined for what is no such number; Arabic digits, 〇, what is typed in its place, and 两 are understood too. */
export function fromChineseNumeral(text: string): number | undefined {
  const plain = plainNumerals(text);
  if (/^[0-9]{1,4}$/.test(plain)) return Number(plain);
  let rest = plain.replaceAll('〇', '零').replaceAll('两', '二');
  if (rest === '') return undefined;
  let value = 0;
  for (const [unit, worth] of UNITS) {
    const at = rest.indexOf(unit);
    if (at === -1) continue;
    const digit = rest.slice(0, at).replace(/^零/, '');
    // 十二 is 一十二; no other unit may stand alone.
    const count = digit === '' && unit === '十' ? 1 : DIGITS.indexOf(digit);
    if (digit.length > 1 || count < 1) return undefined;
    value += count * worth;
    rest = rest.slice(at + 1);
  }
  if (rest === '') return value;
  const digit = value === 0 ? rest : rest.replace(/^零/, '');
  const last = DIGITS.indexOf(digit);
  if (digit.length !== 1 || last < 1) return undefined;
  return value + last;
}

/** Of 12, 十二 or 第十二条; 0 where nothing stands, for the text as a whole. @returns undefined for what is no number */
export function articleNumber(text: string): number | undefined {
  const digits = text.trim().replace(/^第/, '').replace(/条$/, '').trim();
  return digits === '' ? 0 : fromChineseNumeral(digits);
}

export function toChineseNumeral(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > 9999) return String(value);
  let text = '';
  let rest = value;
  let skipped = false;
  for (const [unit, worth] of UNITS) {
    const digit = Math.floor(rest / worth);
    rest %= worth;
    if (digit === 0) {
      skipped = text !== '';
      continue;
    }
    text += `${skipped ? '零' : ''}${digit === 1 && unit === '十' && text === '' ? '' : DIGITS[digit]}${unit}`;
    skipped = false;
  }
  return rest === 0 ? text : `${text}${skipped ? '零' : ''}${DIGITS[rest]}`;
}

/** 第十二条; nothing for 0, the text as a whole. */
export const articleLabel = (number: number): string => (number === 0 ? '' : `第${toChineseNumeral(number)}条`);
