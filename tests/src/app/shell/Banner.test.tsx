import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { JSDOM } from 'jsdom';
import { Profiler } from 'react';
import type { Workbox } from 'workbox-window';
import { expect, it, vi } from 'vitest';
import { Banner } from '@/app/shell/Banner.tsx';
import { OfflineLine } from '@/app/shell/OfflineLine.tsx';
import { followUpdates } from '@/pwa/updates.ts';
import { noteInMemory } from '@/offline/storage/in-memory.ts';
import { checkNow } from '@/offline/network/reachability.ts';
import { openOutbox } from '@/offline/entries/outbox.ts';
import { signInSomebody } from '../../features/my-tasks/render-view.tsx';
import { answerEntry, rowsOf } from '../../features/sync-center/entries.ts';

/** Views of other tabs stay mounted, each with its own lines. */
const openTwoViews = (account: string) =>
  render(
    <>
      <Banner account={account} />
      <Banner account={account} />
    </>,
  );

it('puts a new release off in every view, until another one comes', async () => {
  const { account } = signInSomebody();
  const events = new EventTarget();
  const worker = { addEventListener: events.addEventListener.bind(events) };
  followUpdates(worker as unknown as Workbox);
  openTwoViews(account);
  act(() => void events.dispatchEvent(new Event('waiting')));
  expect(screen.getAllByText('发现新版本')).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('button', { name: '稍后' })[0]!);
  expect(screen.queryByText('发现新版本')).toBeNull();
  act(() => void events.dispatchEvent(new Event('waiting')));
  expect(screen.getAllByText('发现新版本')).toHaveLength(2);
});

it('loads the page anew for a new release only while nothing would be lost, and asks at the next tap otherwise', async () => {
  const { account } = signInSomebody();
  // jsdom cannot load anew, and says so.
  const reload = vi.fn<(error: Error) => void>();
  (globalThis as unknown as { jsdom: JSDOM }).jsdom.virtualConsole.on('jsdomError', reload);
  const events = new EventTarget();
  const worker = { addEventListener: events.addEventListener.bind(events), messageSkipWaiting: () => undefined };
  followUpdates(worker as unknown as Workbox);
  render(<Banner account={account} />);
  act(() => void events.dispatchEvent(new Event('waiting')));
  await userEvent.click(screen.getByRole('button', { name: '更新' }));
  expect(screen.getByText('正在更新…')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
  // The worker before it ends its work first, and the person types on, on a full phone.
  act(() => noteInMemory(`drafts ${account}`, 1));
  act(() => void events.dispatchEvent(Object.assign(new Event('controlling'), { isUpdate: true })));
  expect(reload).not.toHaveBeenCalled();
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: '更新' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('将丢失 1 项未能存入本机的内容');
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: '仍要更新' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  // The browser does not ask once more.
  expect(isAsked()).toBe(false);
  noteInMemory(`drafts ${account}`, 0);
});

it('warns of what waits for three days, and draws nothing for each further tap', async () => {
  const rows = signInSomebody();
  const put = (daysAgo: number) =>
    act(() =>
      rows.disk.change(async (write) => {
        const createdAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
        for (const [key, row] of rowsOf([answerEntry(rows.account, { createdAt })])) write.put(key, row);
      }),
    );
  let drawn = 0;
  render(
    <Profiler id="banner" onRender={() => (drawn += 1)}>
      <Banner account={rows.account} />
    </Profiler>,
  );
  await put(2.9);
  const outbox = await openOutbox(rows.account);
  await waitFor(() => expect(outbox.counts().total).toBe(1));
  expect(screen.queryByText(/天前填写/)).toBeNull();
  await put(4.5);
  await screen.findByText('有 4 天前填写的内容还没有上传，请尽快联网');
  expect(screen.getByRole('link', { name: '去查看' }).getAttribute('href')).toBe('#/sync/index');
  const before = drawn;
  await put(0);
  await waitFor(() => expect(outbox.counts().total).toBe(3));
  expect(drawn).toBe(before);
});

it('does not call kept, without a network, what the phone refused to store', async () => {
  const rows = signInSomebody();
  render(<OfflineLine />);
  // No server is there in this test.
  await act(() => checkNow());
  await screen.findByText('离线：自查、自纠保存在本机，联网后自动上传');
  await act(() =>
    rows.changeUnsaved(async (write) => {
      for (const [key, row] of rowsOf([answerEntry(rows.account)])) write.put(key, row);
    }),
  );
  await screen.findByText('离线：联网后自动上传');
});
