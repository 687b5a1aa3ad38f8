import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Workbox } from 'workbox-window';
import { expect, it } from 'vitest';
import { Banner } from '@/app/shell/Banner.tsx';
import { startUpdates } from '@/pwa/updates.ts';
import { signInSomebody } from '../../features/my-tasks/render-view.tsx';

/** Views of other tabs stay mounted, each with its own lines. */
const openTwoViews = (account: string) =>
  render(
    <>
      <Banner account={account} unsaved={[]} />
      <Banner account={account} unsaved={[]} />
    </>,
  );

it('puts a new release off in every view, until another one comes', async () => {
  const { account } = signInSomebody();
  const events = new EventTarget();
  const worker = { addEventListener: events.addEventListener.bind(events), register: () => Promise.resolve(undefined) };
  await startUpdates(worker as unknown as Workbox);
  openTwoViews(account);
  act(() => void events.dispatchEvent(new Event('waiting')));
  expect(screen.getAllByText('发现新版本')).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('button', { name: '稍后' })[0]!);
  expect(screen.queryByText('发现新版本')).toBeNull();
  act(() => void events.dispatchEvent(new Event('waiting')));
  expect(screen.getAllByText('发现新版本')).toHaveLength(2);
});
