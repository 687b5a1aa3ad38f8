import { describe, expect, it } from 'vitest';
import { readRows, type ReadPage } from '@/ui/paper/read-rows.ts';

/** A list of so many numbers, and which of its pages were asked for. */
function listOf(total: number): { readPage: ReadPage<number>; asked: number[] } {
  const asked: number[] = [];
  const numbers = Array.from({ length: total }, (_, index) => index + 1);
  const readPage: ReadPage<number> = async ({ pageNum, pageSize }) => {
    asked.push(pageNum);
    return { records: numbers.slice((pageNum - 1) * pageSize, pageNum * pageSize), total, pageNum, pageSize };
  };
  return { readPage, asked };
}

describe('the rows of a list for paper', () => {
  it.each([
    [0, [1]],
    [100, [1]],
    [101, [1, 2]],
    [250, [1, 2, 3]],
  ])('all %i are read, and no page more than they need', async (total, pages) => {
    const { readPage, asked } = listOf(total);
    expect(await readRows(readPage, 2000)).toEqual({ rows: Array.from({ length: total }, (_, index) => index + 1), total });
    expect(asked).toEqual(pages);
  });

  it('end at the limit, and the total tells what is missing', async () => {
    const { readPage, asked } = listOf(1000);
    const { rows, total } = await readRows(readPage, 250);
    expect([rows.length, rows.at(-1), total]).toEqual([250, 250, 1000]);
    expect(asked).toEqual([1, 2, 3]);
  });

  it('end where the list became shorter meanwhile', async () => {
    const { readPage } = listOf(120);
    const shrinking: ReadPage<number> = async (page) => ({ ...(await readPage(page)), ...(page.pageNum === 2 && { records: [] }) });
    expect((await readRows(shrinking, 2000)).rows).toHaveLength(100);
  });
});
