import { expect, it } from 'vitest';
import { formatBytes } from '@/lib/bytes.ts';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [10_000, '10 KB'],
  [3_500_000, '3.3 MB'],
  [64_000_000_000, '59.6 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
