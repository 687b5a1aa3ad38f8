import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { SelfCorrection, SelfCorrectionDetail } from '#contract/self-correction.ts';
import { openCorrection } from '@/offline/entries/corrections.ts';
import { correctionDetailOptions } from '@/queries/work/self-correction-queries.ts';
import { useCorrectionProgress } from '@/queries/work/useCorrectionProgress.ts';
import { storeSession } from '@/session/session-store.ts';
import { correctionOf, itemOf } from '../../offline/correction-page.ts';
import { signedInAs } from '../../offline/people.ts';

test('a list that is kept shows what was corrected since on this phone', async () => {
  act(() => storeSession(signedInAs('correction-progress')));
  const correction = { id: 'c1', deptTaskId: 't1', taskName: '六月自查', correctedCount: 0, itemCount: 2 } as unknown as SelfCorrection;
  const client = new QueryClient();
  client.setQueryData(correctionDetailOptions('c1').queryKey, { ...correction, items: [itemOf('one'), itemOf('two')] } as unknown as SelfCorrectionDetail);
  const { result } = renderHook(() => useCorrectionProgress(correction), {
    wrapper: ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current).toEqual({ corrected: 0, hasDetail: true });

  // What is on this phone is laid over the list from here on.
  const store = await act(() => openCorrection({ id: 'c1', deptTaskId: 't1', taskName: '六月自查' }));
  await act(async () => void (await store.setMany([{ id: 'one', value: correctionOf(), base: { revision: 0 } }])));
  await waitFor(() => expect(result.current.corrected).toBe(1));
});
