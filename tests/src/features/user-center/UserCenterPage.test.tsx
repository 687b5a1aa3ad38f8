import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import UserCenterPage from '@/features/user-center/UserCenterPage.tsx';
import { paths } from '@/lib/paths.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';

it('shows 退出 like what else is done with an account: nothing is lost by it', () => {
  signInSomebody();
  renderView(<UserCenterPage />, { client: queriesOf(), path: paths.userCenter.path, at: paths.userCenter.to() });
  const [leave, change] = ['退出', '切换账号'].map((name) => screen.getByRole('button', { name }));
  expect(leave?.className).toBe(change?.className);
});
