import { rm } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Dialect } from './dialect.ts';
import { createInitialTables } from './migrations/0001-initial.ts';
import type { Tables } from './tables.ts';

/** Every change of the tables by its name, the earliest first. */
export const migrationsFor = (dialect: Dialect): Record<string, Migration> => ({
  '0001-initial': { up: (db) => createInitialTables(db, dialect) },
});

/** The changes that a database has seen; none of them for one that is empty. */
export async function findMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/**
 * Brings the database to this release. Several processes may call it at once: one migrates, the others wait.
 * @param sqliteFile copied beside itself before an existing SQLite database is changed
 * @param migrations this release's; another set only where migrating itself is tried out
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: Dialect,
  sqliteFile?: string,
  migrations: Record<string, Migration> = migrationsFor(dialect),
): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const known = await migrator.getMigrations();
  const pending = known.filter((migration) => migration.executedAt === undefined);
  if (pending.length === 0) return [];
  if (sqliteFile !== undefined && pending.length < known.length) {
    await copySqlite(db, `${sqliteFile}.before-${pending[0]?.name ?? 'migration'}`);
  }
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** A plain copy of the file would lack what is still in the write-ahead log. */
async function copySqlite(db: Kysely<Tables>, path: string): Promise<void> {
  await rm(path, { force: true });
  await sql`vacuum into ${path}`.execute(db);
}
