import { expect, it } from 'vitest';
import { formatBytes } from '@/lib/files/bytes.ts';

it.each([
  [0, '0\u00A0B'],
  [1023, '1023\u00A0B'],
  [10_000, '10\u00A0KB'],
  [3_500_000, '3.3\u00A0MB'],
  [64_000_000_000, '59.6\u00A0GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
