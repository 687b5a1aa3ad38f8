import { useQuery, useQueryClient, type FetchQueryOptions, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/paging.ts';

interface AskedPage {
  pageNum: number;
  pageSize: number;
}

/**
 * One page of a list, and a reader of the others for what needs the whole list at once, such as paper.
 * @param overlay lays what this phone holds over a page
 */
export function usePagedQuery<Filter extends object, Row, Key extends QueryKey>(
  optionsOf: (filter: Filter) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key> & FetchQueryOptions<Page<Row>, Error, Page<Row>, Key>,
  filter: Filter,
  overlay?: (page: Page<Row>) => Page<Row>,
) {
  const client = useQueryClient();
  const readPage = async (page: AskedPage): Promise<Page<Row>> => {
    const read = await client.fetchQuery({ ...optionsOf({ ...filter, ...page }), gcTime: 0, staleTime: 0, meta: { quiet: true } });
    return overlay === undefined ? read : overlay(read);
  };
  return { ...useQuery({ ...optionsOf(filter), ...(overlay !== undefined && { select: overlay }) }), readPage };
}
