import { watch } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
afterEach(() => server.stop());

const health = async () => {
  const response = await server.app.inject({ url: '/healthz' });
  return { status: response.statusCode, body: response.json<unknown>() };
};

describe('GET /healthz', () => {
  it('answers 200 and says whose answer it is', async () => {
    server = await startTestServer();
    expect(await health()).toEqual({ status: 200, body: { service: 'zyzc', status: 'ok' } });
  });

  it('answers 503 when the database does not answer', async () => {
    server = await startTestServer();
    await server.context.db.destroy();
    expect(await health()).toEqual({ status: 503, body: { service: 'zyzc', status: 'failed', failed: ['database'] } });
  });

  it('is not answered by a write each time: any stranger may ask', async () => {
    server = await startTestServer();
    const folder = join(server.dataDir, 'files');
    const probes: string[] = [];
    const watcher = watch(folder, (_event, name) => void probes.push(name ?? ''));
    const answers = await Promise.all(Array.from({ length: 50 }, health));
    for (let index = 0; index < 50; index += 1) answers.push(await health());
    await delay(100);
    watcher.close();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(probes).size).toBeLessThanOrEqual(1);
  });

  it('answers 503 when files cannot be stored', async () => {
    server = await startTestServer();
    await rm(join(server.dataDir, 'files'), { recursive: true, force: true });
    await writeFile(join(server.dataDir, 'files'), 'not a directory');
    await chmod(join(server.dataDir, 'files'), 0o400);
    expect(await health()).toEqual({ status: 503, body: { service: 'zyzc', status: 'failed', failed: ['files'] } });
  });
});
