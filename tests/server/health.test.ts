import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

  it('answers 503 when files cannot be stored', async () => {
    server = await startTestServer();
    await rm(join(server.dataDir, 'files'), { recursive: true, force: true });
    await writeFile(join(server.dataDir, 'files'), 'not a directory');
    await chmod(join(server.dataDir, 'files'), 0o400);
    expect(await health()).toEqual({ status: 503, body: { service: 'zyzc', status: 'failed', failed: ['files'] } });
  });
});
