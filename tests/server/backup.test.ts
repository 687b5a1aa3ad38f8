import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiPaths, fillPath } from '#contract/api-paths.ts';
import { PIECE_BYTES } from '#contract/limits.ts';
import { createBackup } from '../../server/backup/create-backup.ts';
import { createDailyBackup } from '../../server/backup/daily-backup.ts';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { readConfig } from '../../server/config.ts';
import { connect } from '../../server/database/connect.ts';
import { fillPostgres, writePortableCopy } from '../../server/database/portable-copy.ts';
import { SECRETS, sharedSecret } from '../../server/database/shared-secret.ts';
import { storeFor } from '../../server/files/store-for.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { readRows } from './support/database-rows.ts';
import { createTestDatabase, testDialect } from './support/database.ts';
import { hashOf, makePdf, sendPiece } from './support/declaration-fixture.ts';
import { depts, employees } from './support/fixture.ts';
import { makePhoto, uploaded } from './support/photos.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { expectSuccess, issueToInternal, newEntry, save, somePointIds } from './support/task-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let filledIn: Awaited<ReturnType<typeof fillIn>>;
/** Of what was filled in; not to be changed. */
let folderMadeBefore: string;
let madeBefore: string;
let directory: string;
const undo: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startTestServer();
  filledIn = await fillIn();
  madeBefore = await mkdtemp(join(tmpdir(), 'zyzc-backup-'));
  ({ folder: folderMadeBefore } = await backUp({ directory: madeBefore }));
});
afterAll(async () => {
  await server.stop();
  await rm(madeBefore, { recursive: true, force: true });
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zyzc-backup-'));
  undo.push(() => rm(directory, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** As the command makes it: with a connection of its own. */
async function backUp(options: { directory?: string; keep?: number; now?: Date } = {}) {
  const database = connect({ databaseUrl: server.databaseUrl, dataDir: server.dataDir });
  try {
    return await createBackup({ database, files: server.context.files }, { directory, now: server.clock.now(), ...options });
  } finally {
    await database.close();
  }
}

/** An empty place to restore into. */
async function freshTarget(dialect: 'sqlite' | 'postgres' = testDialect) {
  const dataDir = await mkdtemp(join(tmpdir(), 'zyzc-restored-'));
  const database = dialect === 'sqlite' ? { url: '', drop: () => Promise.resolve() } : await createTestDatabase();
  undo.push(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
}
type Target = Awaited<ReturnType<typeof freshTarget>>;

const restore = (folder: string, target: Target, force = false) =>
  restoreBackup(folder, target, { files: storeFor(target), force, now: new Date('2026-06-16T00:00:00.000Z') });

async function withServer<Result>(config: Target, work: (running: RunningServer) => Promise<Result>): Promise<Result> {
  const running = await startServer({ config, clientDirectory: join(config.dataDir, 'client'), now: server.clock.now });
  try {
    return await work(running);
  } finally {
    await running.stop();
  }
}

const pathOf = ({ sha256 }: { sha256: string }) => `110001/${sha256.slice(0, 2)}/${sha256}`;

const auditOf = ({ context }: Pick<RunningServer, 'context'>) => context.db.selectFrom('audit_record').selectAll().orderBy('id').execute();

async function fillIn() {
  const photo = await makePhoto(1);
  await uploaded(server, photo);
  const pointIds = await somePointIds(server, 5);
  const { deptTaskId } = await issueToInternal(server, { pointIds });
  const [first = '', ...others] = pointIds;
  await save(server, deptTaskId, [
    newEntry(server, first, { result: 'unqualified', remark: '灭火器过期 🧯', photos: [photo.sha256] }),
    ...others.map((pointId) => newEntry(server, pointId)),
  ]);
  return { photo, deptTaskId, pointIds };
}

describe('a backup', () => {
  it.each(testDialect === 'sqlite' ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const))('brings everything back, into %s', async (dialect) => {
    const { photo } = filledIn;
    const token = await server.signIn('staff01');
    const { folder, manifest } = await backUp();
    expect(manifest).toMatchObject({ source: testDialect, files: { count: 1, bytes: photo.data.byteLength }, missingFiles: [], damagedFiles: [] });
    expect(manifest.tables).toMatchObject({ company: 2, employee: 6, answer: 5, answer_history: 5 });

    const target = await freshTarget(dialect);
    expect((await restore(folder, target)).keptAside).toBeUndefined();
    await withServer(target, async (restored) => {
      expect(await readRows(restored.context)).toBe(await readRows(server.context));
      expect(await auditOf(restored)).toEqual(await auditOf(server));
      const wordings = (of: Pick<RunningServer, 'context'>) => of.context.db.selectFrom('check_point_version').selectAll().orderBy('id').execute();
      expect(await wordings(restored)).toEqual(await wordings(server));
      const signedIn = await restored.app.inject({ method: 'POST', url: '/api/auth/login', payload: { userNo: 'staff01', password: 'Staff2026', loginType: 9 } });
      const accesstoken = signedIn.json<{ message: { accessToken: string } }>().message.accessToken;
      const read = await restored.app.inject({ url: `/api/qyzc/company/file/${photo.sha256}`, headers: { accesstoken } });
      expect(Buffer.from(photo.data).equals(read.rawPayload)).toBe(true);
      // One that was signed out since the backup must not hold again.
      const session = await restored.app.inject({ url: '/api/admin/userInfo', headers: { accesstoken: token } });
      expect(session.json()).toMatchObject({ code: 4001 });
    });
  });

  it('is consistent while people write', async () => {
    const { deptTaskId, pointIds } = filledIn;
    const backup = command('backup', [directory]);
    let saves = 0;
    while (backup.isRunning()) {
      const entries = pointIds.map((pointId) => newEntry(server, pointId, { result: saves % 2 === 0 ? 'notApplicable' : 'qualified', baseRevision: saves + 1 }));
      const { outcomes } = await save(server, deptTaskId, entries);
      expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['saved']));
      saves += 1;
    }
    expect(await backup.ended, backup.output()).toBe(0);
    expect(saves).toBeGreaterThan(0);
    const [name = ''] = await readdir(directory);
    const copy = new SqliteDatabase(join(directory, name, 'zyzc.db'), { readonly: true });
    const revisions = copy.prepare('select distinct revision from answer where dept_task_id = ?').pluck().all(deptTaskId) as number[];
    const values = copy.prepare('select count(*) from answer_history where dept_task_id = ?').pluck().get(deptTaskId);
    const audits = copy.prepare("select count(*) from audit_record where action = 'answer.save'").pluck().get();
    copy.close();
    // A save is five answers, five rows of history and one of audit: all of it is there, or none.
    expect(revisions).toHaveLength(1);
    expect([values, audits]).toEqual([5 * (revisions[0] ?? 0), revisions[0]]);

  });

  it('names files that are missing or damaged, and copies a healed one again', async () => {
    const lost = await makePhoto(2);
    const rotten = await makePhoto(3);
    for (const photo of [lost, rotten]) await uploaded(server, photo);
    await rm(join(server.dataDir, 'files', pathOf(lost)));
    await writeFile(join(server.dataDir, 'files', pathOf(rotten)), 'rotten');
    const { manifest } = await backUp();
    expect([manifest.missingFiles, manifest.damagedFiles]).toEqual([[pathOf(lost)], [pathOf(rotten)]]);
    for (const photo of [lost, rotten]) await writeFile(join(server.dataDir, 'files', pathOf(photo)), photo.data);
    const healed = await backUp({ now: new Date(server.clock.now().getTime() + DAY_MS) });
    expect([healed.manifest.missingFiles, healed.manifest.damagedFiles]).toEqual([[], []]);
  });

  it('takes space only for what is new, and leaves as many as asked for', async () => {
    const { photo } = filledIn;
    const names: string[] = [];
    const removed: string[] = [];
    const inodes = new Set<number>();
    for (let day = 0; day < 4; day += 1) {
      const created = await backUp({ keep: 2, now: new Date(Date.UTC(2026, 5, 15 + day)) });
      names.push(created.folder.slice(directory.length + 1));
      removed.push(...created.removed);
      inodes.add((await stat(join(created.folder, 'files/110001', photo.sha256.slice(0, 2), photo.sha256))).ino);
    }
    expect(names).toEqual(['zyzc-20260615-080000', 'zyzc-20260616-080000', 'zyzc-20260617-080000', 'zyzc-20260618-080000']);
    expect(removed).toEqual(names.slice(0, 2));
    expect((await readdir(directory)).toSorted()).toEqual(names.slice(2));
    expect(inodes.size).toBe(1);
  });

  it('finds within thirteen days what a disk has spoiled in all of them, names it and copies it afresh', async () => {
    const { photo } = filledIn;
    const copyIn = (folder: string) => join(folder, 'files', pathOf(photo));
    const start = server.clock.now().getTime();
    const { folder: first } = await backUp();
    const { folder: second } = await backUp({ now: new Date(start + DAY_MS) });
    expect((await stat(copyIn(second))).ino).toBe((await stat(copyIn(first))).ino);
    const bytes = await readFile(copyIn(first));
    bytes[100]! ^= 1;
    await writeFile(copyIn(first), bytes);
    const named: string[] = [];
    let last = '';
    for (let day = 2; day < 15; day += 1) {
      const { folder, manifest } = await backUp({ now: new Date(start + day * DAY_MS) });
      named.push(...manifest.damagedBefore);
      last = folder;
    }
    expect(named).toEqual([pathOf(photo)]);
    expect((await readFile(copyIn(last))).equals(photo.data)).toBe(true);
  });

  it('is for the operator alone', async () => {
    const paths = ['.', ...(await readdir(folderMadeBefore, { recursive: true }))];
    expect(paths).toContain(join('files', pathOf(filledIn.photo)));
    for (const path of paths) {
      const found = await stat(join(folderMadeBefore, path));
      expect((found.mode & 0o777).toString(8), path).toBe(found.isDirectory() ? '700' : '600');
    }
  });

  it('and what it is made of are for the server alone, whatever an earlier release left', async () => {
    const target = await freshTarget();
    await restore(folderMadeBefore, target);
    await chmod(target.dataDir, 0o755);
    if (testDialect === 'sqlite') await chmod(join(target.dataDir, 'zyzc.db'), 0o644);
    await withServer(target, async ({ context }) => {
      await context.db.updateTable('company').set({ comp_name: '改名' }).execute();
      const names = await readdir(target.dataDir);
      expect(names.includes('zyzc.db-wal')).toBe(testDialect === 'sqlite');
      for (const path of ['.', ...names]) {
        const found = await stat(join(target.dataDir, path));
        expect((found.mode & 0o777).toString(8), path).toBe(found.isDirectory() ? '700' : '600');
      }
    });
  });

  it('that was cut off is no backup, and is cleared away after a day', async () => {
    const left = '.zyzc-20260614-080000-x.partial';
    await mkdir(join(directory, left));
    await mkdir(join(directory, 'zyzc-20260614-090000'));
    await backUp();
    expect(await readdir(directory)).toContain(left);
    const { removed } = await backUp({ keep: 1, now: new Date(Date.now() + 2 * DAY_MS) });
    expect(removed).toEqual(['zyzc-20260615-100000']);
    expect(await readdir(directory)).not.toContain(left);
  });
});

describe('restoring', () => {
  it('refuses a place with data or with a running server, and with --force keeps the database that was there', async () => {
    const target = await freshTarget();
    await restore(folderMadeBefore, target);
    await withServer(target, async ({ context }) => {
      await context.db.updateTable('company').set({ comp_name: '改名' }).execute();
      await expect(restore(folderMadeBefore, target, true)).rejects.toThrow('正在被服务使用');
      expect(await context.db.selectFrom('company').select('comp_name').distinct().execute()).toEqual([{ comp_name: '改名' }]);
    });
    await expect(restore(folderMadeBefore, target)).rejects.toThrow('目标中已有数据');
    const { keptAside } = await restore(folderMadeBefore, target, true);
    const kept = new SqliteDatabase(join(keptAside ?? '', 'zyzc.db'), { readonly: true });
    expect(kept.prepare('select distinct comp_name from company').pluck().all()).toEqual(['改名']);
    kept.close();
    const names = await withServer(target, ({ context }) => context.db.selectFrom('company').select('comp_name').orderBy('comp_no').execute());
    expect(names.map((company) => company.comp_name)).toEqual(['示例市第一医院', '示例县中医院']);
  });

  it('brings back all but the files that are damaged or missing in the backup, and names these', async () => {
    const lost = await makePhoto(4);
    const rotten = await makePhoto(5);
    for (const photo of [lost, rotten]) await uploaded(server, photo);
    await server.context.db.updateTable('file').set({ unused_since: null }).execute();
    const { folder } = await backUp();
    await rm(join(folder, 'files', pathOf(lost)));
    await appendFile(join(folder, 'files', pathOf(rotten)), 'x');
    const target = await freshTarget();
    const restored = command('restore', [folder], { DATA_DIR: target.dataDir, DATABASE_URL: target.databaseUrl });
    expect(await restored.ended, restored.output()).toBe(0);
    for (const photo of [lost, rotten]) expect(restored.output()).toContain(`警告：备份中的文件已损坏或不存在，未能恢复：${pathOf(photo)}`);
    expect(restored.output()).not.toContain(pathOf(filledIn.photo));
    await withServer(target, async ({ context }) => {
      expect(await readRows(context)).toBe(await readRows(server.context));
      // What is not there can be sent again.
      expect(await Promise.all([filledIn.photo, lost, rotten].map((photo) => context.files.has(pathOf(photo))))).toEqual([true, false, false]);
    });
  });

  it('asks again for a file that nothing refers to yet: it may have been removed while the backup was made', async () => {
    const photo = await makePhoto(6);
    await uploaded(server, photo);
    const { folder } = await backUp();
    await rm(join(folder, 'files', pathOf(photo)));
    const target = await freshTarget();
    await restore(folder, target);
    await withServer(target, async ({ app }) => {
      const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { userNo: 'staff01', password: 'Staff2026', loginType: 9 } });
      const headers = { accesstoken: signedIn.json<{ message: { accessToken: string } }>().message.accessToken };
      const [, pointId = ''] = filledIn.pointIds;
      const payload = { deptTaskId: filledIn.deptTaskId, entries: [newEntry(server, pointId, { photos: [photo.sha256], baseRevision: 1_000_000 })] };
      const save = () => app.inject({ method: apiPaths.saveAnswers.method, url: apiPaths.saveAnswers.path, headers, payload });
      expect((await save()).json()).toMatchObject({ message: { outcomes: [{ outcome: 'photosMissing', missingPhotos: [photo.sha256] }] } });
      const url = fillPath(apiPaths.uploadFile.path, { sha256: photo.sha256 });
      await app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': photo.type }, payload: Buffer.from(photo.data) });
      expect((await save()).json()).toMatchObject({ message: { outcomes: [{ outcome: 'saved' }] } });
    });
  });

  it('puts right what the store has that is damaged', async () => {
    const target = await freshTarget();
    await restore(folderMadeBefore, target);
    const path = join(target.dataDir, 'files', pathOf(filledIn.photo));
    await writeFile(path, 'rotten');
    expect((await restore(folderMadeBefore, target, true)).lostFiles).toEqual([]);
    expect((await readFile(path)).equals(filledIn.photo.data)).toBe(true);
  });

  it.each([
    ['a changed database', async (folder: string) => appendFile(join(folder, 'zyzc.db'), 'x'), 'zyzc.db 的内容有变'],
    ['a lost database', async (folder: string) => rm(join(folder, 'zyzc.db')), 'zyzc.db 不存在'],
    ['a changed list', async (folder: string) => appendFile(join(folder, 'SHA256SUMS'), 'x'), '与清单不符'],
    ['no manifest', async (folder: string) => rm(join(folder, 'manifest.json')), '找不到 manifest.json'],
    ['a strange manifest', async (folder: string) => writeFile(join(folder, 'manifest.json'), '{"product":"other"}'), '不是本系统的备份'],
    [
      'a newer release',
      async (folder: string) => {
        const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { migrations: string[] };
        await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-later'] }));
      },
      '由更新的版本生成（9999-later）',
    ],
    [
      'files that belong elsewhere',
      async (folder: string) => {
        const bytes = 'hostile';
        const hash = createHash('sha256').update(bytes).digest('hex');
        await writeFile(join(folder, '..', `outside-${hash}`), bytes);
        await appendFile(join(folder, 'SHA256SUMS'), `${hash}  files/../../outside-${hash}\n`);
        await describeAnew(folder, {});
      },
      '文件库以外的路径',
    ],
  ])('refuses a backup with %s', async (_what, spoil, message) => {
    const folder = join(directory, 'zyzc-20260615-100000');
    await cp(folderMadeBefore, folder, { recursive: true });
    await spoil(folder);
    // Refused before the target is looked at.
    const target = await freshTarget('sqlite');
    await expect(restore(folder, target)).rejects.toThrow(message);
    expect(await readdir(target.dataDir)).toEqual([]);
  });
});

describe('files on their way', () => {
  const file = makePdf('unfinished', PIECE_BYTES + 1000);
  const sha256 = hashOf(file);

  /** What a phone does that knows of pieces which the server had before. */
  const sendRest = async ({ app }: RunningServer): Promise<void> => {
    const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { userNo: 'staff01', password: 'Staff2026', loginType: 9 } });
    const headers = { accesstoken: signedIn.json<{ message: { accessToken: string } }>().message.accessToken };
    const url = fillPath(apiPaths.readUploadState.path, { sha256 });
    const asked = await app.inject({ url, query: { size: String(file.length) }, headers });
    expect(asked.json()).toMatchObject({ code: 1000, message: { received: [], isStored: false } });
    for (const index of [0, 1]) {
      const sent = await app.inject({
        method: apiPaths.uploadPiece.method,
        url: fillPath(apiPaths.uploadPiece.path, { sha256 }),
        query: { size: String(file.length), index: String(index) },
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        payload: Buffer.from(file.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES)),
      });
      expect(sent.json()).toMatchObject({ code: 1000, message: { isStored: index === 1 } });
    }
  };

  it('are in no backup: their phones send the pieces again', async () => {
    expectSuccess(await sendPiece(server, file, 0));
    undo.push(async () => void (await server.context.db.deleteFrom('upload_piece').execute()));
    const { folder, manifest } = await backUp();
    expect(manifest.tables).toMatchObject({ upload_piece: 0, answer: 5 });
    const target = await freshTarget();
    await restore(folder, target);
    await withServer(target, sendRest);
  });

  it('are left behind in the backup of a release that kept them', async () => {
    const folder = join(directory, 'zyzc-20260615-100000');
    await cp(folderMadeBefore, folder, { recursive: true });
    const database = new SqliteDatabase(join(folder, 'zyzc.db'));
    database
      .prepare('insert into upload_piece (employee_id, sha256, seq, content, received_at) values (?, ?, 0, ?, ?)')
      .run(employees.staff01.id, sha256, file.subarray(0, PIECE_BYTES), server.clock.now().toISOString());
    database.close();
    await describeAnew(folder, { upload_piece: 1 });
    const target = await freshTarget();
    await restore(folder, target);
    await withServer(target, sendRest);
  });
});

describe('keys and sessions', () => {
  const linkOf = async () => {
    const { taskId } = await server.context.db.selectFrom('dept_task').select('task_id as taskId').where('id', '=', filledIn.deptTaskId).executeTakeFirstOrThrow();
    return expectSuccess(await server.call('createExportLink', { body: { taskId } }, { as: 'admin01' })).url;
  };

  it('are in no backup, not even where SQLite keeps what was deleted', async () => {
    await linkOf();
    await server.call('login', { body: { userNo: 'nobody', password: 'Wrong2026', loginType: 9 } });
    const secrets = await Promise.all(SECRETS.map((name) => sharedSecret(server.context.db, name)));
    const sessions = await server.context.db.selectFrom('session').select(['access_hash', 'refresh_hash']).execute();
    const attempts = await server.context.db.selectFrom('sign_in_attempt').select('subject').execute();
    expect([sessions.length, attempts.length].every((count) => count > 0)).toBe(true);
    const { folder, manifest } = await backUp();
    expect(manifest.tables).toMatchObject({ session: 0, sign_in_attempt: 0, employee: 6 });
    const bytes = await readFile(join(folder, 'zyzc.db'));
    const written = [...secrets.map((secret) => secret.toString('base64url')), ...sessions.flatMap((row) => [row.access_hash, row.refresh_hash]), ...attempts.map((row) => row.subject)];
    expect(written.filter((text) => bytes.includes(text))).toEqual([]);
  });

  it('are made anew by a restore, also of the backup of a release that kept them', async () => {
    const url = await linkOf();
    const key = await sharedSecret(server.context.db, 'exportKey');
    const folder = join(directory, 'zyzc-20260615-100000');
    await cp(folderMadeBefore, folder, { recursive: true });
    const database = new SqliteDatabase(join(folder, 'zyzc.db'));
    database.prepare("insert or replace into setting (name, value) values ('exportKey', ?)").run(key.toString('base64url'));
    const count = database.prepare('select count(*) from setting').pluck().get() as number;
    database.close();
    await describeAnew(folder, { setting: count });
    const target = await freshTarget();
    await restore(folder, target);
    await withServer(target, async ({ app, context }) => {
      expect((await sharedSecret(context.db, 'exportKey')).equals(key)).toBe(false);
      expect((await app.inject({ url })).statusCode).toBe(403);
    });
    expect((await server.inject({ method: 'GET', url })).status).toBe(200);
  });
});

describe.runIf(testDialect === 'postgres')('rows of any size', () => {
  const at = '2026-06-01T00:00:00.000Z';
  /** As the server connects, telling the text of its statements. */
  const listening = (url: string) => {
    const statements: string[] = [];
    const database = connect({ databaseUrl: url, dataDir: directory }, ({ sql }) => statements.push(sql));
    undo.push(database.close);
    return { database, having: (part: string) => statements.filter((sql) => sql.includes(part)) };
  };

  it('are read some megabytes at once', async () => {
    const body = '责'.repeat(20_000);
    const declaration = {
      comp_no: '110001',
      dept_id: depts.internal.id,
      self_declared_type: 6,
      is_institutional: 0,
      title: '承诺书',
      year: 2026,
      body,
      training_hours: '',
      website: '',
      status: 'draft',
      revision: 1,
      created_by: employees.staff01.id,
      created_at: at,
      updated_by: employees.staff01.id,
      updated_at: at,
    } as const;
    await server.context.db.insertInto('declaration').values(Array.from({ length: 500 }, () => ({ ...declaration, id: randomUUID() }))).execute();
    undo.push(async () => void (await server.context.db.deleteFrom('declaration').execute()));
    const { database, having } = listening(server.databaseUrl);
    await writePortableCopy(database, directory);
    const limits = having('from "declaration"').map((statement) => Number(/limit (\d+)$/.exec(statement)?.[1]));
    // 60 KB each.
    expect(Math.max(...limits)).toBeLessThan(140);
    const copy = new SqliteDatabase(join(directory, 'zyzc.db'), { readonly: true });
    undo.push(async () => void copy.close());
    expect(copy.prepare('select count(*), min(body), max(body) from declaration').raw().get()).toEqual([500, body, body]);
  });

  it('are written some megabytes at once: PostgreSQL takes no 256 MB as one value', async () => {
    await cp(folderMadeBefore, directory, { recursive: true });
    const source = new SqliteDatabase(join(directory, 'zyzc.db'));
    const content = Buffer.alloc(PIECE_BYTES, 'piece');
    const insert = source.prepare('insert into upload_piece (employee_id, sha256, seq, content, received_at) values (?, ?, ?, ?, ?)');
    for (let seq = 0; seq < 20; seq += 1) insert.run(employees.staff01.id, '0'.repeat(64), seq, content, at);
    source.close();
    const { url, drop } = await createTestDatabase();
    undo.push(drop);
    const { database, having } = listening(url);
    await fillPostgres(database.db, directory);
    // 10 MB, which are 20 in the hexadecimal digits that they are sent in.
    expect(having('insert into "upload_piece"').length).toBeGreaterThan(2);
    const pieces = await database.db.selectFrom('upload_piece').select('content').execute();
    expect(pieces).toHaveLength(20);
    expect(pieces.every((piece) => content.equals(piece.content))).toBe(true);
  });
});

describe('the commands', () => {
  it('work as an operator types them', async () => {
    const backup = command('backup', [directory, '--keep', '3']);
    expect(await backup.ended, backup.output()).toBe(0);
    expect(backup.output()).toMatch(/已备份到 .*\n数据 \d+ 行，文件 \d+ 个（1 MB），已核对数据库、新文件和 1\/13 的旧文件/);
    const [name = ''] = await readdir(directory);
    const target = await freshTarget();
    const restored = command('restore', [join(directory, name)], { DATA_DIR: target.dataDir, DATABASE_URL: target.databaseUrl });
    expect(await restored.ended, restored.output()).toBe(0);
    expect(restored.output()).toContain('所有人需要重新登录');
    const answers = await withServer(target, ({ context }) => context.db.selectFrom('answer').selectAll().execute());
    expect(answers).toHaveLength(5);
  });

  it.runIf(testDialect === 'sqlite').each([
    ['backup', [], '用法'],
    ['backup', ['/tmp', '--keep', '0'], '--keep 必须为'],
    ['restore', [], '用法'],
    ['restore', ['/nowhere'], '不是完整的备份'],
  ])('%s %j says what is wrong', async (name, args, message) => {
    const ran = command(name, args);
    expect(await ran.ended).toBe(1);
    expect(ran.output()).toContain(message);
    expect(ran.output()).not.toContain('    at ');
  });

  it.runIf(testDialect === 'sqlite')('make no database where there is none', async () => {
    const { dataDir } = await freshTarget('sqlite');
    const ran = command('backup', [directory], { DATA_DIR: dataDir });
    expect(await ran.ended).toBe(1);
    expect(ran.output()).toContain('没有可备份的数据');
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('the daily backup', () => {
  const dailyBackup = (to = directory) =>
    createDailyBackup(server.context, { directory: to, keep: 5, at: '03:00' }, { dataDir: server.dataDir, databaseUrl: server.databaseUrl }, server.app.log);
  const backups = async () => (await readdir(directory)).filter((name) => name.startsWith('zyzc-'));
  const goOn = () => false;

  it('is made once a day after its time, by one of several processes', async () => {
    server.clock.set('2026-07-01T18:59:00.000Z');
    await dailyBackup()(goOn);
    expect(await backups()).toEqual([]);
    server.clock.set('2026-07-01T19:00:00.000Z');
    await Promise.all([dailyBackup()(goOn), dailyBackup()(goOn)]);
    await dailyBackup()(goOn);
    expect(await backups()).toHaveLength(1);
    expect(server.logs.join('')).toContain('backup made');
  });

  it('that fails is reported, and tried again after a while', async () => {
    server.clock.set('2026-07-02T19:00:00.000Z');
    const path = join(directory, 'file');
    await writeFile(path, '');
    const backUpToFile = dailyBackup(path);
    await expect(backUpToFile(goOn)).rejects.toThrow('EEXIST');
    await backUpToFile(goOn);
    await rm(path);
    server.clock.advance(31 * 60_000);
    await backUpToFile(goOn);
    expect(await readdir(path)).toHaveLength(1);
  });
});

/** Makes sums and manifest fit a database that was changed. */
async function describeAnew(folder: string, tables: Record<string, number>): Promise<void> {
  const hash = async (name: string) => createHash('sha256').update(await readFile(join(folder, name))).digest('hex');
  const database = await hash('zyzc.db');
  const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  await writeFile(join(folder, 'SHA256SUMS'), sums.replace(/^\w+(?= {2}zyzc\.db$)/m, database));
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { tables: Record<string, number> };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, sums: await hash('SHA256SUMS'), tables: { ...manifest.tables, ...tables } }));
}

/** An operator's command in a process of its own, on the test's server unless told otherwise. */
function command(name: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`server/commands/${name}.ts`, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code);
  return { ended, output: () => output, isRunning: () => child.exitCode === null && child.signalCode === null };
}
