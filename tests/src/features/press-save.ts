import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';

/** Presses 保存, also a second time: a button pauses after a click. */
export async function pressSave(): Promise<void> {
  const button = screen.getByRole('button', { name: '保存' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
}
