import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheStatements } from '../../../server/database/statement-cache.ts';

let database: SqliteDatabase.Database;
let cache: ReturnType<typeof cacheStatements>;
beforeEach(() => {
  database = new SqliteDatabase(':memory:');
  cache = cacheStatements(database);
  cache.prepare('create table person (id integer primary key, name text)').run();
  cache.prepare("insert into person (name) values ('李护士')").run();
});
afterEach(() => cache.close());

test('a statement is prepared once, and takes other parameters each time', () => {
  const named = 'select id from person where name = ?';
  expect(cache.prepare(named)).toBe(cache.prepare(named));
  expect([cache.prepare(named).all('李护士'), cache.prepare(named).all('王护士')]).toEqual([[{ id: 1 }], []]);
});

test('of many different statements those needed last stay', () => {
  const often = cache.prepare('select 1');
  const once = cache.prepare('select 2');
  for (let number = 3; number < 1000; number += 1) {
    cache.prepare(`select ${number}`);
    expect(cache.prepare('select 1')).toBe(often);
  }
  expect(cache.prepare('select 2')).not.toBe(once);
});

test('a statement with hundreds of rows is not kept', () => {
  const many = `select id from person where id in (${Array.from({ length: 2000 }, (_, id) => id).join(', ')})`;
  expect(cache.prepare(many)).not.toBe(cache.prepare(many));
});

test('after a change of the tables a statement tells of the new columns', () => {
  const all = 'select * from person';
  expect(cache.prepare(all).all()).toEqual([{ id: 1, name: '李护士' }]);
  cache.prepare("alter table person add column dept text default '内科'").run();
  expect(cache.prepare(all).all()).toEqual([{ id: 1, name: '李护士', dept: '内科' }]);
});

test('a statement that failed works the next time', () => {
  const add = 'insert into person (id, name) values (?, ?)';
  expect(() => cache.prepare(add).run(1, '重复')).toThrow('UNIQUE');
  expect(cache.prepare(add).run(2, '王护士').changes).toBe(1);
});
