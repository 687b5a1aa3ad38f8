import { MAX_PAGE_SIZE, type Page } from '#contract/paging.ts';
import type { Fetched } from '@/offline/reading/kept-copies.ts';

/**
 * Every record of a list, page after page and each once: a page may come from the worker's cache, and be older than the
 * next, so that a record that moved is on both.
 */
export async function readAllPages<Item extends { id: string }>(read: (page: { pageNum: number; pageSize: number }) => Promise<Page<Item>>): Promise<Item[]> {
  const items = new Map<string, Item>();
  let count = 0;
  for (let pageNum = 1; ; pageNum += 1) {
    const { records, total } = await read({ pageNum, pageSize: MAX_PAGE_SIZE });
    for (const item of records) items.set(item.id, item);
    count += records.length;
    if (records.length < MAX_PAGE_SIZE || count >= total) return [...items.values()];
  }
}

/** As `readAllPages`, with where the list is from: as old as its first page, and kept where any of its pages is. */
export async function fetchAllPages<Item extends { id: string }>(read: (page: { pageNum: number; pageSize: number }) => Promise<Fetched<Page<Item>>>): Promise<Fetched<Item[]>> {
  const origins: Fetched<unknown>['origin'][] = [];
  const data = await readAllPages<Item>(async (page) => {
    const answer = await read(page);
    origins.push(answer.origin);
    return answer.data;
  });
  return { data, origin: { isKept: origins.some(({ isKept }) => isKept), servedAt: origins[0]?.servedAt ?? '' } };
}
