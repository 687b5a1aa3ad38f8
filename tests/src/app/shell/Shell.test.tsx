import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HashRouter, useLocation } from 'react-router-dom';
import type { Workbox } from 'workbox-window';
import { beforeEach, expect, it } from 'vitest';
import { decideNavigation } from '@/app/route-access.ts';
import { routes } from '@/app/routes.tsx';
import { Shell } from '@/app/shell/Shell.tsx';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { followUpdates } from '@/pwa/updates.ts';
import { useSession } from '@/session/useSession.ts';
import { fillDisk } from '../../offline/browser-storage.ts';
import { queriesOf, signInSomebody } from '../../features/my-tasks/render-view.tsx';
import { answerEntry, correctionEntry, rowsOf } from '../../features/sync-center/entries.ts';

let rows: AccountRows;
beforeEach(() => {
  rows = signInSomebody();
});

/** The app around its views, at that address. */
function openShell(address: string): void {
  const client = queriesOf();
  location.hash = address;
  function AtAddress() {
    const { pathname } = useLocation();
    const { user, roles } = useSession();
    const decision = decideNavigation({ pathname, isSignedIn: true, roles, routes });
    return <Shell user={user!} decision={decision} />;
  }
  render(
    <QueryClientProvider client={client}>
      <HashRouter>
        <AtAddress />
      </HashRouter>
    </QueryClientProvider>,
  );
}

/** Whether the browser asks before the page goes. */
const doesBrowserAsk = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const question = async (): Promise<string | null> => (await screen.findByRole('alertdialog')).textContent;
const answer = async (name: string): Promise<void> => {
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
};

it('asks before a new release, a reload or leaving takes along what the phone refused to store, in whatever view it was entered', async () => {
  const events = new EventTarget();
  followUpdates({ addEventListener: events.addEventListener.bind(events) } as unknown as Workbox);
  openShell('/404');
  act(() => void events.dispatchEvent(new Event('waiting')));
  expect(doesBrowserAsk()).toBe(false);
  const kept = rowsOf([answerEntry(rows.account), correctionEntry(rows.account)]);
  await act(() =>
    rows.changeUnsaved(async (write) => {
      for (const [key, row] of kept) write.put(key, row);
    }),
  );
  await waitFor(() => expect(doesBrowserAsk()).toBe(true));
  await userEvent.click(await screen.findByRole('button', { name: '更新' }));
  expect(await question()).toContain('重新打开页面将丢失 2 项未能存入本机的内容');
  await answer('取消');

  await userEvent.click(screen.getByRole('button', { name: '打开菜单' }));
  await userEvent.click(await screen.findByRole('button', { name: '退出' }));
  expect((await question())?.match(/未能存入本机/g), 'said once').toHaveLength(1);
  await answer('取消');

  await act(() =>
    rows.changeUnsaved(async (write) => {
      for (const [key] of kept) write.remove(key);
    }),
  );
  await waitFor(() => expect(doesBrowserAsk()).toBe(false));
});

it('a form that the phone refused to store outlives its view, and is asked about where the page would take it along', async () => {
  const makeRoom = fillDisk('atOnce');
  try {
    openShell('/independent/independent/0?edit=new');
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' });
    fireEvent.change(title, { target: { value: '只在这里的计划' } });
    await screen.findByText(/空间不足/);
    expect(doesBrowserAsk()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: /^打开的页面/ }));
    await userEvent.click(await screen.findByRole('button', { name: '刷新当前' }));
    await waitFor(() => expect(title.isConnected).toBe(false));
    expect(await screen.findByRole('textbox', { name: '标题' })).toHaveProperty('value', '只在这里的计划');
    expect(doesBrowserAsk()).toBe(true);
  } finally {
    makeRoom();
  }
  // It goes to the phone with its view, and the page has nothing left to lose.
  cleanup();
  await waitFor(() => expect(doesBrowserAsk()).toBe(false));
});
