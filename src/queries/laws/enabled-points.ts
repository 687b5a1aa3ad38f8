/** All check points in force, which searches without a network need: apart from what screens do with them, since every start may fetch it. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CheckPoint } from '#contract/check-point.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { freshOrKept, keptIds } from '@/offline/reading/kept-copies.ts';
import { fetchAllPages } from '@/queries/client/read-all-pages.ts';
import { currentAccount } from '@/session/current-account.ts';

export type PointFilter = CallInput<'queryPointPage'>['query'];

export const checkPointKeys = {
  all: ['check-point'] as const,
  levelOne: () => [...checkPointKeys.all, 'level-one'] as const,
  tree: () => [...checkPointKeys.all, 'tree'] as const,
  page: (filter: PointFilter) => [...checkPointKeys.all, 'page', filter] as const,
  enabled: () => [...checkPointKeys.all, 'enabled'] as const,
};

/** Every enabled point of library and company, in the order of the tree; without a network those that were read last. */
export const enabledPointsOptions = () =>
  queryOptions({
    queryKey: checkPointKeys.enabled(),
    queryFn: ({ signal }) => freshOrKept('points', 'all', () => fetchAllPages<CheckPoint>((page) => call('queryPointPage', { query: page }, { signal }))),
    staleTime: 5 * 60_000,
  });

/** Reads them for a search without a network where this phone has none yet; a search with one reads them anew. Never rejects. */
export async function keepPointsAhead(client: QueryClient): Promise<void> {
  if ((await keptIds(currentAccount(), 'points')).size > 0) return;
  // Nobody asked, so nobody is told of a failure.
  await client.prefetchQuery({ ...enabledPointsOptions(), meta: { quiet: true }, retry: false });
}
