import { describe, expect, test } from 'vitest';
import { shrunkSize } from '@/offline/files/shrink-photo.ts';

describe('the new size', () => {
  test.each([
    [4000, 3000, 1600, 1200],
    [3000, 4000, 1200, 1600],
    [4000, 2250, 1600, 900],
    [1600, 1600, 1600, 1600],
    [640, 480, 640, 480],
    // What is long and narrow stays readable.
    [1080, 14_400, 900, 12_000],
    [12_000, 2500, 4320, 900],
    [1080, 2400, 900, 2000],
    [9000, 3, 9000, 3],
    // And can be drawn by a phone.
    [1080, 60_000, 288, 16_000],
    [2000, 40_000, 800, 16_000],
    [3000, 50_000, 900, 15_000],
    [1100, 20_000, 880, 16_000],
  ])('of %d × %d is %d × %d', (width, height, newWidth, newHeight) => {
    expect(shrunkSize(width, height)).toEqual({ width: newWidth, height: newHeight });
  });
});
