import type { Page } from '#contract/paging.ts';
import { readAllPages } from './read-all-pages.ts';

/** A record of a list that no call gives by itself, as the server has it now; undefined where it is not there any more. */
export const readOneOf = async <Item extends { id: string }>(id: string, read: (page: { pageNum: number; pageSize: number }) => Promise<Page<Item>>): Promise<Item | undefined> =>
  (await readAllPages(read)).find((item) => item.id === id);
