import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { IMPORT_TIMEOUT_MS, PHOTO_MAX_BYTES, REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { importQuery } from '#contract/spreadsheet-import.ts';
import { testDialect } from '../server/support/database.ts';
import { passwords } from '../server/support/fixture.ts';
import { deployFile } from '../support/nginx.ts';
import { findProgram } from '../support/programs.ts';
import { startProxiedSite, type ProxiedAnswer, type ProxiedSite } from './proxied-site.ts';

const nginx = findProgram('nginx');
const isBuilt = existsSync(new URL('../../dist/index.html', import.meta.url));
if (nginx === undefined) console.warn('nginx tests were NOT run: nginx is not installed (apt-get install nginx-light).');
if (!isBuilt) console.warn('nginx tests were NOT run: the client is not built (npm run build).');

const SECRET = 'Secret2026';

test('nginx waits for an import longer than the client does, and for nothing else', async () => {
  const shipped = await readFile(deployFile('nginx.conf'), 'utf8');
  const [, pattern = '', seconds] = /location ~ (\S+) \{[^}]*proxy_read_timeout (\d+)s;/.exec(shipped) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(IMPORT_TIMEOUT_MS);
  const isImport = new RegExp(pattern);
  const spreadsheets = Object.entries(endpoints).filter(([, shapes]) => 'query' in shapes && shapes.query === importQuery);
  expect(Object.entries(apiPaths).filter(([, { path }]) => isImport.test(path)).map(([name]) => name)).toEqual(spreadsheets.map(([name]) => name));
  const caddyfile = await readFile(deployFile('Caddyfile'), 'utf8');
  expect(caddyfile).toContain(`path_regexp ${pattern}`);
  expect(caddyfile).toContain(`response_header_timeout ${seconds}s`);
});

describe.skipIf(nginx === undefined || !isBuilt)('the shipped nginx configuration', () => {
  let site: ProxiedSite;
  beforeAll(async () => {
    site = await startProxiedSite(nginx ?? '');
  });
  afterAll(() => site?.stop());

  const login = (userNo: string, password: string, headers: Record<string, string> = {}) =>
    site.request(`/api/auth/login?userNo=${userNo}&password=${password}&loginType=9`, { method: 'POST', headers });
  const signIn = async (): Promise<string> => {
    const answer = await login('admin01', passwords.admin);
    return (answer.json().message as { accessToken: string }).accessToken;
  };

  test('serves app and calls over HTTPS and HTTP/2, with the headers of protection', async () => {
    const page = await site.request('/');
    expect([page.status, site.protocol()]).toEqual([200, 'h2']);
    expect(page.body.toString()).toContain('依法执业自查');
    expect(page.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'x-request-id': expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(page.headers['server']).toBe('nginx');
    const answer = await site.request('/api/admin/userInfo', { headers: { accesstoken: await signIn() } });
    expect(answer.json()).toMatchObject({ code: 1000, message: { account: 'admin01' } });
  });

  test('leads from HTTP to HTTPS', async () => {
    const answer = await fetch(`http://127.0.0.1:${site.httpPort}/x?y=1`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, 'https://127.0.0.1/x?y=1']);
  });

  test('speaks TLS 1.2 and 1.3, and nothing older', async () => {
    expect(await site.tlsVersion('TLSv1.3', 'TLSv1.3')).toBe('TLSv1.3');
    expect(await site.tlsVersion('TLSv1.2', 'TLSv1.2')).toBe('TLSv1.2');
    expect(await site.tlsVersion('TLSv1', 'TLSv1.1')).toBeUndefined();
  });

  test('lets files with a hash in their name be kept, and nothing else', async () => {
    const script = (await readdir(new URL('../../dist/assets', import.meta.url))).find((name) => name.endsWith('.js')) ?? '';
    expect((await site.request(`/assets/${script}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable, no-transform');
    for (const path of ['/', '/index.html', '/service-worker.js', '/manifest.webmanifest']) {
      expect((await site.request(path)).headers['cache-control'], path).toBe('no-cache, no-transform');
    }
    expect((await site.request('/api/admin/getSiteByKey')).headers['cache-control']).toBe('no-store');
  });

  test('sends files and long answers compressed', async () => {
    expect((await site.request('/', { headers: { 'accept-encoding': 'br, gzip' } })).headers['content-encoding']).toBe('br');
    const tree = await site.request('/api/qyzc/company/checkpoint/queryCheckItemTree', {
      headers: { 'accept-encoding': 'gzip', accesstoken: await signIn() },
    });
    expect(tree.headers['content-encoding']).toBe('gzip');
  });

  test('takes bodies as large as the server does, and waits longer than client and server', async () => {
    const shipped = await readFile(deployFile('nginx.conf'), 'utf8');
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(shipped) ?? [];
    expect(Number(megabytes) * 1024 * 1024).toBe(PHOTO_MAX_BYTES);
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(shipped) ?? [];
    expect(Number(seconds) * 1000).toBeGreaterThan(2 * REQUEST_TIMEOUT_MS);
    const upload = (bytes: number) => site.request('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.alloc(bytes, 0x20) });
    // Within the limit of nginx the server judges, in its own words, and before it has all of the body: a connection
    // that it reset would be a 502 in some of the rounds.
    for (let round = 0; round < 20; round += 1) {
      const judged = await upload(PHOTO_MAX_BYTES);
      expect([judged.status, judged.headers['content-type']]).toEqual([413, 'application/json; charset=utf-8']);
      expect(judged.json()).toMatchObject({ code: 4013 });
    }
    const refused = await upload(PHOTO_MAX_BYTES + 1);
    expect([refused.status, refused.headers['content-type']]).toEqual([413, 'text/html']);
  });

  test('counts tries by the caller, whatever address the caller claims', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect((await login('staff02', 'Wrong2026', { 'x-forwarded-for': `9.9.9.${round}` })).json().code).toBe(4000);
    }
    expect((await login('staff02', passwords.staff, { 'x-forwarded-for': '9.9.9.9' })).status).toBe(429);
  });

  test.skipIf(testDialect === 'sqlite')('spreads calls over two processes, which share sessions and counts', async () => {
    const token = await signIn();
    for (let round = 0; round < 8; round += 1) {
      expect((await site.request('/api/admin/userInfo', { headers: { accesstoken: token } })).json().code).toBe(1000);
    }
    // nginx writes a line after it has answered.
    await expect
      .poll(async () => {
        const lines = (await site.accessLog()).split('\n').filter((line) => line.includes('/api/admin/userInfo" 200'));
        return site.processes.map((one) => lines.filter((line) => line.includes(`127.0.0.1:${one.port} `)).length >= 4);
      })
      .toEqual([true, true]);
  });

  test('writes no query into any log, not when a call fails nor when no process answers', async () => {
    await login('staff03', SECRET);
    await site.request(`/api/nothing?password=${SECRET}`);
    await site.request(`/api/%zz?password=${SECRET}`);
    await site.request(`/api/auth/login?password=${SECRET}`, { method: 'POST', body: Buffer.alloc(PHOTO_MAX_BYTES + 1) });
    await fetch(`http://127.0.0.1:${site.httpPort}/api/auth/login?password=${SECRET}`, { method: 'POST', redirect: 'manual' });
    for (const one of site.processes) await one.kill();
    expect((await site.request(`/api/auth/login?userNo=staff03&password=${SECRET}`, { method: 'POST' })).status).toBe(502);
    for (const one of site.processes) await one.start();
    await expect.poll(() => site.accessLog()).toContain('"POST /api/auth/login" 502');
    const logs = await site.everyLog();
    // What an operator needs is there: the answer and its number in nginx's log, the same number in the server's.
    const [, requestId] = /"POST \/api\/auth\/login" 400 .* ([0-9a-f]{12})\n/.exec(await site.accessLog()) ?? [];
    expect(logs).toContain(`"reqId":"${requestId}"`);
    for (const secret of [SECRET, passwords.admin, passwords.staff, 'Wrong2026', '?']) expect(logs).not.toContain(secret);
  });

  // Last: it uses up what one address may ask.
  test('refuses a flood from one address in words, serves a whole hospital, and files of the app to all', async () => {
    // A connection takes 128 at once, and 1,000 in all. All are asked at once: one after the other, a busy machine floods nobody.
    const flood = (path: string, count: number, method = 'GET'): Promise<ProxiedAnswer[]> =>
      Promise.all(Array.from({ length: count }, (_, index) => site.request(path, { method, connection: Math.floor(index / 100) })));
    const morning = await flood(apiPaths.getSiteByKey.path, 100);
    expect(new Set(morning.map((answer) => answer.status))).not.toContain(429);
    const answers = await flood(apiPaths.getSiteByKey.path, 1000);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused[0]?.json()).toEqual({ code: code.tooManyAttempts, message: '请求过于频繁，请稍后再试' });
    expect(refused[0]?.headers).toMatchObject({ 'retry-after': '5', 'strict-transport-security': 'max-age=31536000' });
    expect((await site.request('/')).status).toBe(200);
    const signIns = await flood(apiPaths.login.path, 100, 'POST');
    expect(signIns.filter((answer) => answer.status === 429).length).toBeGreaterThan(10);
    await expect.poll(async () => (await login('staff01', passwords.staff)).json().code).toBe(code.success);
  });
});
