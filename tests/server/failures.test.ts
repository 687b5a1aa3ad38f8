/** What a server does when something that it stands on breaks: a real process each time, and what breaks is real too. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths, type CallName, fillPath } from '#contract/api-paths.ts';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { readConfig } from '../../server/config.ts';
import { connect } from '../../server/database/connect.ts';
import { startServer } from '../../server/start-server.ts';
import { call, requestOf, signIn } from '../support/calls.ts';
import { createCluster } from '../support/postgres-cluster.ts';
import { serverProcess } from '../support/server-process.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { createTestDatabase, testDialect } from './support/database.ts';
import { depts, insertFixture, passwordOf } from './support/fixture.ts';
import { makePhoto, type Photo } from './support/photos.ts';

const DATABASE_GONE = { status: 503, code: 5003, message: '数据库暂时不可用，请稍后重试' };
const FILES_GONE = { status: 503, code: 5003, message: '文件存储暂时不可用，请稍后重试' };
const DISK_FULL = { status: 503, code: 5003, message: '服务器存储空间不足，内容未保存，请联系管理员' };
const HEALTHY = { status: 200, body: { service: 'zyzc', status: 'ok' } };
const failed = (...parts: string[]) => ({ status: 503, body: { service: 'zyzc', status: 'failed', failed: parts } });
/** The client gives up after thirty seconds. */
const CLIENT_PATIENCE_MS = 30_000;
/** A new database of PostgreSQL alone takes eight. */
const SMALL_DISK = (testDialect === 'sqlite' ? 24 : 64) * 1024 * 1024;

const undo: (() => Promise<unknown>)[] = [];
const disk = await mountSmallDisk(SMALL_DISK);
if (disk === undefined) console.warn('the full disk was NOT tried: nobody may mount one here (root may).');
else undo.push(disk.remove);
let site: Site;
// One for all: whatever happened to it, it goes on.
beforeAll(async () => {
  site = await openSite(disk);
});
afterAll(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

interface Answer {
  status: number;
  code: number;
  message: unknown;
}

/** @returns the address of one that goes with the test */
async function createDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  undo.push(drop);
  return url;
}

/**
 * PostgreSQL with its tables on the disk, and in a cluster of its own: whoever shares buffers with a full disk is refused too.
 * @returns its address; undefined where PostgreSQL is not installed
 */
async function createPostgresOn(place: SmallDisk): Promise<string | undefined> {
  const cluster = await createCluster();
  if (cluster === undefined) {
    console.warn('the full disk of PostgreSQL was NOT tried: initdb and postgres are not installed.');
    return undefined;
  }
  undo.push(cluster.remove);
  await cluster.start();
  return cluster.createDatabaseIn(place.path);
}

/** A server process with the fixture's companies and a task of forty points for 内科; before PostgreSQL stands a proxy. */
async function openSite(place: SmallDisk | undefined) {
  // The data directory is the server's alone: PostgreSQL's tables, which are another user's, lie beside it.
  if (place !== undefined) await chmod(place.path, 0o755);
  const dataDir = place === undefined ? await mkdtemp(join(tmpdir(), 'zyzc-failures-')) : join(place.path, 'data');
  if (place === undefined) undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const urlOnDisk = testDialect === 'postgres' && place !== undefined ? await createPostgresOn(place) : undefined;
  const hasDatabaseOnDisk = testDialect === 'sqlite' || urlOnDisk !== undefined;
  const databaseUrl = urlOnDisk ?? (await createDatabase());
  const first = await startServer({ config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }), clientDirectory: join(dataDir, 'none') });
  await insertFixture(first.context);
  await first.stop();

  const address = databaseUrl === '' ? undefined : new URL(databaseUrl);
  const line = address === undefined ? undefined : await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
  if (line !== undefined) undo.push(line.close);
  const proxied = address === undefined ? '' : Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(line?.port) }).href;
  const server = await serverProcess({ dataDir, env: { NODE_ENV: 'production', DATABASE_URL: proxied, LOG_LEVEL: 'error' } });
  undo.push(server.stop);
  await server.start();

  const pid = server.pid();
  const admin = await signIn(server.url, { userNo: 'admin01', password: passwordOf('admin01') });
  const token = await signIn(server.url, { userNo: 'staff01', password: passwordOf('staff01') });
  const { records } = await call(server.url, 'queryPointPage', { query: { pageNum: 1, pageSize: 40 } }, admin);
  const pointIds = records.map(({ id }) => id);
  const today = shanghaiDay(new Date());
  const task = { id: uuidv7(), taskName: '故障自查', taskType: 2, startDate: today, endDate: addDays(today, 14), deptIds: [depts.internal.id], pointIds };
  await call(server.url, 'issueTask', { body: task }, admin);
  const mine = await call(server.url, 'queryMyTaskCheckList', { query: {} }, token);
  const deptTaskId = mine.records[0]?.id ?? '';

  const answerOf = async (response: Response): Promise<Answer> => ({ status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) });
  const ask = async <Name extends CallName>(name: Name, input: CallInput<Name>, as = token): Promise<Answer> => {
    const { url, ...request } = requestOf(server.url, name, input, as);
    return answerOf(await fetch(url, request));
  };
  const fileUrl = (name: 'uploadFile' | 'readFile', { sha256 }: Photo): string => server.url + fillPath(apiPaths[name].path, { sha256 });
  const upload = async (photo: Photo): Promise<Answer> =>
    answerOf(await fetch(fileUrl('uploadFile', photo), { method: 'POST', headers: { accessToken: token, 'content-type': photo.type }, body: Buffer.from(photo.data) }));
  const readPhoto = (photo: Photo): Promise<Response> => fetch(fileUrl('readFile', photo), { headers: { accessToken: token } });
  const health = async () => {
    const response = await fetch(`${server.url}/healthz`);
    return { status: response.status, body: (await response.json()) as unknown };
  };

  const revisions = new Map<string, number>();
  const acknowledged: { id: string; pointId: string }[] = [];
  /** Sends a new value for a point until `hasToHold`, each time the same entry, and keeps in mind what was acknowledged. */
  const save = async (pointId = pointIds[0] ?? '', isWaitedFor = false): Promise<Answer> => {
    const baseRevision = revisions.get(pointId) ?? 0;
    const entry = { id: uuidv7(), pointId, result: 'qualified' as const, remark: '', photos: [], answeredAt: new Date().toISOString(), baseRevision };
    for (;;) {
      const answer = await ask('saveAnswers', { body: { deptTaskId, entries: [entry] } });
      if (answer.code === 1000) {
        revisions.set(pointId, baseRevision + 1);
        acknowledged.push({ id: entry.id, pointId });
        return answer;
      }
      refusals.push(answer);
      if (!isWaitedFor) return answer;
      await delay(20);
    }
  };
  const refusals: Answer[] = [];

  const untilMoreIsAcknowledged = (): Promise<void> => {
    const before = acknowledged.length;
    return expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 20);
  };

  /** Phones that save all the time, each on a point of its own. @returns how they are stopped, after some more was acknowledged; then nothing waits */
  const saveAllTheTime = async (): Promise<() => Promise<void>> => {
    refusals.length = 0;
    let isOver = false;
    const phones = Promise.all(
      pointIds.slice(1, 7).map(async (pointId) => {
        while (!isOver) await save(pointId, true);
      }),
    );
    // A test that failed ends the server under them.
    phones.catch(() => undefined);
    await untilMoreIsAcknowledged();
    return async () => {
      await untilMoreIsAcknowledged();
      isOver = true;
      await phones;
    };
  };

  /** Looks into the database itself: every acknowledged entry is there, and took its point one revision further. */
  const expectNothingLost = async (): Promise<void> => {
    const { db, close } = connect({ databaseUrl, dataDir });
    try {
      const kept = new Set((await db.selectFrom('answer_history').select('entry_id').execute()).map((row) => row.entry_id));
      const held = await db.selectFrom('answer').select(['point_id', 'revision']).where('dept_task_id', '=', deptTaskId).where('revision', '>', 0).execute();
      expect(acknowledged.filter(({ id }) => !kept.has(id))).toEqual([]);
      for (const { point_id, revision } of held) expect(acknowledged.filter(({ pointId }) => pointId === point_id).length, point_id).toBe(revision);
      expect(acknowledged.length).toBeGreaterThan(0);
    } finally {
      await close();
    }
    expect(server.pid(), 'the process went on').toBe(pid);
  };

  /** @returns the token of a session that was used long ago, so that its next use is to be noted again */
  const signInLongAgo = async (): Promise<string> => {
    const idle = await signIn(server.url, { userNo: 'staff02', password: passwordOf('staff02') });
    await call(server.url, 'userInfo', {}, idle);
    const { db, close } = connect({ databaseUrl, dataDir });
    try {
      const longAgo = new Date(Date.now() - 60 * 60_000).toISOString();
      await db.updateTable('session').set({ last_used_at: longAgo }).where('access_hash', '=', createHash('sha256').update(idle).digest('hex')).execute();
    } finally {
      await close();
    }
    return idle;
  };

  return { dataDir, hasDatabaseOnDisk, databaseUrl, line, server, pointIds, deptTaskId, ask, upload, readPhoto, health, save, saveAllTheTime, signInLongAgo, refusals, acknowledged, expectNothingLost };
}
type Site = Awaited<ReturnType<typeof openSite>>;

const untilHealthy = async ({ health }: Site): Promise<void> => {
  await expect.poll(health, { timeout: 20_000, interval: 100 }).toEqual(HEALTHY);
};

describe('a file store that is not there', () => {
  test('is told in words, hidden under no new one, and used again when it is back', async () => {
    const [photo, other] = [await makePhoto(1), await makePhoto(2)];
    expect(await site.upload(photo)).toMatchObject({ code: 1000 });
    const [place, away] = [join(site.dataDir, 'files'), join(site.dataDir, 'away')];
    await rename(place, away);
    expect(await site.upload(other)).toMatchObject(FILES_GONE);
    expect((await site.readPhoto(photo)).status).toBe(503);
    expect(await site.health()).toEqual(failed('files'));
    expect(await site.save()).toMatchObject({ code: 1000 });
    await rename(away, place);
    expect(await site.health()).toEqual(HEALTHY);
    expect(await site.upload(other)).toMatchObject({ code: 1000 });
    for (const one of [photo, other]) expect(Buffer.from(await (await site.readPhoto(one)).arrayBuffer()).equals(one.data)).toBe(true);
    await site.expectNothingLost();
  });
});

describe.skipIf(disk === undefined)('a full disk', () => {
  test('refuses what needs room, goes on reading, and takes everything once there is room', async () => {
    const photo = await makePhoto(3);
    const idle = await site.signInLongAgo();
    const stop = await site.saveAllTheTime();
    await disk?.fill();
    try {
      await expect.poll(() => site.upload(photo)).toMatchObject(DISK_FULL);
      if (site.hasDatabaseOnDisk) await expect.poll(() => site.refusals.length, { timeout: 20_000 }).toBeGreaterThan(10);
      expect(await site.health()).toEqual(failed(...(site.hasDatabaseOnDisk ? ['database', 'files'] : ['files'])));
      expect(site.refusals.filter((answer) => answer.message !== DISK_FULL.message), site.server.output()).toEqual([]);
      for (const token of [undefined, idle]) expect(await site.ask('queryTaskCheckPointInfo', { params: { id: site.deptTaskId } }, token)).toMatchObject({ code: 1000 });
    } finally {
      await disk?.makeRoom();
    }
    await untilHealthy(site);
    await stop();
    expect(await site.upload(photo)).toMatchObject({ code: 1000 });
    await site.expectNothingLost();
  });
});

describe.runIf(testDialect === 'sqlite')('an SQLite file', () => {
  test('that was moved away takes nothing, and everything once it is back', async () => {
    expect(await site.save()).toMatchObject({ code: 1000 });
    const [place, away] = [join(site.dataDir, 'zyzc.db'), join(site.dataDir, 'away.db')];
    await rename(place, away);
    expect(await site.save()).toMatchObject(DATABASE_GONE);
    expect(await site.health()).toEqual(failed('database'));
    await rename(away, place);
    expect(await site.health()).toEqual(HEALTHY);
    expect(await site.save()).toMatchObject({ code: 1000 });
    await site.expectNothingLost();
  });

  test('that cannot be written is told in words', async () => {
    const stop = await site.saveAllTheTime();
    // The kernel refuses each write of the process beyond so many bytes: an error of input and output, not a full disk.
    const limitFiles = (bytes: string) => execFileSync('prlimit', ['--pid', String(site.server.pid()), `--fsize=${bytes}`]);
    limitFiles('4096:unlimited');
    await expect.poll(() => site.refusals.length).toBeGreaterThan(10);
    expect(site.refusals.filter(({ message }) => message !== DATABASE_GONE.message && message !== DISK_FULL.message)).toEqual([]);
    limitFiles('unlimited:unlimited');
    await stop();
    await site.expectNothingLost();
  });

  test('that another process holds is told in words', async () => {
    const other = new SqliteDatabase(join(site.dataDir, 'zyzc.db'));
    other.exec('begin immediate');
    expect(await site.save()).toMatchObject(DATABASE_GONE);
    other.exec('rollback');
    other.close();
    expect(await site.save()).toMatchObject({ code: 1000 });
    await site.expectNothingLost();
  });
});

describe.runIf(testDialect === 'postgres')('PostgreSQL', { timeout: 90_000 }, () => {
  test('that is gone is told in words, and used again when it is back', async () => {
    const stop = await site.saveAllTheTime();
    for (let round = 0; round < 3; round += 1) {
      site.line?.set('cut');
      expect(await site.save()).toMatchObject(DATABASE_GONE);
      expect(await site.ask('userInfo', {})).toMatchObject(DATABASE_GONE);
      expect(await site.health()).toEqual(failed('database'));
      site.line?.set('pass');
      await untilHealthy(site);
    }
    await stop();
    expect(site.refusals.length).toBeGreaterThan(0);
    expect(site.refusals.filter((answer) => answer.message !== DATABASE_GONE.message)).toEqual([]);
    await site.expectNothingLost();
  });

  test('that ends its connections again and again costs no acknowledged entry', async () => {
    const admin = new pg.Client({ connectionString: site.databaseUrl });
    await admin.connect();
    undo.push(() => admin.end());
    const stop = await site.saveAllTheTime();
    for (let round = 0; round < 30; round += 1) {
      await delay(50);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
    }
    await stop();
    expect(site.refusals.length).toBeGreaterThan(0);
    expect(site.refusals.filter((answer) => answer.message !== DATABASE_GONE.message)).toEqual([]);
    await untilHealthy(site);
    await site.expectNothingLost();
  });

  test('that says nothing any more is told before the client gives up', async () => {
    site.refusals.length = 0;
    site.line?.set('silent');
    const start = performance.now();
    const saves = Promise.all(site.pointIds.slice(10, 13).map((pointId) => site.save(pointId, true)));
    expect(await site.health()).toEqual(failed('database'));
    await expect.poll(() => site.refusals.length, { timeout: CLIENT_PATIENCE_MS, interval: 200 }).toBeGreaterThanOrEqual(3);
    expect(performance.now() - start).toBeLessThan(CLIENT_PATIENCE_MS);
    expect(site.refusals.filter((answer) => answer.message !== DATABASE_GONE.message)).toEqual([]);
    site.line?.set('pass');
    await saves;
    await untilHealthy(site);
    await site.expectNothingLost();
  });

  test('that is slow makes calls slow and nothing else', async () => {
    site.line?.slowDown(100);
    expect(await site.save()).toMatchObject({ code: 1000 });
    expect(await site.health()).toEqual(HEALTHY);
    site.line?.slowDown(0);
    await site.expectNothingLost();
  });

  test.each(['58030', 'XX001'])('that cannot read or write its files (%s) is told in words', async (errorCode) => {
    const admin = new pg.Client({ connectionString: site.databaseUrl });
    await admin.connect();
    undo.push(() => admin.end());
    await admin.query(`create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'could not read block' using errcode = '${errorCode}'; end $$`);
    await admin.query('create trigger fail before insert or update on answer execute function fail()');
    expect(await site.save()).toMatchObject(DATABASE_GONE);
    await admin.query('drop trigger fail on answer');
    expect(await site.save()).toMatchObject({ code: 1000 });
    await site.expectNothingLost();
  });

  test('that holds a table lets a call fail in words, and others go on', async () => {
    const holder = new pg.Client({ connectionString: site.databaseUrl });
    await holder.connect();
    undo.push(() => holder.end());
    await holder.query('begin; lock table answer in access exclusive mode');
    const start = performance.now();
    const saved = site.save();
    expect(await site.ask('userInfo', {})).toMatchObject({ code: 1000 });
    expect(await site.health()).toEqual(HEALTHY);
    expect(await saved).toMatchObject(DATABASE_GONE);
    expect(performance.now() - start).toBeLessThan(CLIENT_PATIENCE_MS);
    await holder.query('rollback');
    expect(await site.save()).toMatchObject({ code: 1000 });
    await site.expectNothingLost();
  });
});

// Last: it ends the process.
describe('a file store that is not there', () => {
  test('at the start is not replaced by an empty one', async () => {
    expect(await site.upload(await makePhoto(4))).toMatchObject({ code: 1000 });
    await site.server.stop();
    const [place, away] = [join(site.dataDir, 'files'), join(site.dataDir, 'away')];
    await rename(place, away);
    const again = await startServer({ config: readConfig({ DATA_DIR: site.dataDir, DATABASE_URL: site.databaseUrl, LOG_LEVEL: 'silent' }), clientDirectory: join(site.dataDir, 'none') });
    undo.push(again.stop);
    const health = async () => (await again.app.inject({ url: '/healthz' })).statusCode;
    expect(await health()).toBe(503);
    await rename(away, place);
    expect(await health()).toBe(200);
  });
});
