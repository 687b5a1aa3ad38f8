import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { connect } from '../../../server/database/connect.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { createPostgresDatabase, dropDatabases, withClient } from './database.ts';
import { readUnusedState, type UnusedState } from './reused-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** With this release's tables and nothing in them: what others are copied from. Only where tests use PostgreSQL. */
    migratedDatabase: { name: string; unused: UnusedState } | undefined;
    /** What the names of all databases of the run begin with. Only where tests use PostgreSQL. */
    databasePrefix: string | undefined;
  }
}

/** Migrates once: hundreds of servers would each do it. @returns what removes every database of the run, also those of a worker that died */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `zyzc_test_${randomBytes(4).toString('hex')}_`;
  const dropAll = () => dropDatabases(prefix);
  try {
    const { url } = await createPostgresDatabase('', prefix);
    const database = connect({ databaseUrl: url, dataDir: '' });
    await migrate(database.db, database.dialect, undefined);
    await database.close();
    const name = new URL(url).pathname.slice(1);
    project.provide('migratedDatabase', { name, unused: await withClient(url, readUnusedState) });
    project.provide('databasePrefix', prefix);
    return dropAll;
  } catch (error) {
    await dropAll();
    throw error;
  }
}
