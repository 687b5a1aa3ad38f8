import { expect, test } from 'vitest';
import { readAllPages } from '@/queries/client/read-all-pages.ts';

test('reads page after page, and each record once although it moved from one page to the next meanwhile', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => ({ id: `r${index}` }));
  const asked: number[] = [];
  const read = ({ pageNum, pageSize }: { pageNum: number; pageSize: number }) => {
    asked.push(pageNum);
    // Something is added at the front after the first page was read.
    const all = pageNum === 1 ? rows : [{ id: 'new' }, ...rows];
    return Promise.resolve({ records: all.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: all.length, pageNum, pageSize });
  };
  const ids = (await readAllPages(read)).map(({ id }) => id);
  expect(asked).toEqual([1, 2, 3]);
  expect(ids).toEqual(rows.map(({ id }) => id));
});
