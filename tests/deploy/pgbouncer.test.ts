/** PgBouncer in transaction mode before PostgreSQL, with the settings of the README: no session is anybody's there. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { readConfig } from '../../server/config.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { createTestDatabase, type TestDatabase, testDialect } from '../server/support/database.ts';
import { insertFixture } from '../server/support/fixture.ts';
import { findProgram } from '../support/programs.ts';
import { freePort } from '../support/server-process.ts';

const program = findProgram('pgbouncer');
if (program === undefined) console.warn('PgBouncer was NOT tried: it is not installed (Debian: apt-get install pgbouncer).');

/** As the README has it. */
const SETTINGS = ['pool_mode = transaction', 'ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout'];

let database: TestDatabase;
let directory: string;
let bouncer: ChildProcess;
let url: string;
const servers: RunningServer[] = [];

describe.runIf(program !== undefined && testDialect === 'postgres')('behind PgBouncer', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    directory = await mkdtemp(join(tmpdir(), 'zyzc-bouncer-'));
    const { hostname, port, username, password, pathname } = new URL(database.url);
    const own = await freePort();
    const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
    const file = join(directory, 'pgbouncer.ini');
    await writeFile(
      file,
      [
        '[databases]',
        `* = host=${hostname} port=${port || '5432'} user=${username}${secret}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${own}`,
        'unix_socket_dir =',
        'auth_type = any',
        // Few, so that clients take turns on them.
        'default_pool_size = 3',
        ...SETTINGS,
      ].join('\n'),
    );
    // It refuses to run as root.
    const isRoot = userInfo().uid === 0;
    if (isRoot) await Promise.all([directory, file].map((path) => chown(path, 65534, 65534)));
    bouncer = spawn(program ?? '', ['-q', file], { stdio: 'ignore', ...(isRoot ? { uid: 65534, gid: 65534 } : {}) });
    url = `postgres://${username}@127.0.0.1:${own}${pathname}`;
    await vi.waitFor(() => ask('select 1'), { timeout: 15_000 });
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    if (bouncer.exitCode === null && bouncer.signalCode === null) {
      bouncer.kill('SIGTERM');
      await once(bouncer, 'exit');
    }
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  const ask = async (statement: string, at = url): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: at, connectionTimeoutMillis: 2000 });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const start = async (name: string): Promise<RunningServer> => {
    const config = readConfig({ DATA_DIR: join(directory, name), DATABASE_URL: url, LOG_LEVEL: 'silent' });
    const server = await startServer({ config, clientDirectory: join(directory, 'client') });
    servers.push(server);
    return server;
  };

  test('two processes start on an empty database, and leave neither a lock nor a setting on its sessions', async () => {
    await Promise.all([start('one'), start('other')]);
    // The tests of other databases have locks as well.
    const ownLocks = `select count(*)::int as count from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
    expect(await ask(ownLocks, database.url)).toEqual([{ count: 0 }]);
    const limits = await Promise.all(Array.from({ length: 12 }, () => ask('show lock_timeout')));
    expect(new Set(limits.flat().map((row) => row['lock_timeout']))).toEqual(new Set(['0']));
    // A third one starts as well: what a start has locked is free again.
    await start('third');
  });

  test('many people sign in, write and read through few sessions at once', async () => {
    const [one, other] = servers as [RunningServer, RunningServer];
    await insertFixture(one.context);
    const tokenOf = async (server: RunningServer): Promise<string> => {
      const answer = await server.app.inject({ method: 'POST', url: apiPaths.login.path, payload: { userNo: 'admin01', password: 'Admin2026', loginType: 9 } });
      return answer.json<{ message: { accessToken: string } }>().message.accessToken;
    };
    const [token, otherToken] = [await tokenOf(one), await tokenOf(other)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const [server, accesstoken] = index % 2 === 0 ? [one, token] : [other, otherToken];
        return server.app.inject({ method: 'POST', url: apiPaths.createTestResource.path, headers: { accesstoken }, payload: { name: `样本 ${index}`, remark: '' } });
      }),
    );
    expect(new Set(answers.map((answer) => answer.json<{ code: number }>().code))).toEqual(new Set([1000]));
    const [row] = await ask('select count(*)::int as count from test_resource');
    expect(row).toEqual({ count: 60 });
  });
});
