import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ScoreTag } from '@/parts/tags/ScoreTag.tsx';

it('what is still to come has no class yet', () => {
  const score = { value: 100, scoreClass: 'excellent', failedVetoes: 1 } as const;
  const { container, rerender } = render(<ScoreTag score={score} />);
  expect(container.textContent).toBe('100 分 · 优秀 ★ 不合格 1 项');
  rerender(<ScoreTag score={score} isSoFar />);
  expect(container.textContent).toBe('目前 100 分 ★ 不合格 1 项');
});
