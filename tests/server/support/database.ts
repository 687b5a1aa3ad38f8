import { randomBytes } from 'node:crypto';
import pg from 'pg';

const isPostgres = process.env.TEST_DATABASE === 'postgres';
export const testDialect = isPostgres ? 'postgres' : 'sqlite';

const adminUrl = () => process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';

export interface TestDatabase {
  /** For DATABASE_URL; empty for SQLite. */
  url: string;
  drop: () => Promise<void>;
}

/** A database that nobody else uses. SQLite needs none but the data directory. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (!isPostgres) return { url: '', drop: () => Promise.resolve() };
  const name = `zyzc_test_${randomBytes(8).toString('hex')}`;
  await asAdmin(`create database ${name}`);
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
