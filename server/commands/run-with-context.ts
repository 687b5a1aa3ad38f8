import { type Config, readConfig } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { storeFor } from '../files/store-for.ts';
import { prepareFileStore } from '../modules/files/file-service.ts';

/** Runs an operator's command with the environment's configuration. Prints a failure and sets the exit code, so that scripts notice. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    await work(readConfig(process.env));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** As `runCommand`, on the database and the files that the environment names, migrated to this release. */
export const runWithContext = (work: (context: ServerContext, config: Config) => Promise<void>): Promise<void> =>
  runCommand(async (config) => {
    const database = connect(config);
    try {
      await migrate(database.db, database.dialect, database.sqliteFile);
      const context = { db: database.db, dialect: database.dialect, files: storeFor(config), now: () => new Date() };
      await prepareFileStore(context);
      await work(context, config);
    } finally {
      await database.close();
    }
  });
