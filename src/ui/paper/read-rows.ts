import { MAX_PAGE_SIZE, type Page } from '#contract/paging.ts';

/** Reads one page of what a list is asked for; pages count from 1. */
export type ReadPage<Row> = (page: { pageNum: number; pageSize: number }) => Promise<Page<Row>>;

/** The rows of a list from its first on, page after page, until all are read or so many that no one wants more on paper. */
export async function readRows<Row>(readPage: ReadPage<Row>, limit: number): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const { records, total } = await readPage({ pageNum, pageSize: MAX_PAGE_SIZE });
    rows.push(...records);
    if (rows.length >= Math.min(total, limit) || records.length < MAX_PAGE_SIZE) return { rows: rows.slice(0, limit), total };
  }
}
