import { expect, test } from 'vitest';
import { toCsv } from '@/lib/files/csv.ts';

test('rows end as Windows ends them, after a mark of the encoding', () => {
  expect(toCsv([['科室', '账号'], ['内科', 'a1']])).toBe('\uFEFF科室,账号\r\n内科,a1\r\n');
});

test.each([
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ['a\nb', '"a\nb"'],
  ['', ''],
  ['=1+1', "'=1+1"],
  ['+86', "'+86"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
])('%j is written so that it stays what it is', (text, written) => {
  expect(toCsv([[text]])).toBe(`\uFEFF${written}\r\n`);
});
