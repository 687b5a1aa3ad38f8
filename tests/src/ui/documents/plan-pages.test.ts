import { describe, expect, it } from 'vitest';
import { planPages } from '@/ui/documents/plan-pages.ts';

const pagesOf = (counts: (number | undefined)[], wanted: number): number[] => planPages(counts, wanted).files.map(({ pages }) => pages);

describe('pages of several files', () => {
  it('are drawn from the first file on', () => {
    expect(pagesOf([2, 5, 1], 3)).toEqual([2, 1, 0]);
    expect(pagesOf([2, 5, 1], 6)).toEqual([2, 4, 0]);
    expect(pagesOf([2, 5, 1], 9)).toEqual([2, 5, 1]);
  });

  it('wait behind a file whose pages are not counted yet', () => {
    expect(pagesOf([1, undefined, 4], 3)).toEqual([1, 2, 0]);
    expect(planPages([1, undefined, 4], 3)).toMatchObject({ known: 1, isComplete: false });
    expect(planPages([1, 2, 4], 3)).toMatchObject({ known: 7, isComplete: true });
    expect(planPages([], 3)).toEqual({ files: [], known: 0, isComplete: true });
  });
});
