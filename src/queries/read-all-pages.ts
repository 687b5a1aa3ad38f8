import { MAX_PAGE_SIZE, type Page } from '#contract/paging.ts';

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
