import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { DeptTaskDetail } from '#contract/task.ts';
import { accountRows, type AccountRows } from '@/offline/storage/account-rows.ts';
import { answerPrefix, type AnswerRow, type OutboxEntry } from '@/offline/storage/rows.ts';
import { myTaskDetailOptions, myTaskKeys } from '@/queries/work/my-task-queries.ts';
import { storeSession } from '@/session/session-store.ts';
import { signedInAs } from '../../offline/people.ts';

let people = 0;

/** Signs in a person who was never on this phone. */
export function signInSomebody(): AccountRows {
  people += 1;
  const account = `worker-${people}`;
  act(() => storeSession(signedInAs(account)));
  return accountRows(account);
}

/** Queries that hold what the server said before the network went; nothing is fetched. */
export function queriesOf(...details: DeptTaskDetail[]): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
  for (const detail of details) {
    client.setQueryDefaults(myTaskKeys.detail(detail.id), { staleTime: Number.POSITIVE_INFINITY });
    client.setQueryData(myTaskDetailOptions(detail.id).queryKey, detail);
  }
  return client;
}

/** A screen on its path, with a place for the screens that it links to. */
export function renderView(view: ReactNode, options: { client: QueryClient; path: string; at: string }) {
  return render(
    <QueryClientProvider client={options.client}>
      <MemoryRouter initialEntries={[options.at]}>
        <Routes>
          <Route path={options.path} element={view} />
          <Route path="*" element={<p>another screen</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

export const storedAnswers = (rows: AccountRows, deptTaskId: string): Promise<AnswerRow[]> =>
  rows.disk.read((read) => read.list<AnswerRow>(answerPrefix(deptTaskId)));
export const storedEntries = (rows: AccountRows): Promise<OutboxEntry[]> => rows.disk.read((read) => read.list<OutboxEntry>('entry:'));
