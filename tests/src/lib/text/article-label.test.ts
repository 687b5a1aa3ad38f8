import { expect, it } from 'vitest';
import { articleLabel, chineseNumber, shortLawName } from '@/lib/text/article-label.ts';

it.each([
  [1, '一'],
  [10, '十'],
  [12, '十二'],
  [20, '二十'],
  [101, '一百零一'],
  [110, '一百一十'],
  [111, '一百一十一'],
  [1005, '一千零五'],
])('%i is %s', (number, text) => {
  expect(chineseNumber(number)).toBe(text);
});

it('cites as statutes do', () => {
  expect(articleLabel(38)).toBe('第三十八条');
  expect(shortLawName('中华人民共和国医师法')).toBe('医师法');
  expect(articleLabel(0)).toBe('');
});
