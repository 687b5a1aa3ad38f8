import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCorrection } from '../support/correction-fixture.ts';
import { newDeclaration } from '../support/declaration-fixture.ts';
import { addedNotice } from '../support/notice-fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess, somePointIds } from '../support/task-fixture.ts';

/** Lists whose head orders all pages; those of staff and tasks have tests of their own. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const as = { as: 'admin01' } as const;
/** What the list orders by, of each row in turn, from small to large and the other way round. */
const bothWays = async <Value>(read: (sortOrder: 'asc' | 'desc') => Promise<Value[]>): Promise<[Value[], Value[]]> => [await read('asc'), await read('desc')];
const expectOrdered = ([up, down]: [(string | number)[], (string | number)[]], least: number): void => {
  expect(new Set(up).size).toBeGreaterThanOrEqual(least);
  expect(up).toEqual(up.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)));
  expect(down).toEqual(up.toReversed());
};

test('departments by their people', async () => {
  const read = async (sortOrder: 'asc' | 'desc') =>
    expectSuccess(await server.call('queryCompanyDeptInfoPage', { query: { pageSize: 100, deptName: '', sortBy: 'employeeCount', sortOrder } }, as)).records.map(({ employeeCount }) => employeeCount);
  expectOrdered(await bothWays(read), 2);
});

test('self-corrections by 整改期限 and by their items', async () => {
  const ids = await somePointIds(server, 3);
  await openCorrection(server, { pointIds: ids.slice(0, 1), correctDays: 9 });
  await openCorrection(server, { pointIds: ids, correctDays: 3 });
  await openCorrection(server, { pointIds: ids.slice(0, 2), correctDays: 20 });
  const read = (sortBy: 'dueDate' | 'itemCount') => async (sortOrder: 'asc' | 'desc') =>
    expectSuccess(await server.call('queryCompDeptSelfCorrectPageList', { query: { pageSize: 100, taskName: '', sortBy, sortOrder } }, as)).records.map((row) => row[sortBy]);
  expectOrdered(await bothWays<string | number>(read('dueDate')), 3);
  expectOrdered(await bothWays<string | number>(read('itemCount')), 3);
});

test('declarations by year and by their last change', async () => {
  for (const year of [2025, 2026, 2024]) {
    server.clock.advance(1000);
    expectSuccess(await server.call('addSelfDeclare', { params: { type: '0' }, body: newDeclaration({ year, title: `${year} 年度计划` }) }, as));
  }
  const read = (sortBy: 'year' | 'updatedAt') => async (sortOrder: 'asc' | 'desc') =>
    expectSuccess(await server.call('querySelfDeclarePage', { params: { type: '0' }, query: { pageSize: 100, title: '', sortBy, sortOrder } }, as)).records.map((row) => row[sortBy]);
  expectOrdered(await bothWays<string | number>(read('year')), 3);
  expectOrdered(await bothWays<string | number>(read('updatedAt')), 3);
});

test('notices by their publication', async () => {
  for (const title of ['甲', '乙']) {
    server.clock.advance(1000);
    await addedNotice(server, { title });
  }
  const read = async (sortOrder: 'asc' | 'desc') =>
    expectSuccess(await server.call('queryNoticePage', { query: { pageSize: 100, title: '', kind: 'manual', sortBy: 'publishedAt', sortOrder } }, as)).records.map(({ publishedAt }) => publishedAt ?? '');
  expectOrdered(await bothWays(read), 2);
});
