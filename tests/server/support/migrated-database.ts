import type { TestProject } from 'vitest/node';
import { connect } from '../../../server/database/connect.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { createPostgresDatabase } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of PostgreSQL with this release's tables and nothing in them: what others are copied from. */
    migratedDatabase: string;
  }
}

/** Migrates once: hundreds of servers would each do it. @returns what removes it */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, drop } = await createPostgresDatabase('');
  const database = connect({ databaseUrl: url, dataDir: '' });
  await migrate(database.db, database.dialect, undefined);
  await database.close();
  project.provide('migratedDatabase', new URL(url).pathname.slice(1));
  return drop;
}
