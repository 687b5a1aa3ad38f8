import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { errorCodeOf } from '../error-code.ts';
import { makePrivate, PRIVATE_FILE } from '../private-mode.ts';
import type { Dialect } from './dialect.ts';
import { createInitialTables } from './migrations/0001-initial.ts';
import { addSubmissionReturns } from './migrations/0002-submission-returns.ts';
import { addItemDueDate } from './migrations/0003-item-due-date.ts';
import { indexWhatIsDue } from './migrations/0004-due-tasks.ts';
import { keepAuditRecordsFromReplacement } from './migrations/0005-audit-records-stay.ts';
import { countStoredBytes } from './migrations/0006-stored-bytes.ts';
import { nameCleanPictures } from './migrations/0007-clean-pictures.ts';
import { weighPoints } from './migrations/0008-point-weight.ts';
import { countWhatIsJudged } from './migrations/0009-judged-counts.ts';
import { addScoreSettings } from './migrations/0010-score-settings.ts';
import { describeInstitutions } from './migrations/0011-institution.ts';
import { describeDepartments } from './migrations/0012-department-kind.ts';
import { openPublicBoard } from './migrations/0013-public-board.ts';
import { addSevereReports } from './migrations/0014-severe-reports.ts';
import { followLawChanges } from './migrations/0015-law-changes.ts';
import { letSubmissionsBeWithdrawn } from './migrations/0016-withdrawn-submissions.ts';
import { keepOwnWords } from './migrations/0017-rewordings.ts';
import { rememberRemovedItems } from './migrations/0018-removed-items.ts';
import type { Tables } from './tables.ts';

/** Every change of the tables by its name, the earliest first. */
export const migrationsFor = (dialect: Dialect): Record<string, Migration> => ({
  '0001-initial': { up: (db) => createInitialTables(db, dialect) },
  '0002-submission-returns': { up: (db) => addSubmissionReturns(db, dialect) },
  '0003-item-due-date': { up: (db) => addItemDueDate(db, dialect) },
  '0004-due-tasks': { up: indexWhatIsDue },
  '0005-audit-records-stay': { up: (db) => keepAuditRecordsFromReplacement(db, dialect) },
  '0006-stored-bytes': { up: (db) => countStoredBytes(db, dialect) },
  '0007-clean-pictures': { up: (db) => nameCleanPictures(db, dialect) },
  '0008-point-weight': { up: (db) => weighPoints(db, dialect) },
  '0009-judged-counts': { up: countWhatIsJudged },
  '0010-score-settings': { up: (db) => addScoreSettings(db, dialect) },
  '0011-institution': { up: (db) => describeInstitutions(db, dialect) },
  '0012-department-kind': { up: (db) => describeDepartments(db, dialect) },
  '0013-public-board': { up: (db) => openPublicBoard(db, dialect) },
  '0014-severe-reports': { up: (db) => addSevereReports(db, dialect) },
  '0015-law-changes': { up: (db) => followLawChanges(db, dialect) },
  '0016-withdrawn-submissions': { up: (db) => letSubmissionsBeWithdrawn(db, dialect) },
  '0017-rewordings': { up: (db) => keepOwnWords(db, dialect) },
  '0018-removed-items': { up: (db) => rememberRemovedItems(db, dialect) },
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
 * @throws Error for the operator when a later release has changed the database: it may mean something else now
 * @param sqliteFile copied beside itself before an existing SQLite database is changed
 * @param migrations this release's; another set only where migrating itself is tried out
 */
export const migrate = (
  db: Kysely<Tables>,
  dialect: Dialect,
  sqliteFile?: string,
  migrations: Record<string, Migration> = migrationsFor(dialect),
): Promise<string[]> => {
  const work = async (given: Kysely<Tables>): Promise<string[]> => {
    if (dialect === 'postgres') await refuseOtherEncoding(given);
    return await migrateFrom(given, sqliteFile, migrations);
  };
  // What runs in a transaction of somebody's is alone there already.
  return dialect === 'postgres' && !db.isTransaction ? inTurn(db, work) : work(db);
};

/** Any number that nothing else in the database locks. */
const MIGRATION_LOCK = 2_054_781_539;

/**
 * How long a migration waits for a table. Every call of the processes that still serve waits behind it, and each of these
 * ends after ten seconds: four tables one after the other take less. It is longer than the second after which PostgreSQL
 * looks for deadlocks and stops its own clean-up of a table that somebody waits for.
 */
const LOCK_LIMIT = '2s';
const PAUSE_MS = 5000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * One process after the other, from the first look at the database on: PostgreSQL fails a process that looks at tables
 * while another changes them. All in one transaction: behind a pooler, what is set or locked for a session would be
 * somebody else's a moment later.
 */
const inTurn = <Result>(db: Kysely<Tables>, work: (alone: Kysely<Tables>) => Promise<Result>): Promise<Result> =>
  givingWay(() =>
    db.transaction().execute(async (alone) => {
      // Whatever limits the role has.
      await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(alone);
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(alone);
      await sql`select set_config('lock_timeout', ${LOCK_LIMIT}, true)`.execute(alone);
      return await work(alone);
    }),
  );

/** Bytes of Chinese would be counted, cut and compared as characters. @throws Error for the operator */
async function refuseOtherEncoding(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string; name: string }>`select current_setting('server_encoding') as encoding, current_database() as name`.execute(db);
  const { encoding = '', name = '' } = rows[0] ?? {};
  if (encoding === 'UTF8') return;
  throw new Error(`数据库 ${name} 的字符编码为 ${encoding}，必须为 UTF8。请新建数据库后再启动：createdb --encoding=UTF8 --template=template0 名称`);
}

/**
 * Does `work` again until others let it have its tables: what a backup holds it holds until its end, which may be an hour.
 * There is no other end: who gave up would be started again by systemd, to wait as before, while the processes of the release
 * before serve on. An operator who reads that it waits can end it at any time, and nothing has changed then.
 */
async function givingWay<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isHeldUp(error)) throw error;
    }
    // The server has no log yet, and a command none at all.
    console.error(`数据库升级正在等待：表被其他连接占用（例如正在备份），${PAUSE_MS / 1000} 秒后重试；尚未停止的旧进程可继续服务`);
    await delay(PAUSE_MS);
  }
}

const isHeldUp = (error: unknown): boolean => [LOCK_NOT_AVAILABLE, DEADLOCK].includes(errorCodeOf(error));

async function migrateFrom(db: Kysely<Tables>, sqliteFile: string | undefined, migrations: Record<string, Migration>): Promise<string[]> {
  const later = (await findMigrations(db)).find((name) => migrations[name] === undefined);
  if (later !== undefined) throw new Error(`数据库由更新的版本写成（${later}），请用那个版本启动，或恢复升级前的备份`);
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const known = await migrator.getMigrations();
  const pending = known.filter((migration) => migration.executedAt === undefined);
  if (pending.length === 0) return [];
  if (sqliteFile !== undefined && pending.length < known.length) {
    const [first] = pending;
    if (first !== undefined) await copySqlite(db, `${sqliteFile}.before-${first.name}`, async () => !(await findMigrations(db)).includes(first.name));
  }
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * A plain copy of the file would lack what is still in the write-ahead log.
 * @param isStillBefore asked when the copy is there: another process may have been quicker, and its copy is the right one then
 */
async function copySqlite(db: Kysely<Tables>, path: string, isStillBefore: () => Promise<boolean>): Promise<void> {
  const copy = `${path}.${randomUUID()}`;
  await sql`vacuum into ${copy}`.execute(db);
  makePrivate(copy, PRIVATE_FILE);
  await (await isStillBefore() ? rename(copy, path) : rm(copy));
}
