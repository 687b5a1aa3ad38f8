import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StateOf } from '@/features/self-corrections/correction-progress.ts';
import { SubmitCorrectionSheet } from '@/features/self-corrections/SubmitCorrectionSheet.tsx';
import { mergedCorrection } from '@/offline/entries/corrections.ts';
import { correctionOf, itemOf } from '../../offline/correction-page.ts';

const items = [itemOf('first', correctionOf()), itemOf('second', correctionOf())];

it.each([
  [null, 'delivered', '已全部提交'],
  ['delivered', 'saved', '已全部整改（1 项待上传）'],
  ['needsLogin', 'sending', '已全部整改（2 项待上传）'],
] as const)('says of what is all 已整改 whether the server has it: %s, %s', (first, second, title) => {
  const stateOf: StateOf = (item) => ({ value: mergedCorrection(item, undefined), saveState: item.itemId === 'first' ? first : second });
  render(<SubmitCorrectionSheet isOpen items={items} stateOf={stateOf} onJump={() => {}} onSubmit={() => Promise.resolve()} onClose={() => {}} />);
  expect(screen.getByRole('dialog', { name: title })).toBeDefined();
});
