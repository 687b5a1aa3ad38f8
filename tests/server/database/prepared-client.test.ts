import { expect, test } from 'vitest';
import { nameOfStatement } from '../../../server/database/prepared-client.ts';

let counter = 0;
const statement = (): string => `select ${(counter += 1)}::int as value, $1::text as given`;

test('a statement has a name from its fifth use on, and always the same', () => {
  const sql = statement();
  const names = Array.from({ length: 7 }, () => nameOfStatement(sql));
  expect(names.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
  expect(names[4]).toMatch(/^zyzc\d+$/);
  expect(new Set(names.slice(4)).size).toBe(1);
});

test.each([
  ['whose columns may change', 'select * from "law" where "id" = $1'],
  ['whose columns may change, of one table', 'select "h".*, "e"."employee_name" from "answer_history" as "h"'],
  ['with a placeholder for each of many rows', `insert into t values ${Array.from({ length: 1000 }, (_, index) => `($${index + 1})`).join(', ')}`],
])('one %s never has', (_case, sql) => {
  for (let use = 0; use < 20; use += 1) expect(nameOfStatement(sql)).toBeUndefined();
});
