import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import UserCenterPage from '@/features/user-center/UserCenterPage.tsx';
import { paths } from '@/lib/paths.ts';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';

answerCalls(() => ({ message: '' }));

function openPage(): void {
  signInSomebody();
  renderView(<UserCenterPage />, { client: queriesOf(), path: paths.userCenter.path, at: paths.userCenter.to() });
}

it('shows 退出 like what else is done with an account: nothing is lost by it', () => {
  openPage();
  const [leave, change] = ['退出', '切换账号'].map((name) => screen.getByRole('button', { name }));
  expect(leave?.className).toBe(change?.className);
});

it('closes 修改密码 once the password is changed', async () => {
  openPage();
  await userEvent.click(screen.getByRole('button', { name: '修改密码' }));
  const sheet = within(screen.getByRole('dialog', { name: '修改密码' }));
  for (const [label, text] of [['原密码', 'Staff2026'], ['新密码', 'Huli2031x'], ['确认新密码', 'Huli2031x']] as const) {
    await userEvent.type(sheet.getByLabelText(new RegExp(`^${label}`)), text);
  }
  await userEvent.click(sheet.getByRole('button', { name: '修改密码' }));
  await screen.findByText('密码已修改');
  expect(screen.queryByRole('dialog', { name: '修改密码' })).toBeNull();
});
