import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { code } from '#contract/codes.ts';
import { PasswordForm } from '@/features/user-center/PasswordForm.tsx';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';

/** What comes of the change; undefined where the answer is lost. */
let said: { code: number; message: string } | undefined;
answerCalls(() => said);

it('a change whose answer was lost is not called refused: the new password may be in force', async () => {
  const { account } = signInSomebody();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PasswordForm account={account} />
    </QueryClientProvider>,
  );
  for (const [label, text] of [['原密码', 'Staff2026'], ['新密码', 'Huli2031x'], ['确认新密码', 'Huli2031x']] as const) {
    await userEvent.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
  }
  said = undefined;
  await userEvent.click(screen.getByRole('button', { name: '修改密码' }));
  await screen.findByText(/密码可能已经修改。请再提交一次/);
  expect(screen.getByLabelText(/^新密码/)).toHaveProperty('value', 'Huli2031x');

  said = { code: code.conflict, message: '账号已停用' };
  await expect.poll(() => screen.getByRole('button', { name: '修改密码' })).toHaveProperty('disabled', false);
  await userEvent.click(screen.getByRole('button', { name: '修改密码' }));
  await screen.findByText('账号已停用');
  expect(screen.queryByText(/可能已经修改/)).toBeNull();
});
