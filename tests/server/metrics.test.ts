import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackup } from '../../server/backup/create-backup.ts';
import { createDailyBackup } from '../../server/backup/daily-backup.ts';
import { connect } from '../../server/database/connect.ts';
import { createRegistry } from '../../server/metrics/instruments.ts';
import { testDialect } from './support/database.ts';
import { employees } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { expectSuccess, issueToInternal, newEntry, save, somePointIds } from './support/task-fixture.ts';

describe('the text that Prometheus reads', () => {
  it('has a line for each series, with labels escaped', async () => {
    const { counter, read, render } = createRegistry();
    const calls = counter('calls_total', 'Calls');
    calls.add({ kind: 'a "b"\\\n' });
    calls.add({ kind: 'a "b"\\\n' }, 2);
    read('gauge', 'age', 'Age', () => [[{}, Infinity]]);
    read('gauge', 'nothing', 'Nothing', () => []);
    expect(await render()).toBe(
      ['# HELP calls_total Calls', '# TYPE calls_total counter', 'calls_total{kind="a \\"b\\"\\\\\\n"} 3', '# HELP age Age', '# TYPE age gauge', 'age +Inf', ''].join('\n'),
    );
  });

  it('counts a histogram up from bucket to bucket', async () => {
    const { histogram, render } = createRegistry();
    const seconds = histogram('seconds', 'Seconds', [0.1, 1]);
    for (const value of [0.1, 0.5, 2]) seconds.observe({ route: '/x' }, value);
    expect((await render()).split('\n').slice(2, -1)).toEqual([
      'seconds_bucket{route="/x",le="0.1"} 1',
      'seconds_bucket{route="/x",le="1"} 2',
      'seconds_bucket{route="/x",le="+Inf"} 3',
      'seconds_sum{route="/x"} 2.6',
      'seconds_count{route="/x"} 3',
    ]);
  });
});

describe('metrics of a server', () => {
  let server: TestServer;
  let backupDir: string;
  let url: string;
  beforeAll(async () => {
    backupDir = await mkdtemp(join(tmpdir(), 'zyzc-metrics-'));
    server = await startTestServer({ env: { METRICS_PORT: '0', BACKUP_DIR: join(backupDir, 'backups') } });
    url = `http://127.0.0.1:${await server.startMetrics()}`;
  });
  afterAll(async () => {
    await server.stop();
    await rm(backupDir, { recursive: true, force: true });
  });

  const text = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
  /** Value of a series; undefined while there is none. */
  const valueOf = async (series: string): Promise<number | undefined> => {
    const line = (await text()).split('\n').find((each) => each.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1).replace('+Inf', 'Infinity'));
  };

  it('are served on a port of their own, and nothing else is', async () => {
    const answer = await fetch(`${url}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await server.inject({ url: '/metrics' })).status).toBe(404);
  });

  it('time requests by the pattern of their route, and hold no address', async () => {
    await server.call('queryCompanyAccountById', { params: { id: employees.staff01.id } }, { as: 'admin01' });
    await server.inject({ url: '/api/secret-address?name=secret-name' });
    const path = '/api/qyzc/company/employee/queryCompanyAccountById/:id';
    expect(await valueOf(`zyzc_http_request_duration_seconds_count{method="POST",route="${path}",status="2xx"}`)).toBe(1);
    expect(await valueOf('zyzc_http_request_duration_seconds_count{method="GET",route="unmatched",status="4xx"}')).toBeGreaterThan(0);
    expect(await text()).not.toMatch(new RegExp(`secret|${employees.staff01.id}`));
  });

  it('tell of the database, the process and its event loop', async () => {
    expect(await valueOf('zyzc_db_query_duration_seconds_count{kind="select",outcome="done"}')).toBeGreaterThan(0);
    await sql`select * from no_such_table`.execute(server.context.db).catch(() => undefined);
    expect(await valueOf('zyzc_db_query_duration_seconds_count{kind="select",outcome="failed"}')).toBe(1);
    expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    await expect.poll(() => valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    const busy = await valueOf('zyzc_db_connections{state="busy"}');
    expect(busy === undefined).toBe(server.databaseUrl === '');
  });

  it('count what phones delivered, by what became of it', async () => {
    const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: await somePointIds(server, 2) });
    await save(server, deptTaskId, pointIds.map((pointId) => newEntry(server, pointId)));
    await save(server, deptTaskId, [newEntry(server, pointIds[0] ?? '', { result: 'notApplicable' })], 'staff02');
    expect(await valueOf('zyzc_outbox_entries_total{call="saveAnswers",outcome="saved"}')).toBe(2);
    expect(await valueOf('zyzc_outbox_entries_total{call="saveAnswers",outcome="conflict"}')).toBe(1);

    const brought = { employeeId: employees.staff03.id, deptTaskId, entries: [newEntry(server, pointIds[0] ?? '')] };
    for (const isDryRun of [true, false]) expectSuccess(await server.call('importAnswers', { body: { ...brought, isDryRun } }, { as: 'admin01' }));
    const decision = { ids: [brought.entries[0]?.id ?? ''], decision: 'rejected' as const, reason: '已有' };
    expectSuccess(await server.call('decideLateWork', { body: decision }, { as: 'admin01' }));
    expect(await text()).not.toMatch(/outbox_entries_total\{call="(importAnswers|decideLateWork)"/);
  });

  it('tell how old the latest backup is', async () => {
    expect(await valueOf('zyzc_backup_age_seconds')).toBe(Infinity);
    await mkdir(join(backupDir, 'backups'));
    const database = connect({ databaseUrl: server.databaseUrl, dataDir: server.dataDir });
    try {
      await createBackup({ database, files: server.context.files }, { directory: join(backupDir, 'backups'), now: server.clock.now() });
    } finally {
      await database.close();
    }
    server.clock.advance(60_000);
    expect(await valueOf('zyzc_backup_age_seconds')).toBe(60);
  });

  it('raise no alarm over a daily backup that another machine made in a folder of its own', async () => {
    server.clock.set('2026-06-16T02:00:00.000Z');
    const plan = { directory: join(backupDir, 'elsewhere'), keep: 5, at: '03:00' };
    await createDailyBackup(server.context, plan, { dataDir: server.dataDir, databaseUrl: server.databaseUrl }, server.app.log)(() => false);
    // Since 03:00 in Shanghai.
    expect(await valueOf('zyzc_backup_age_seconds')).toBe(7 * 60 * 60);
  });

  it('raise no alarm over a clock that is behind the one of the machine that made the backup', async () => {
    const now = server.clock.now();
    server.clock.set('2026-06-15T18:00:00.000Z');
    const age = await valueOf('zyzc_backup_age_seconds');
    server.clock.set(now);
    expect(age).toBe(0);
  });

  it('go by the folder alone while the database fails, and are served all the same', async () => {
    await sql`alter table job rename to job_elsewhere`.execute(server.context.db);
    try {
      // Of the backup that was made at 10:00 on the day before.
      expect(await valueOf('zyzc_backup_age_seconds')).toBe(24 * 60 * 60);
      expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(0);
      await rename(join(backupDir, 'backups'), join(backupDir, 'gone'));
      expect(await valueOf('zyzc_backup_age_seconds')).toBe(Infinity);
      await rename(join(backupDir, 'gone'), join(backupDir, 'backups'));
    } finally {
      await sql`alter table job_elsewhere rename to job`.execute(server.context.db);
    }
    expect(await valueOf('zyzc_backup_age_seconds')).toBe(7 * 60 * 60);
  });

  it('do not wait for a database that does not answer', async () => {
    const age = await server.context.db.transaction().execute(async (trx) => {
      // SQLite has one connection, which this holds anyway.
      if (testDialect === 'postgres') await sql`lock table job in access exclusive mode`.execute(trx);
      return Promise.race([valueOf('zyzc_backup_age_seconds'), delay(8000, 'still waiting')]);
    });
    expect(age).toBe(24 * 60 * 60);
  });
});

describe('without METRICS_PORT', () => {
  it('none are served', async () => {
    const server = await startTestServer();
    expect(await server.startMetrics()).toBeUndefined();
    await server.stop();
  });
});

describe('a statement that takes long', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { SLOW_QUERY_MS: '20' } });
    server.app.get('/api/test/slow', async () => {
      // More than the limit on any machine.
      await sql`with recursive step(n) as (select 1 union all select n + 1 from step where n < 400000) select max(n), cast(${'secret-parameter'} as text) from step`.execute(
        server.context.db,
      );
      return {};
    });
  });
  afterAll(() => server.stop());

  it('is logged under the number of its request, with placeholders for what was asked', async () => {
    const answer = await server.inject({ url: '/api/test/slow' });
    const lines = server.logs.map((line) => JSON.parse(line) as { msg: string; reqId?: string; sql?: string; ms?: number });
    const slow = lines.find((line) => line.msg === 'slow query' && line.reqId === answer.headers['x-request-id']);
    expect(slow?.sql).toMatch(/^with recursive step/);
    expect(slow?.ms).toBeGreaterThanOrEqual(20);
    expect(server.logs.join('')).not.toContain('secret-parameter');
  });
});
