import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { CorrectionMarks } from '@/features/self-corrections/CorrectionMarks.tsx';
import { NOTHING_WAITS } from '@/parts/work/waiting.ts';

const returned = { id: 'c1', status: 'open', isLate: false, dueDate: '2099-01-01', itemCount: 2, correctedCount: 1, returnedCount: 1, repeatedCount: 0 } as SelfCorrection;

it('asks for what was returned until all of it is 已整改 on this phone', () => {
  const { rerender } = render(<CorrectionMarks correction={returned} corrected={1} waiting={NOTHING_WAITS} isKept />);
  expect(screen.getByText('退回 1 项')).toBeDefined();
  rerender(<CorrectionMarks correction={returned} corrected={2} waiting={{ ...NOTHING_WAITS, pending: 1 }} isKept />);
  expect(screen.getByText('已整改（待上传）')).toBeDefined();
  expect(screen.queryByText('退回 1 项')).toBeNull();
});

it('asks again for what this phone has taken back of it, and for nothing that it only does not know', () => {
  const corrected: SelfCorrection = { ...returned, status: 'corrected', correctedCount: 2, returnedCount: 0 };
  const { rerender } = render(<CorrectionMarks correction={corrected} corrected={1} waiting={{ ...NOTHING_WAITS, pending: 1 }} isKept />);
  expect(screen.getByText(/^剩 \d+ 天$/)).toBeDefined();
  expect(screen.queryByText('已整改')).toBeNull();
  rerender(<CorrectionMarks correction={corrected} corrected={1} waiting={NOTHING_WAITS} isKept />);
  expect(screen.getByText('已整改')).toBeDefined();
});
