import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, inject as provided } from 'vitest';
import type { Tables } from '../../../server/database/tables.ts';

const isPostgres = process.env.TEST_DATABASE === 'postgres';
export const testDialect = isPostgres ? 'postgres' : 'sqlite';

const adminUrl = () => process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';

export interface TestDatabase {
  /** For DATABASE_URL; empty for SQLite. */
  url: string;
  drop: () => Promise<void>;
}

/**
 * A database that nobody else uses. SQLite needs none but the data directory.
 * @param options of PostgreSQL's `create database`
 */
export async function createTestDatabase(options = ''): Promise<TestDatabase> {
  return isPostgres ? createPostgresDatabase(options, provided('databasePrefix')) : { url: '', drop: () => Promise.resolve() };
}

export async function createPostgresDatabase(options: string, prefix = 'zyzc_test_'): Promise<TestDatabase> {
  const name = `${prefix}${randomBytes(8).toString('hex')}`;
  await withClient(adminUrl(), (admin) => admin.query(`create database ${name} ${options}`));
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  const drop = async () => void (await withClient(adminUrl(), (admin) => admin.query(`drop database if exists ${name} with (force)`)));
  return { url: url.href, drop };
}

/** Drops what a worker that died could not. */
export async function dropDatabases(prefix: string): Promise<void> {
  await withClient(adminUrl(), async (admin) => {
    const { rows } = await admin.query<{ name: string }>('select datname as name from pg_database where starts_with(datname, $1)', [prefix]);
    for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`);
  });
}

/**
 * PostgreSQL alone: does `work` so that it meets another transaction, which has done `write` before `work` begins and
 * commits as soon as `work` waits for it.
 */
export async function whileAnotherWrites<T>(db: Kysely<Tables>, write: (other: Kysely<Tables>) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const other = await db.startTransaction().execute();
  try {
    await write(other);
    const working = work();
    await expect.poll(() => countWaiting(db)).toBeGreaterThan(0);
    await other.commit().execute();
    return await working;
  } finally {
    if (!other.isCommitted) await other.rollback().execute();
  }
}

/** PostgreSQL alone: statements in this database that wait for somebody else's lock. */
export async function countWaiting(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
