import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertRows, isOneOf, jsonRows } from '../../../server/database/json-rows.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ withoutFixture: true });
});
afterAll(() => server.stop());

const columns = { word: 'text', number: 'integer' } as const;

test('gives back every value as it was, null too', async () => {
  const { db, dialect } = server.context;
  const rows = [
    { word: `'";--\\ ' or 1=1`, number: 0 },
    { word: '汉字 😀\n第二行\t', number: -2_147_483_648 },
    { word: '{"a":[1]}', number: 2_147_483_647 },
    { word: '17', number: null },
    { word: '', number: 5 },
    { word: null, number: 6 },
  ];
  const read = await sql<{ word: string | null; number: number | null }>`select word, number from ${jsonRows(dialect, columns, rows)} as r`.execute(db);
  expect(read.rows).toEqual(rows);
});

test('inserts more rows than a statement may have parameters, and none without complaint', async () => {
  const { db, dialect } = server.context;
  await insertRows(db, dialect, 'setting', { name: 'text', value: 'text' }, []);
  const rows = Array.from({ length: 40_000 }, (_, index) => ({ name: `key ${index}`, value: String(index) }));
  await insertRows(db, dialect, 'setting', { name: 'text', value: 'text' }, rows);
  const repeated = [{ name: 'key 1', value: 'changed' }];
  await insertRows(db, dialect, 'setting', { name: 'text', value: 'text' }, repeated, sql`on conflict (name) do nothing`);
  const kept = await db.selectFrom('setting').select('value').where('name', 'like', 'key %').execute();
  expect(kept).toHaveLength(40_000);
  expect(kept.some((row) => row.value === 'changed')).toBe(false);
});

test('finds the rows whose value is in a list of any length', async () => {
  const { db, dialect } = server.context;
  const find = async (names: string[]) =>
    (await db.selectFrom('setting').select('name').where(isOneOf(dialect, 'setting.name', names)).execute()).map((row) => row.name);
  await db.insertInto('setting').values({ name: `o'hara "x"`, value: '' }).execute();
  expect(await find([])).toEqual([]);
  expect(await find([`o'hara "x"`, 'none'])).toEqual([`o'hara "x"`]);
  expect(await find(Array.from({ length: 70_000 }, (_, index) => `key ${index}`))).toHaveLength(40_000);
});
