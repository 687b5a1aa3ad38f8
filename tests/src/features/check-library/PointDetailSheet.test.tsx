import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PointDetailSheet } from '@/features/check-library/PointDetailSheet.tsx';
import { checkItems, point } from '../task-management/fixture.ts';

it('ends with what the point says where nothing can be done with it', () => {
  render(<PointDetailSheet tree={checkItems} point={point('p1', 'a1', '医疗废物分类收集')} laws={[]} deeds={[]} onBasis={() => undefined} onClose={() => undefined} />);
  expect(screen.getByRole('dialog').lastElementChild?.textContent).toContain('医疗废物分类收集');
});
