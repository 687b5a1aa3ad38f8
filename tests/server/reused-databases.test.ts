import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, inject as provided, test } from 'vitest';
import { type TestDatabase, testDialect, withClient } from './support/database.ts';
import { maySkipTriggers, readUnusedState, takeMigratedDatabase } from './support/reused-databases.ts';
import { startTestServer } from './support/server.ts';

describe.runIf(testDialect === 'postgres')('a database that a test server has used', () => {
  const taken: TestDatabase[] = [];
  afterEach(async () => {
    for (const database of taken.splice(0)) await database.drop();
  });
  const take = async (): Promise<TestDatabase> => {
    const database = await takeMigratedDatabase();
    taken.push(database);
    return database;
  };
  const run = (url: string, statement: string) => withClient(url, (client) => client.query(statement));
  const isThere = async (url: string) => {
    const { rows } = await run(url.replace(/[^/]+$/, 'postgres'), `select from pg_database where datname = '${new URL(url).pathname.slice(1)}'`);
    return rows.length > 0;
  };

  test('is like a new one for the next', async () => {
    const server = await startTestServer();
    await server.call('login', { body: { userNo: 'admin01', password: 'wrong', loginType: 9 } });
    await sql`update kysely_migration set timestamp = '2026-06-01T00:00:00.000Z'`.execute(server.context.db);
    await sql`analyze`.execute(server.context.db);
    expect(await server.context.db.selectFrom('audit_record').select('id').execute()).not.toEqual([]);
    await server.stop();

    const { url } = await take();
    await withClient(url, async (client) => {
      expect(url === server.databaseUrl).toBe(await maySkipTriggers(client));
      expect(await readUnusedState(client)).toEqual(provided('migratedDatabase')?.unused);
      expect((await client.query("select relname from pg_class where relkind = 'r' and oid >= 16384 and (reltuples <> -1 or relpages <> 0)")).rows).toEqual([]);
      expect((await client.query("select from pg_stats where schemaname = 'public'")).rows).toEqual([]);
    });
  });

  test('is not used again after a change of more than rows', async () => {
    const { url, drop } = await take();
    await run(url, 'alter table answer add column later text');
    await drop();
    expect(await isThere(url)).toBe(false);
  });

  test('whose tables, functions, rights or settings were changed is told from a new one', async () => {
    const changes = [
      'alter table answer add column later text',
      'alter table answer alter column remark drop not null',
      'alter table answer rename column remark to note',
      'alter table audit_record disable trigger user',
      'alter table job rename to other_job',
      'create index later on answer (remark)',
      'create schema later',
      'create sequence later',
      'create view later as select 1',
      "create or replace function keep_audit_record() returns trigger language plpgsql as 'begin return old; end'",
      'drop index daily_use_by_day',
      'drop table daily_use',
      'drop trigger audit_record_kept on audit_record',
      'grant select on answer to public',
      "do $$ begin execute format('alter database %I set lock_timeout = 5', current_database()); end $$",
    ];
    const { url } = await take();
    const unused = provided('migratedDatabase')?.unused.schema;
    await withClient(url, async (client) => {
      for (const change of changes) {
        await client.query('begin');
        await client.query(change);
        expect((await readUnusedState(client)).schema, change).not.toBe(unused);
        await client.query('rollback');
        expect((await readUnusedState(client)).schema, change).toBe(unused);
      }
    });
  });

  test('is not used again while somebody is connected', async () => {
    const { url, drop } = await take();
    const client = new pg.Client({ connectionString: url });
    const errors: unknown[] = [];
    client.on('error', (error) => errors.push(error));
    await client.connect();
    await drop();
    await expect.poll(() => errors).toContainEqual(expect.objectContaining({ code: '57P01' }));
    expect(await isThere(url)).toBe(false);
  });

  test('is given back once, however often that is asked', async () => {
    const { url, drop } = await take();
    await Promise.all([drop(), drop()]);
    await drop();
    const [next, another] = [await take(), await take()];
    expect(next.url === url).toBe(await withClient(next.url, maySkipTriggers));
    expect(another.url).not.toBe(next.url);
  });
});
