import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let app: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  server = await startTestServer();
  const clientDirectory = join(server.dataDir, 'client');
  await mkdir(join(clientDirectory, 'assets'), { recursive: true });
  await writeFile(join(clientDirectory, 'index.html'), '<!doctype html><title>t</title>');
  await writeFile(join(clientDirectory, 'service-worker.js'), '');
  await writeFile(join(clientDirectory, 'assets', 'index-abc123.js'), '');
  app = await buildApp({ context: server.context, pingDatabase: () => Promise.resolve(), clientDirectory, logLevel: 'silent' });
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const headersOf = async (url: string) => (await app.inject({ url })).headers;

describe('every answer', () => {
  it.each(['/', '/assets/index-abc123.js', '/nowhere', '/healthz', '/api/admin/getSiteByKey', '/api/nowhere', '/api/admin/userInfo', '/%zz'])(
    'carries the security headers: %s',
    async (url) => {
      const headers = await headersOf(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe-inline');
      expect(headers['content-security-policy']).not.toContain("'unsafe-eval'");
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );
});

describe('the type of an answer', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/assets/index-abc123.js', 'application/javascript; charset=utf-8'],
    ['/nowhere', 'text/plain; charset=utf-8'],
    ['/healthz', 'application/json; charset=utf-8'],
    ['/api/admin/getSiteByKey', 'application/json; charset=utf-8'],
    ['/api/nowhere', 'application/json; charset=utf-8'],
    ['/api/%zz', 'application/json; charset=utf-8'],
  ])('names its type and charset: %s', async (url, expected) => {
    expect((await headersOf(url))['content-type']).toBe(expected);
  });
});

describe('a method that is none of ours', () => {
  it('TRACE gives nothing back', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const traced = request({ port, host: '127.0.0.1', method: 'TRACE', path: '/api/admin/getSiteByKey', headers: { accesstoken: 'secret-token' } });
    traced.end();
    const [response] = (await once(traced, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(await text(response)).not.toContain('secret-token');
  });
});

describe('caching', () => {
  it.each([
    ['/api/admin/getSiteByKey', 'no-store'],
    ['/api/nowhere', 'no-store'],
    ['/healthz', 'no-store'],
    ['/', 'no-cache, no-transform'],
    ['/index.html', 'no-cache, no-transform'],
    ['/service-worker.js', 'no-cache, no-transform'],
    ['/assets/index-abc123.js', 'public, max-age=31536000, immutable, no-transform'],
  ])('of %s is %s', async (url, expected) => {
    expect((await headersOf(url))['cache-control']).toBe(expected);
  });
});

describe('the client', () => {
  it('is served as files below its folder only', async () => {
    for (const url of ['/../package.json', '/..%2f..%2fpackage.json', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/.git/config', '/assets/']) {
      const answer = await app.inject({ url });
      expect([400, 403, 404]).toContain(answer.statusCode);
    }
    expect((await app.inject({ url: '/' })).body).toContain('<title>t</title>');
  });
});
