/** Calls without a session take nothing that a browser sends for a page of another site. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { apiPaths, type CallName } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import { prepareWorld, samples } from './support/call-samples.ts';
import { passwords } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const server: TestServer = await startTestServer();
const world = await prepareWorld(server);
const behindProxy: TestServer = await startTestServer({ env: { TRUST_PROXY: 'loopback' } });
afterAll(() => Promise.all([server.stop(), behindProxy.stop()]));
beforeEach(async () => {
  await server.context.db.deleteFrom('sign_in_attempt').execute();
});

const refusal = { status: 403, code: code.forbidden, message: '请求来自其他网站，已拒绝。请直接打开本系统的网址后再试' };
/** As a page can send it without asking first: all in the address, and nothing in the body. */
const login = (headers: Record<string, string>, password: string = passwords.staff, at = server) =>
  at.inject({ method: 'POST', url: apiPaths.login.path, query: { userNo: 'staff01', password, loginType: '9' }, headers: { host: 'zyzc.example.cn', ...headers } });

const countAttempts = async () => (await server.context.db.selectFrom('sign_in_attempt').selectAll().execute()).length;

describe('a page of another site', () => {
  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['of the same site on another host or port', { 'sec-fetch-site': 'same-site' }],
    ['which says so twice', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['known by its origin', { origin: 'http://other.example.cn' }],
    ['of a name that begins alike', { origin: 'http://zyzc.example.cn.other.cn' }],
    ['that hides its origin', { origin: 'null' }],
    ['on another port of this host', { host: 'zyzc.example.cn:8080', origin: 'http://zyzc.example.cn:8081' }],
    ['on the usual port of this host', { host: 'zyzc.example.cn:8080', origin: 'http://zyzc.example.cn' }],
  ])('%s counts no wrong password', async (_what, headers) => {
    for (let round = 0; round < 6; round += 1) expect(await login(headers, 'Wrong2026')).toMatchObject(refusal);
    expect(await countAttempts()).toBe(0);
    expect((await login({})).code).toBe(code.success);
  });

  it.each((Object.keys(apiPaths) as CallName[]).filter((name) => apiPaths[name].access === 'open'))('gets nothing of %s', async (name) => {
    const sample = await samples[name](world);
    const { method, path } = apiPaths[name];
    const answer = await server.inject({
      method,
      url: path,
      query: sample.query ?? {},
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { payload: JSON.stringify(sample.body ?? null) }),
    });
    expect(answer).toMatchObject(refusal);
  });
});

describe('a sign-in goes on', () => {
  it.each([
    ['from a page of this site', { 'sec-fetch-site': 'same-origin', origin: 'https://zyzc.example.cn' }],
    ['by an address that somebody opened', { 'sec-fetch-site': 'none' }],
    ['from a browser that only names the origin', { origin: 'http://zyzc.example.cn' }],
    ['on a port of its own', { host: 'zyzc.example.cn:8080', origin: 'http://zyzc.example.cn:8080' }],
    ['behind a proxy that leaves out the port', { origin: 'https://zyzc.example.cn:8443' }],
    ['at an address of IPv6', { host: '[fd00::1]:8080', origin: 'http://[fd00::1]:8080' }],
    ['from what is no browser', {}],
  ])('%s', async (_what, headers) => {
    expect((await login(headers)).code).toBe(code.success);
  });

  it('behind a proxy that names the host in its own header, if that proxy is believed', async () => {
    const headers = { host: '127.0.0.1:8080', 'x-forwarded-host': 'zyzc.example.cn', origin: 'https://zyzc.example.cn' };
    expect((await login(headers, passwords.staff, behindProxy)).code).toBe(code.success);
    expect(await login(headers)).toMatchObject(refusal);
  });
});
