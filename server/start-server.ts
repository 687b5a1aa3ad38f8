import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createDailyBackup } from './backup/daily-backup.ts';
import type { Config } from './config.ts';
import type { ServerContext } from './context.ts';
import { connect } from './database/connect.ts';
import { migrate } from './database/migrate.ts';
import { storeFor } from './files/store-for.ts';
import { syncCheckLibrary } from './modules/check-points/check-library-service.ts';
import { purgeAudit } from './modules/audit/audit-purge-service.ts';
import { announceDue } from './modules/notices/due-notice-service.ts';
import { type DailyJob, type Schedule, startSchedule } from './schedule.ts';

const STOP_LIMIT_MS = 25_000;
const SWEEP_EVERY_MS = 100;

export interface RunningServer {
  app: FastifyInstance;
  context: ServerContext;
  /** Begins with the work that no call asks for; not before the data is there that it works on. */
  startJobs: () => void;
  /** Answers what is under way, then closes the database. Safe to call twice. */
  stop: () => Promise<void>;
}

/** Opens and migrates the database and builds the app; the caller listens or injects. */
export async function startServer(options: {
  config: Config;
  clientDirectory: string;
  now?: () => Date;
  logStream?: { write: (line: string) => void };
}): Promise<RunningServer> {
  const { config } = options;
  const database = connect(config);
  try {
    await migrate(database.db, database.dialect, database.sqliteFile);
    const context: ServerContext = {
      db: database.db,
      dialect: database.dialect,
      files: storeFor(config),
      now: options.now ?? (() => new Date()),
    };
    await syncCheckLibrary(context);
    const app = await buildApp({
      context,
      pingDatabase: database.ping,
      clientDirectory: options.clientDirectory,
      trustProxy: config.trustProxy,
      logLevel: config.logLevel,
      ...(options.logStream === undefined ? {} : { logStream: options.logStream }),
    });
    let stopping: Promise<void> | undefined;
    let schedule: Schedule | undefined;
    const startJobs = (): void => {
      if (stopping === undefined) schedule ??= startSchedule(dailyJobs(context, config, app.log), app.log);
    };
    const closeAll = async (): Promise<void> => {
      try {
        await Promise.all([close(app), schedule?.stop()]);
      } finally {
        await database.close();
      }
    };
    const stop = (): Promise<void> => (stopping ??= closeAll());
    return { app, context, startJobs, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const dailyJobs = (context: ServerContext, config: Config, log: FastifyBaseLogger): Record<string, DailyJob> => ({
  notices: (isStopping) => announceDue(context, isStopping),
  auditPurge: (isStopping) => purgeAudit(context, config.auditDays, isStopping),
  ...(config.backup === undefined ? {} : { backup: createDailyBackup(context, config.backup, config, log) }),
});

/** Waits for the calls under way, but not for ever: a slow line must not keep a deployment from restarting. */
async function close(app: FastifyInstance): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), STOP_LIMIT_MS);
  // A line that was busy when the closing began would otherwise be kept open after its answer.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(limit);
    clearInterval(sweep);
  }
}
