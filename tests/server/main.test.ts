import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { startServer } from '../../server/start-server.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { insertFixture } from './support/fixture.ts';

let dataDir: string;
let database: TestDatabase;
let running: ChildProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'zyzc-main-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  if (running?.exitCode === null && running.signalCode === null) {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
  running = undefined;
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The server as an operator starts it, in production. */
function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = once(child, 'exit').then(([exitCode, signal]: (number | string | null)[]) => ({ exitCode, signal }));
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (let round = 0; round < 500; round += 1) {
      const found = pattern.exec(output);
      if (found !== null) return found;
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`${String(pattern)} did not come:\n${output}`);
  };
  return { child, exited, until, output: () => output };
}

const addCompany = async () => {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  const server = await startServer({ config, clientDirectory: join(dataDir, 'client') });
  await insertFixture(server.context);
  await server.stop();
};

describe('the server in production', () => {
  it('refuses to start without a company, says what to do, and makes none', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { exited, output } = start();
      expect(await exited).toEqual({ exitCode: 1, signal: null });
      expect(output()).toContain('请先运行 npm run init');
    }
  });

  it('refuses to start with wrong settings, and names them', async () => {
    const { exited, output } = start({ PORT: 'http', LOG_LEVEL: 'loud' });
    expect(await exited).toEqual({ exitCode: 1, signal: null });
    expect(output()).toMatch(/环境变量有误:\n {2}PORT: .*\n {2}LOG_LEVEL: /);
    expect(output()).not.toContain('at ');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('answers, and ends in order on %s', async (signal) => {
    await addCompany();
    const { child, exited, until } = start();
    const [, url = ''] = await until(/Server listening at (http:\/\/127\.0\.0\.1:\d+)/);
    const health = await fetch(`${url}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { service: 'zyzc', status: 'ok' }]);
    child.kill(signal);
    expect(await exited).toEqual({ exitCode: 0, signal: null });
  });

  it('says so when the port is taken', async () => {
    await addCompany();
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { exited, output } = start({ PORT: String(port) });
    expect((await exited).exitCode).toBe(1);
    expect(output()).toContain('端口已被占用');
    other.close();
  });
});

it('loads nothing of what fetch is made of, which nothing here uses', () => {
  const code = "await import('./server/start-server.ts'); console.log(process.moduleLoadList.filter((name) => name.includes('undici')))";
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
  expect(stdout, stderr).toBe('[]\n');
});
