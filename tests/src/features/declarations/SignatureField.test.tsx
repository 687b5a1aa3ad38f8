import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { declarationType } from '#contract/declaration-type.ts';
import { SignatureField } from '@/features/declarations/SignatureField.tsx';

afterEach(cleanup);

it.each([true, false])('is signed only once its attachments are there: on their way %s', (isEarly) => {
  const ways = { onOpen: () => undefined, onSign: () => Promise.resolve(), onRemove: () => undefined };
  render(<SignatureField type={declarationType.letterCommitment} signature={null} isValid={false} isEarly={isEarly} signerName="张内一" isOpen={false} {...ways} />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '手写签名' }).disabled).toBe(isEarly);
  expect(screen.queryByText('附件还没有传完，传完后才能签名。') !== null).toBe(isEarly);
});
