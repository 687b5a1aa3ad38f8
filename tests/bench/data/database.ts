import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../../server/config.ts';
import type { ServerContext } from '../../../server/context.ts';
import { connect } from '../../../server/database/connect.ts';
import type { Dialect } from '../../../server/database/dialect.ts';
import { storeFor } from '../../../server/files/store-for.ts';
import { startServer } from '../../../server/start-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { undoable } from '../undo.ts';

/** A database of this run in a temporary folder or, for PostgreSQL, beside the one whose address was given. */
export interface BenchDatabase {
  dialect: Dialect;
  /** What the server has to be started with. */
  env: { DATA_DIR: string; DATABASE_URL: string };
  sqliteFile: string;
  /** Opens it migrated and with the national check points. */
  fill: <Result>(work: (context: ServerContext) => Promise<Result>) => Promise<Result>;
  remove: () => Promise<void>;
}

const postgresUrl = (): string => process.env['DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/test';

/** @param server a PostgreSQL other than the one that is tried by itself */
export async function createDatabase(dialect: Dialect, server = postgresUrl()): Promise<BenchDatabase> {
  const folder = await temporaryFolder();
  const dataDir = folder.path;
  const name = `zyzc_bench_${randomBytes(6).toString('hex')}`;
  const url = dialect === 'postgres' ? Object.assign(new URL(server), { pathname: `/${name}` }).href : '';
  const drop = undoable(async () => {
    if (dialect === 'postgres') await asAdmin(`drop database if exists ${name} with (force)`, server);
  });
  if (dialect === 'postgres') await asAdmin(`create database ${name}`, server);
  const env = { DATA_DIR: dataDir, DATABASE_URL: url };
  return {
    dialect,
    env,
    sqliteFile: join(dataDir, 'zyzc.db'),
    fill: async (work) => {
      const config = readConfig({ ...env, LOG_LEVEL: 'silent' });
      await (await startServer({ config, clientDirectory: join(dataDir, 'client') })).stop();
      // Without the server's time limits: a million rows at once are no call.
      const { db, close } = connect(config);
      try {
        return await work({ db, dialect, files: storeFor(config), now: () => new Date() });
      } finally {
        await close();
      }
    },
    remove: async () => {
      await drop();
      await folder.remove();
    },
  };
}

/** Runs work on a database that is gone afterwards. */
export async function withDatabase<Result>(dialect: Dialect, work: (database: BenchDatabase) => Promise<Result>, server?: string): Promise<Result> {
  const database = await createDatabase(dialect, server);
  try {
    return await work(database);
  } finally {
    await database.remove();
  }
}

export const isPostgresReachable = (): Promise<boolean> =>
  asAdmin('select 1').then(
    () => true,
    () => false,
  );

async function asAdmin(statement: string, server = postgresUrl()): Promise<void> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 3000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
