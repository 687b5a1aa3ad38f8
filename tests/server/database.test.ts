import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../server/caller.ts';
import { readConfig } from '../../server/config.ts';
import { connect, type Database } from '../../server/database/connect.ts';
import { contains, isForeignKeyViolation, isUniqueViolation } from '../../server/database/dialect.ts';
import { migrate, migrationsFor } from '../../server/database/migrate.ts';
import { submitDeptTask } from '../../server/modules/dept-tasks/submission-service.ts';
import { returnCorrectionItems } from '../../server/modules/self-corrections/review-corrections-service.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { countWaiting, createTestDatabase, testDialect } from './support/database.ts';
import { type Account, employees, insertFixture } from './support/fixture.ts';
import { addOwnPoints } from './support/task-fixture.ts';

const open: Database[] = [];
let remove: () => Promise<void>;
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
  await remove();
});

const fresh = async (options = '') => {
  const dataDir = await mkdtemp(join(tmpdir(), 'zyzc-database-'));
  const { url, drop } = await createTestDatabase(options);
  remove = async () => {
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const connectAgain = () => {
    const database = connect({ databaseUrl: url, dataDir });
    open.push(database);
    return database;
  };
  return { dataDir, url, connectAgain };
};
const company = { comp_no: '1', comp_name: '甲', spec_code: '', site_title: '', created_at: '2026-01-01T00:00:00.000Z' };
const dept = { id: 'd1', comp_no: '1', dept_name: '内科', leader: '', tel: '', extension: '', remark: '', sort: 0, created_at: '2026-01-01T00:00:00.000Z' };

describe('migrating', () => {
  it('makes the tables once', async () => {
    const { connectAgain } = await fresh();
    const database = connectAgain();
    expect(await migrate(database.db, database.dialect, database.sqliteFile)).toEqual(Object.keys(migrationsFor(testDialect)));
    expect(await migrate(database.db, database.dialect, database.sqliteFile)).toEqual([]);
  });

  it('by several processes at once is done by one, and the others wait', async () => {
    const { connectAgain } = await fresh();
    const databases = testDialect === 'postgres' ? [connectAgain(), connectAgain(), connectAgain()] : [connectAgain()];
    const results = await Promise.all(databases.map((database) => migrate(database.db, database.dialect, database.sqliteFile)));
    expect(results.flat()).toEqual(Object.keys(migrationsFor(testDialect)));
  });

  it.runIf(testDialect === 'postgres').each(['SQL_ASCII', 'EUC_CN'])('of a database in %s is refused in words, and changes nothing', async (encoding) => {
    const { connectAgain } = await fresh(`encoding '${encoding}' lc_collate 'C' lc_ctype 'C' template template0`);
    const { db, dialect } = connectAgain();
    await expect(migrate(db, dialect)).rejects.toThrow(new RegExp(`的字符编码为 ${encoding}，必须为 UTF8。请新建数据库后再启动：createdb --encoding=UTF8`));
    expect(await db.introspection.getTables()).toEqual([]);
  });
});

/** Brings an empty database to the first release. @returns the names of what is left to this one */
async function migrateToFirst({ db, dialect, sqliteFile }: Database): Promise<string[]> {
  const [first, ...later] = Object.entries(migrationsFor(dialect));
  if (first === undefined) throw new Error('there is no first release');
  expect(await migrate(db, dialect, sqliteFile, { [first[0]]: first[1] })).toEqual([first[0]]);
  return later.map(([name]) => name);
}

describe.runIf(testDialect === 'postgres')('migrating while the release before serves', () => {
  /** What `asked` says, unless nobody answers for longer than a call of the release before has patience. */
  const within5s = (asked: Promise<unknown>) => Promise.race([asked.then(() => 'answered'), delay(5000, 'not answered')]);

  it('lets nobody wait behind it while a backup reads, says that it waits, and is done after the backup', async () => {
    const { connectAgain } = await fresh();
    const serving = connectAgain();
    const later = await migrateToFirst(serving);
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const backup = await serving.db.startTransaction().setIsolationLevel('repeatable read').execute();
    await backup.selectFrom('dept_task').select('id').execute();
    const { db, dialect } = connectAgain();
    const migrating = migrate(db, dialect);
    try {
      await expect.poll(() => countWaiting(serving.db)).toBeGreaterThan(0);
      expect(await within5s(serving.db.selectFrom('dept_task').select('id').execute())).toBe('answered');
      await expect.poll(() => said.mock.lastCall?.[0]).toContain('数据库升级正在等待');
      expect(await within5s(serving.db.selectFrom('dept_task').select('id').execute())).toBe('answered');
    } finally {
      await backup.commit().execute();
      said.mockRestore();
    }
    expect(await migrating).toEqual(later);
    // The connection is the only one that the pool has made.
    expect((await sql`show lock_timeout`.execute(db)).rows).toEqual([{ lock_timeout: '0' }]);
  });

  it('begins again where it and a call wait for each other', async () => {
    const { connectAgain } = await fresh();
    const serving = connectAgain();
    const older = {
      '0001-older': {
        up: async (old: Kysely<unknown>) => {
          for (const name of ['one', 'other']) await old.schema.createTable(name).addColumn('id', 'text').execute();
        },
      },
    };
    const newer = {
      ...older,
      '0002-newer': {
        up: async (old: Kysely<unknown>) => {
          await old.schema.alterTable('one').addColumn('added', 'text').execute();
          await old.schema.createIndex('other_by_id').on('other').column('id').execute();
        },
      },
    };
    await migrate(serving.db, serving.dialect, undefined, older);
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const call = await serving.db.startTransaction().execute();
    await sql`insert into other (id) values ('1')`.execute(call);
    const { db, dialect } = connectAgain();
    const migrating = migrate(db, dialect, undefined, newer);
    try {
      await expect.poll(() => countWaiting(serving.db)).toBeGreaterThan(0);
      expect(await within5s(sql`select * from one`.execute(call))).toBe('answered');
    } finally {
      await call.commit().execute();
    }
    expect(await migrating).toEqual(['0002-newer']);
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
  });
});

describe('a database of the first release', () => {
  it('is brought to this one with all that it holds', async () => {
    const { connectAgain } = await fresh();
    const database = connectAgain();
    const later = await migrateToFirst(database);
    await database.db.insertInto('company').values(company).execute();
    await database.db.insertInto('dept').values(dept).execute();
    expect(await migrate(database.db, database.dialect, database.sqliteFile)).toEqual(later);
    expect(await database.db.selectFrom('dept').selectAll().execute()).toEqual([{ ...dept, kind: null, closed_from: null }]);
  });

  const endDate = '2026-03-31';
  const endOfLastDay = '2026-03-31T15:59:59.999Z';

  interface OldDeptTask {
    /** What the operations tell; the first by 张内一, all others by 李内二. */
    submissions: { at: string; isLate: boolean }[];
    returnedAt?: string;
    /** Not given back, or submitted again. */
    submittedAt?: string;
    /** By point. */
    results: ('qualified' | 'unqualified')[];
    returnRemarks?: (string | null)[];
  }

  /** A task of 内科 alone, with its own points in their order, as the first release left it. @returns the points' ids */
  async function insertOld(database: Database, id: string, { submissions, returnedAt, submittedAt, results, returnRemarks }: OldDeptTask): Promise<string[]> {
    const { db } = database;
    const { compNo, id: deptId } = employees.staff01.dept;
    const own = await addOwnPoints({ db } as Parameters<typeof addOwnPoints>[0], results.length);
    const versions = new Map((await db.selectFrom('check_point').select(['id', 'version_id']).execute()).map((row) => [row.id, row.version_id]));
    const points = own.map((point, seq) => ({ point_id: point.id, version_id: versions.get(point.id) ?? '', category_id: point.categoryId, seq: seq + 1 }));
    const submittedBy = submittedAt === undefined ? null : employees.staff01.id;
    await db
      .insertInto('task')
      .values({
        id,
        comp_no: compNo,
        task_name: id,
        task_type: 3,
        start_date: '2026-03-01',
        end_date: endDate,
        correct_days: 15,
        remark: '',
        dept_count: 1,
        submitted_count: submittedAt === undefined ? 0 : 1,
        created_by: employees.admin01.id,
        created_at: '2026-03-01T00:00:00.000Z',
      })
      .execute();
    await db.insertInto('task_point').values(points.map((point) => ({ ...point, task_id: id, item_name: '本院补充项目' }))).execute();
    await db
      .insertInto('dept_task')
      .values({
        id,
        comp_no: compNo,
        task_id: id,
        dept_id: deptId,
        point_count: results.length,
        answered_count: results.length,
        unqualified_count: results.filter((result) => result === 'unqualified').length,
        submitted_at: submittedAt ?? null,
        submitted_by: submittedBy,
        ...(returnedAt === undefined ? {} : { returned_at: returnedAt, returned_by: employees.admin01.id, return_reason: '缺照片' }),
        is_returned: returnedAt === undefined || submittedAt !== undefined ? 0 : 1,
      })
      .execute();
    await db
      .insertInto('answer')
      .values(
        points.map((point, index) => ({
          ...point,
          dept_task_id: id,
          comp_no: compNo,
          dept_id: deptId,
          result: results[index] ?? null,
          remark: '',
          photos: '[]',
          answered_by: employees.staff01.id,
          answered_at: '2026-03-10T00:00:00.000Z',
          saved_at: '2026-03-10T00:00:00.000Z',
          revision: 1,
          return_remark: returnRemarks?.[index] ?? null,
          submitted_at: submittedAt ?? null,
        })),
      )
      .execute();
    for (const [index, { at, isLate }] of submissions.entries()) {
      const by = index === 0 ? employees.staff01 : employees.staff02;
      const answer = JSON.stringify({ deptTaskId: id, status: 'submitted', isLate, unqualifiedCount: 0 });
      await db.insertInto('operation').values({ id: `${id}-${index}`, comp_no: compNo, employee_id: by.id, kind: 'submitDeptTask', answer, created_at: at }).execute();
    }
    return points.map((point) => point.point_id);
  }

  const callerOf = (account: Account): Caller => ({
    employeeId: employees[account].id,
    account,
    employeeName: employees[account].employeeName,
    compNo: employees[account].dept.compNo,
    deptId: employees[account].dept.id,
    role: employees[account].isAdmin === 1 ? 'admin' : 'user',
    mustChangePassword: false,
    sessionId: '',
    familyId: '',
    address: '',
  });

  /** A server of this release on the database. */
  const serveAt = (now: string, dataDir: string, url: string): Promise<RunningServer> => {
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent' });
    return startServer({ config, clientDirectory: join(dataDir, 'client'), now: () => new Date(now) });
  };

  it('knows of what was returned when it was submitted first, and what the latest return gave back', async () => {
    const { dataDir, url, connectAgain } = await fresh();
    const database = connectAgain();
    const { db, dialect, sqliteFile } = database;
    const later = await migrateToFirst(database);
    await insertFixture({ db } as Parameters<typeof insertFixture>[0]);
    const inTime = { at: '2026-03-30T02:00:00.000Z', isLate: false };
    const returned = '2026-04-05T02:00:00.000Z';
    const results: OldDeptTask['results'] = ['qualified', 'qualified', 'qualified'];
    const pointIds = await insertOld(database, 'in time', { submissions: [inTime], returnedAt: returned, results, returnRemarks: ['要“原件”', null, '看不清\n"重拍"'] });
    // Submitted on the last day without a network, and once more after it came back.
    const afterNight = { at: '2026-04-01T01:00:00.000Z', isLate: false };
    const again = { at: '2026-04-06T02:00:00.000Z', isLate: true };
    await insertOld(database, 'waited', { submissions: [afterNight, again], returnedAt: returned, submittedAt: again.at, results });
    await insertOld(database, 'late', { submissions: [{ at: '2026-04-02T02:00:00.000Z', isLate: true }], returnedAt: returned, results });
    await insertOld(database, 'twice', { submissions: [inTime, { at: '2026-04-03T02:00:00.000Z', isLate: true }], returnedAt: returned, results });
    await insertOld(database, 'unknown', { submissions: [], returnedAt: returned, results });
    await insertOld(database, 'never returned', { submissions: [inTime], submittedAt: inTime.at, results });
    const operation = { comp_no: employees.staff01.dept.compNo, employee_id: employees.staff01.id, created_at: inTime.at };
    await db
      .insertInto('operation')
      .values([
        { ...operation, id: 'without an answer', kind: 'submitDeptTask', answer: '' },
        { ...operation, id: 'of another kind', kind: 'importStaff', answer: 'not JSON' },
      ])
      .execute();

    expect(await migrate(db, dialect, sqliteFile)).toEqual(later);

    const first = await db.selectFrom('dept_task').select(['id', 'first_submitted_at']).execute();
    expect(Object.fromEntries(first.map((row) => [row.id, row.first_submitted_at]))).toEqual({
      'in time': inTime.at,
      waited: endOfLastDay,
      late: '2026-04-02T02:00:00.000Z',
      twice: inTime.at,
      unknown: null,
      'never returned': null,
    });
    const returns = await db.selectFrom('submission_return').selectAll().orderBy('dept_task_id').execute();
    const all = { comp_no: employees.staff01.dept.compNo, returned_at: returned, returned_by: employees.admin01.id, reason: '缺照片' };
    const [{ id: staff01 }, { id: staff02 }] = [employees.staff01, employees.staff02];
    const remarks = [{ pointId: pointIds[0], remark: '要“原件”' }, { pointId: pointIds[2], remark: '看不清\n"重拍"' }];
    expect(returns.map((row) => ({ ...row, remarks: JSON.parse(row.remarks) as unknown }))).toEqual([
      { ...all, id: 'in time', dept_task_id: 'in time', remarks, submitted_at: inTime.at, submitted_by: staff01 },
      { ...all, id: 'late', dept_task_id: 'late', remarks: [], submitted_at: '2026-04-02T02:00:00.000Z', submitted_by: staff01 },
      { ...all, id: 'twice', dept_task_id: 'twice', remarks: [], submitted_at: '2026-04-03T02:00:00.000Z', submitted_by: staff02 },
      { ...all, id: 'waited', dept_task_id: 'waited', remarks: [], submitted_at: endOfLastDay, submitted_by: staff01 },
    ]);

    const server = await serveAt('2026-04-08T02:00:00.000Z', dataDir, url);
    try {
      const resubmit = (deptTaskId: string) =>
        submitDeptTask(server.context, callerOf('staff01'), { id: `again ${deptTaskId}`, deptTaskId, submittedAt: '2026-04-08T02:00:00.000Z', returnedAt: returned, withdrawnAt: null, isUnchangedConfirmed: true });
      expect(await resubmit('in time')).toMatchObject({ status: 'completed', isLate: false });
      expect(await resubmit('late')).toMatchObject({ status: 'completed', isLate: true });
    } finally {
      await server.stop();
    }
  });

  it('keeps the days of a self-correction: one item that is returned gets its own, the others have theirs', async () => {
    const { dataDir, url, connectAgain } = await fresh();
    const database = connectAgain();
    const { db } = database;
    await migrateToFirst(database);
    await insertFixture({ db } as Parameters<typeof insertFixture>[0]);
    const submittedAt = '2026-03-30T02:00:00.000Z';
    const pointIds = await insertOld(database, 'problems', { submissions: [{ at: submittedAt, isLate: false }], submittedAt, results: ['unqualified', 'unqualified', 'unqualified'] });
    const versions = new Map((await db.selectFrom('check_point').select(['id', 'version_id']).execute()).map((row) => [row.id, row.version_id]));
    const correctedAt = '2026-04-02T02:00:00.000Z';
    const { compNo, id: deptId } = employees.staff01.dept;
    await db
      .insertInto('self_correction')
      .values({ id: 'c', comp_no: compNo, dept_task_id: 'problems', task_id: 'problems', dept_id: deptId, due_date: '2026-04-14', item_count: 3, corrected_count: 2, created_at: submittedAt })
      .execute();
    await db
      .insertInto('self_correction_item')
      .values(
        pointIds.map((pointId, index) => ({
          id: `item ${index}`,
          comp_no: compNo,
          self_correction_id: 'c',
          point_id: pointId,
          version_id: versions.get(pointId) ?? '',
          problem: '不符合要求',
          photos_before: '[]',
          measures: index === 2 ? '' : '已更换',
          photos_after: '[]',
          responsible: '',
          revision: index === 2 ? 0 : 1,
          ...(index === 2 ? {} : { corrected_at: correctedAt, corrected_by: employees.staff01.id, saved_by: employees.staff01.id, saved_at: correctedAt }),
        })),
      )
      .execute();
    const listItems = () => db.selectFrom('self_correction_item').select(['id', 'corrected_at', 'due_date']).orderBy('id').execute();

    const server = await serveAt('2026-04-13T02:00:00.000Z', dataDir, url);
    try {
      expect(await listItems()).toEqual([
        { id: 'item 0', corrected_at: correctedAt, due_date: null },
        { id: 'item 1', corrected_at: correctedAt, due_date: null },
        { id: 'item 2', corrected_at: null, due_date: null },
      ]);
      await returnCorrectionItems(server.context, callerOf('admin01'), { id: 'c', items: [{ itemId: 'item 0', reason: '仍未更换' }], dueDate: '2026-04-28' });
      expect(await listItems()).toEqual([
        { id: 'item 0', corrected_at: null, due_date: '2026-04-28' },
        { id: 'item 1', corrected_at: correctedAt, due_date: '2026-04-14' },
        { id: 'item 2', corrected_at: null, due_date: '2026-04-14' },
      ]);
      const whole = await db.selectFrom('self_correction').select(['due_date', 'item_count', 'corrected_count']).executeTakeFirstOrThrow();
      expect(whole).toEqual({ due_date: '2026-04-14', item_count: 3, corrected_count: 1 });
    } finally {
      await server.stop();
    }
  });
});

describe('a violated key', () => {
  it('is recognised for what it is', async () => {
    const { connectAgain } = await fresh();
    const { db, dialect } = connectAgain();
    await migrate(db, dialect);
    const errorOf = (work: Promise<unknown>) => work.then(() => undefined, (error: unknown) => error);
    const foreign = await errorOf(db.insertInto('dept').values(dept).execute());
    await db.insertInto('company').values(company).execute();
    await db.insertInto('dept').values(dept).execute();
    const primary = await errorOf(db.insertInto('company').values(company).execute());
    const unique = await errorOf(db.insertInto('dept').values({ ...dept, id: 'd2' }).execute());
    const needed = await errorOf(db.deleteFrom('company').execute());
    expect([foreign, primary, unique, needed].map(isForeignKeyViolation)).toEqual([true, false, false, true]);
    expect([foreign, primary, unique, needed].map(isUniqueViolation)).toEqual([false, true, true, false]);
  });
});

describe('a search for a part of a text', () => {
  it('looks for every word, makes no difference between small and capital letters, and takes no character of a person for a wildcard', async () => {
    const { connectAgain } = await fresh();
    const { db, dialect } = connectAgain();
    await migrate(db, dialect);
    await db.insertInto('company').values(company).execute();
    const finds = async (text: string, part: string) => {
      await db.deleteFrom('dept').execute();
      await db.insertInto('dept').values({ ...dept, dept_name: text }).execute();
      return (await db.selectFrom('dept').select('id').where(contains('dept_name', part)).execute()).length === 1;
    };
    expect(await finds('内科', '科')).toBe(true);
    expect(await finds('内科 b区', '科 B')).toBe(true);
    expect(await finds('内科 b区', ' B\u3000 内科 ')).toBe(true);
    expect(await finds('内科 b区', '内科 c')).toBe(false);
    // Capitals that SQLite's lower() does not know.
    for (const text of ['Ⅰ类切口', '使用ＣＴ检查', 'Ω波', 'Ⅳ级手术B']) expect(await finds(text, text), text).toBe(true);
    expect(await finds('ICU１区', 'ＩＣＵ')).toBe(true);
    expect(await finds('ICU１区', 'ｉｃｕ１')).toBe(false);
    expect(await finds('100%_a\\b', '%_A\\')).toBe(true);
    expect(await finds('100', '%')).toBe(false);
    expect(await finds('ab', 'a_')).toBe(false);
    expect(await finds('ab', '\\')).toBe(false);
  });
});

describe.runIf(testDialect === 'sqlite')('the SQLite file', () => {
  it('is durable at each open, also when it exists already', async () => {
    const { connectAgain, dataDir } = await fresh();
    for (let round = 0; round < 2; round += 1) {
      const database = connectAgain();
      await migrate(database.db, database.dialect, database.sqliteFile);
      const pragma = async (name: string) => Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database.db)).rows[0] ?? {})[0];
      expect([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
      await database.close();
      open.splice(0);
    }
    expect(await readdir(dataDir)).toContain('zyzc.db');
  });

  it('is copied before a newer release changes it, with what is still in the write-ahead log', async () => {
    const { connectAgain, dataDir } = await fresh();
    const { db, dialect, sqliteFile } = connectAgain();
    const older = { '0001-older': { up: (old: Kysely<unknown>) => old.schema.createTable('kept').addColumn('name', 'text').execute() } };
    const newer = { ...older, '0002-newer': { up: (old: Kysely<unknown>) => old.schema.dropTable('kept').execute() } };
    await migrate(db, dialect, sqliteFile, older);
    expect((await readdir(dataDir)).filter((name) => name.includes('.before-'))).toEqual([]);
    await sql`insert into kept (name) values ('row')`.execute(db);
    await migrate(db, dialect, sqliteFile, newer);
    const copy = new SqliteDatabase(join(dataDir, 'zyzc.db.before-0002-newer'), { readonly: true });
    expect(copy.prepare('select name from kept').all()).toEqual([{ name: 'row' }]);
    copy.close();
  });

  it('is left as it was when a migration fails', async () => {
    const { connectAgain } = await fresh();
    const { db, dialect, sqliteFile } = connectAgain();
    const failing = {
      '0001-fails': {
        up: async (old: Kysely<unknown>) => {
          await old.schema.createTable('half').addColumn('name', 'text').execute();
          throw new Error('on purpose');
        },
      },
    };
    await expect(migrate(db, dialect, sqliteFile, failing)).rejects.toThrow('on purpose');
    await expect(sql`select * from half`.execute(db)).rejects.toThrow('no such table');
  });
});
