import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Law } from '#contract/law.ts';
import type { BuildIndex, FromSearchWorker, ToSearchWorker } from '@/lib/text/search-messages.ts';
import { enabledPointsOptions } from '@/queries/laws/enabled-points.ts';
import { lawLibraryOptions } from '@/queries/laws/law-queries.ts';
import { useTextIndex } from '@/queries/laws/text-search-queries.ts';
import { storeSession } from '@/session/session-store.ts';
import { signedInAs } from '../../offline/people.ts';

/** A browser's worker that answers when the test says so. */
class SlowWorker extends EventTarget {
  static asked: BuildIndex[] = [];
  static only: SlowWorker;
  constructor() {
    super();
    SlowWorker.only = this;
  }
  postMessage(message: ToSearchWorker): void {
    if (message.type === 'build') SlowWorker.asked.push(message);
  }
  terminate(): void {}
  static answer({ request, laws }: BuildIndex): void {
    // Every text is missing, so that the number of laws can be read from the outcome.
    const data: FromSearchWorker = { type: 'built', request, missing: laws.map(({ id }) => id), took: 1 };
    SlowWorker.only.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', SlowWorker);
  act(() => storeSession(signedInAs('reader')));
});
afterEach(() => vi.unstubAllGlobals());

const law = (id: string): Law => ({ id, version: 'v', title: id, status: 'effective' }) as Law;

test('an index that was begun earlier and is ready later does not replace a newer one', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  client.setQueryData(enabledPointsOptions().queryKey, []);
  client.setQueryData(lawLibraryOptions().queryKey, [law('a')]);
  const first = renderHook(() => useTextIndex(), { wrapper });
  await waitFor(() => expect(SlowWorker.asked).toHaveLength(1));
  act(() => void client.setQueryData(lawLibraryOptions().queryKey, [law('a'), law('b')]));
  await waitFor(() => expect(SlowWorker.asked).toHaveLength(2));
  const [older, newer] = SlowWorker.asked as [BuildIndex, BuildIndex];
  await act(async () => SlowWorker.answer(newer));
  await waitFor(() => expect(first.result.current).toMatchObject({ state: 'ready', missingCount: 2 }));
  const { generation } = first.result.current;
  await act(async () => SlowWorker.answer(older));
  // A screen that opens now takes what there is.
  const second = renderHook(() => useTextIndex(), { wrapper });
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(second.result.current).toMatchObject({ state: 'ready', missingCount: 2, generation });
  expect(first.result.current).toMatchObject({ state: 'ready', missingCount: 2, generation });
});
