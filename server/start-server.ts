import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { buildApp } from './app.ts';
import { createDailyBackup, findLatestBackup } from './backup/daily-backup.ts';
import type { Config } from './config.ts';
import type { ServerContext } from './context.ts';
import { connect, type Database, type QueryEvent } from './database/connect.ts';
import { migrate } from './database/migrate.ts';
import { makePrivate, PRIVATE_FOLDER } from './private-mode.ts';
import { storeFor } from './files/store-for.ts';
import { serveMetrics } from './metrics/metrics-server.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { watchProcess } from './metrics/process-metrics.ts';
import { syncCheckLibrary } from './modules/check-points/check-library-service.ts';
import { purgeAudit } from './modules/audit/audit-purge-service.ts';
import { purgeDailyUse } from './modules/daily-use/daily-use-service.ts';
import { purgeFiles } from './modules/files/file-purge-service.ts';
import { cleanPictures } from './modules/files/picture-cleaning-service.ts';
import { prepareFileStore } from './modules/files/file-service.ts';
import { purgePieces } from './modules/files/upload-piece-service.ts';
import { followLaws } from './modules/law-changes/follow-laws-service.ts';
import { succeedLaws } from './modules/law-changes/law-succession-service.ts';
import { purgeOperations } from './modules/jobs/operation-purge-service.ts';
import { announceDue } from './modules/notices/due-notice-service.ts';
import { tellOfRewordings } from './modules/rewordings/rewording-service.ts';
import { purgeSessions } from './modules/session/session-purge-service.ts';
import { requestLog } from './plugins/request-scope.ts';
import { type DailyJob, type Schedule, startSchedule } from './schedule.ts';

const STOP_LIMIT_MS = 25_000;
const SWEEP_EVERY_MS = 100;
/** Shorter than the client waits: it then reads what went wrong, instead of finding out that nobody answers. */
const STATEMENT_LIMIT_MS = REQUEST_TIMEOUT_MS - 10_000;

export interface RunningServer {
  app: FastifyInstance;
  context: ServerContext;
  /** Serves metrics if the configuration asks for it. @returns the port */
  startMetrics: () => Promise<number | undefined>;
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
  makePrivate(config.dataDir, PRIVATE_FOLDER);
  const metrics = createMetrics();
  let log: FastifyBaseLogger | undefined;
  await migrateOn(config);
  const database = connect({ ...config, statementLimitMs: STATEMENT_LIMIT_MS }, (event) => {
    metrics.queries.observe({ kind: kindOf(event), outcome: event.hasFailed ? 'failed' : 'done' }, event.ms / 1000);
    // Its text alone: the parameters are what people wrote.
    if (event.ms >= config.slowQueryMs) (requestLog() ?? log)?.warn({ sql: event.sql, ms: Math.round(event.ms) }, 'slow query');
  });
  try {
    const context: ServerContext = {
      db: database.db,
      dialect: database.dialect,
      files: storeFor(config),
      now: options.now ?? (() => new Date()),
    };
    await prepareFileStore(context);
    if (await syncCheckLibrary(context)) await followLaws(context);
    await tellOfRewordings(context);
    const app = await buildApp({
      context,
      pingDatabase: database.ping,
      metrics,
      clientDirectory: options.clientDirectory,
      trustProxy: config.trustProxy,
      logLevel: config.logLevel,
      ...(options.logStream === undefined ? {} : { logStream: options.logStream }),
    });
    log = app.log;
    if (config.trustProxy === true) app.log.warn('TRUST_PROXY=true believes whatever address a caller claims, so that sign-ins are not throttled: name the number or the addresses of the proxies');
    let stopping: Promise<void> | undefined;
    let endMetrics: (() => void) | undefined;
    let schedule: Schedule | undefined;
    const startJobs = (): void => {
      if (stopping === undefined) schedule ??= startSchedule(dailyJobs(context, config, app.log), app.log);
    };
    const startMetrics = async (): Promise<number | undefined> => {
      if (config.metrics === undefined) return undefined;
      measureOnDemand(metrics, database, context, config);
      const endWatch = watchProcess(metrics.registry);
      const server = await serveMetrics(metrics.registry, config.metrics);
      endMetrics = () => {
        endWatch();
        server.close();
        server.closeAllConnections();
      };
      const address = server.address();
      return typeof address === 'object' ? address?.port : undefined;
    };
    const closeAll = async (): Promise<void> => {
      try {
        await Promise.all([close(app), schedule?.stop()]);
        endMetrics?.();
      } finally {
        await database.close();
      }
    };
    const stop = (): Promise<void> => (stopping ??= closeAll());
    return { app, context, startMetrics, startJobs, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** On connections of its own: a migration may take longer than a call. */
async function migrateOn(config: Config): Promise<void> {
  const database = connect(config);
  try {
    await migrate(database.db, database.dialect, database.sqliteFile);
  } finally {
    await database.close();
  }
}

/** The backup waits for no other work: a province's notices may take long on the day when a quarter ends. */
const dailyJobs = (context: ServerContext, config: Config, log: FastifyBaseLogger): Record<string, DailyJob>[] => [
  {
    notices: (isStopping) => announceDue(context, isStopping),
    lawSuccession: (isStopping) => succeedLaws(context, isStopping),
    sessionPurge: (isStopping) => purgeSessions(context, isStopping),
    dailyUsePurge: (isStopping) => purgeDailyUse(context, isStopping),
    filePurge: (isStopping) => purgeFiles(context, isStopping),
    piecePurge: (isStopping) => purgePieces(context, isStopping),
    operationPurge: (isStopping) => purgeOperations(context, isStopping),
    auditPurge: (isStopping) => purgeAudit(context, config.auditDays, isStopping),
  },
  {
    ...(config.backup !== undefined && { backup: createDailyBackup(context, config.backup, config, log) }),
    // Takes hours after the upgrade. Not beside the backup, which would miss what is moved meanwhile.
    pictureCleaning: (isStopping) => cleanPictures(context, isStopping),
  },
];

const KINDS = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'];

function kindOf({ sql }: QueryEvent): string {
  const word = sql.slice(0, 8).split(' ', 1)[0]?.toLowerCase() ?? '';
  return KINDS.includes(word) ? word : 'other';
}

/** What is looked up only when somebody asks. */
function measureOnDemand({ registry }: Metrics, database: Database, context: ServerContext, { backup }: Config): void {
  registry.read('gauge', 'zyzc_db_connections', 'Connections to PostgreSQL; waiting are statements that none was free for', () =>
    Object.entries(database.connections() ?? {}).map(([state, count]) => [{ state }, count]),
  );
  if (backup === undefined) return;
  registry.read('gauge', 'zyzc_backup_age_seconds', 'Age of the latest complete backup; +Inf without one', async () => {
    const latest = await findLatestBackup(context, backup);
    // Never below 0: the clock of the machine that made it may be ahead, or its BACKUP_AT earlier than ours.
    return [[{}, latest === undefined ? Infinity : Math.max(0, context.now().getTime() - latest.getTime()) / 1000]];
  });
}

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
