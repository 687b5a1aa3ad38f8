import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '@/lib/files/sha256.ts';

test.each([0, 1, 55, 56, 63, 64, 65, 119, 128, 1000, 300_001])('of %i bytes is as others have it', (length) => {
  const bytes = Uint8Array.from({ length: length + 3 }, (_, index) => (index * 131 + (index >> 8)) & 0xff).subarray(3);
  expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
});
