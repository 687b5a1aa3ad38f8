import { CancelledError, type FetchQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { DEFAULT_PAGE_SIZE, type Page } from '#contract/paging.ts';
import { readAllPages } from '@/queries/client/read-all-pages.ts';

const TRIES = 3;

/** What a screen asks for too is given up for both when the screen goes: it is then asked for again. */
export async function fetchAhead<Data, Key extends QueryKey>(client: QueryClient, options: FetchQueryOptions<Data, Error, Data, Key>, signal?: AbortSignal): Promise<Data> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await client.fetchQuery(options);
    } catch (error) {
      if (!(error instanceof CancelledError) || left === 1 || signal?.aborted) throw error;
    }
  }
}

/** Older than anything; with 0, queries that are restored late would not be shown. */
const OLDEST = 1;

/**
 * What was fetched while the phone's clock ran ahead would count as fresh, and as newer than all that comes, until that time:
 * once the clock was put right it counts as old, and what is in sight is fetched again.
 */
export function agePostdated(client: QueryClient): void {
  const postdated = new Set(client.getQueryCache().findAll({ predicate: ({ state }) => state.dataUpdatedAt > Date.now() }));
  for (const query of postdated) query.setState({ dataUpdatedAt: OLDEST });
  void client.refetchQueries({ type: 'active', predicate: (query) => postdated.has(query) });
}

interface AskedPage {
  pageNum: number;
  pageSize: number;
}
type PageOptions<Row, Key extends QueryKey> = (page: AskedPage) => FetchQueryOptions<Page<Row>, Error, Page<Row>, Key>;

/**
 * Fetches a list in few large pages and lays it into the pages that screens ask for, which then show without a network what was
 * fetched ahead. Nobody asked for it, so nobody is told of a failure.
 */
export async function fetchListAhead<Row extends { id: string }, Key extends QueryKey>(client: QueryClient, optionsOf: PageOptions<Row, Key>): Promise<Row[]> {
  let fetchedAt = Infinity;
  let total = 0;
  const records = await readAllPages<Row>(async (asked) => {
    const options = optionsOf(asked);
    const page = await client.fetchQuery({ ...options, meta: { ...options.meta, quiet: true }, retry: false });
    fetchedAt = Math.min(fetchedAt, client.getQueryState(options.queryKey)?.dataUpdatedAt ?? 0);
    total = page.total;
    return page;
  });
  const pageCount = Math.max(1, Math.ceil(records.length / DEFAULT_PAGE_SIZE));
  for (let pageNum = 1; pageNum <= pageCount; pageNum += 1) {
    const from = (pageNum - 1) * DEFAULT_PAGE_SIZE;
    keep(client, optionsOf({ pageNum, pageSize: DEFAULT_PAGE_SIZE }), fetchedAt, {
      records: records.slice(from, from + DEFAULT_PAGE_SIZE),
      total,
      pageNum,
      pageSize: DEFAULT_PAGE_SIZE,
    });
  }
  return records;
}

/** What a screen has fetched since then stays. */
function keep<Row, Key extends QueryKey>(client: QueryClient, options: ReturnType<PageOptions<Row, Key>>, fetchedAt: number, page: Page<Row>): void {
  // Built with its options: `setQueryData` alone makes a query that is not persisted.
  const { state } = client.getQueryCache().build(client, client.defaultQueryOptions(options));
  if (state.dataUpdatedAt < fetchedAt) client.setQueryData<Page<Row>>(options.queryKey, page, { updatedAt: fetchedAt });
}
