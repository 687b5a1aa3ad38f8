import { describe, expect, it } from 'vitest';
import { pageWindow } from '@/lib/page-window.ts';

describe('pageWindow', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [3, 5, [1, 2, 3, 4, 5]],
    [1, 10, [1, 2, 'gap', 10]],
    [5, 10, [1, 'gap', 4, 5, 6, 'gap', 10]],
    [4, 10, [1, 2, 3, 4, 5, 'gap', 10]],
    [10, 10, [1, 'gap', 9, 10]],
  ])('at %d of %d', (current, last, pages) => {
    expect(pageWindow(current, last)).toEqual(pages);
  });
});
