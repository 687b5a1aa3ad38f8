import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../server/database/connect.ts';
import { contains, isForeignKeyViolation, isUniqueViolation } from '../../server/database/dialect.ts';
import { migrate, migrationsFor } from '../../server/database/migrate.ts';
import { createTestDatabase, testDialect } from './support/database.ts';

const open: Database[] = [];
let remove: () => Promise<void>;
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
  await remove();
});

const fresh = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'zyzc-database-'));
  const { url, drop } = await createTestDatabase();
  remove = async () => {
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const connectAgain = () => {
    const database = connect({ databaseUrl: url, dataDir });
    open.push(database);
    return database;
  };
  return { dataDir, connectAgain };
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
});

describe('a database of the first release', () => {
  it('is brought to this one with all that it holds', async () => {
    const { connectAgain } = await fresh();
    const database = connectAgain();
    const all = migrationsFor(database.dialect);
    const [first = '', ...later] = Object.keys(all);
    expect(await migrate(database.db, database.dialect, database.sqliteFile, { [first]: all[first]! })).toEqual([first]);
    await database.db.insertInto('company').values(company).execute();
    await database.db.insertInto('dept').values(dept).execute();
    expect(await migrate(database.db, database.dialect, database.sqliteFile)).toEqual(later);
    expect(await database.db.selectFrom('dept').selectAll().execute()).toEqual([dept]);
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
