const DIGITS = '零一二三四五六七八九';
const UNITS = ['', '十', '百', '千'];

/** A number below ten thousand as statutes print it: 12 is 十二, 105 is 一百零五. */
export function chineseNumber(number: number): string {
  const digits = String(number).split('').map(Number);
  let text = '';
  let hasGap = false;
  for (const [index, digit] of digits.entries()) {
    if (digit === 0) {
      hasGap = true;
      continue;
    }
    if (hasGap) text += '零';
    hasGap = false;
    text += `${DIGITS[digit]}${UNITS[digits.length - 1 - index]}`;
  }
  return text.replace(/^一十/, '十') || '零';
}

/** An article as it is cited: 第十二条. Nothing for 0, the text as a whole. */
export const articleLabel = (number: number): string => (number === 0 ? '' : `第${chineseNumber(number)}条`);

/** A statute's name as people say it, without the country's. */
export const shortLawName = (title: string): string => title.replace(/^中华人民共和国/, '');
