import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths, type CallName } from '#contract/api-paths.ts';
import { prepareWorld, samples, send, type World } from './support/call-samples.ts';
import { employees, passwords } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'trace' } });
});
afterAll(() => server.stop());

interface Line {
  level: number;
  reqId?: string;
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  address?: string;
  employee?: string;
}
const lines = () => server.logs.map((line) => JSON.parse(line) as Line);
const answered = () => lines().filter((line) => line.status !== undefined);

describe('the log', () => {
  it('tells of each call who, what, from where, and how it ended', async () => {
    await server.call('queryCompanyDeptList', {}, { as: 'staff01', from: '10.3.0.1' });
    expect(answered().at(-1)).toMatchObject({
      method: 'GET',
      path: '/api/qyzc/company/dept/queryCompanyDeptList',
      status: 200,
      address: '10.3.0.1',
      employee: employees.staff01.id,
      ms: expect.any(Number),
      reqId: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
  });

  it('tells who was refused what', async () => {
    await server.call('queryCompanyAccountPage', { query: {} }, { as: 'staff01', from: '10.3.0.2' });
    expect(answered().at(-1)).toMatchObject({
      path: '/api/qyzc/company/employee/queryCompanyAccountPage',
      status: 403,
      address: '10.3.0.2',
      employee: employees.staff01.id,
    });
  });

  it('has one number for each request', async () => {
    await server.call('getSiteByKey', { query: {} });
    await server.call('getSiteByKey', { query: {} });
    const numbers = answered().map((line) => line.reqId);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('never holds a query string, a body, a token, a password or a full number', async () => {
    const { accessToken, refreshToken } = (
      await server.inject({
        method: 'POST',
        url: '/api/auth/login',
        query: { userNo: 'staff02', password: passwords.staff, loginType: '9' },
      })
    ).message as { accessToken: string; refreshToken: string };
    await server.call('refreshToken', { body: { refreshToken } });
    await server.inject({ method: 'POST', url: '/api/auth/login?password=Secret2026', payload: { password: 'Secret2026' } });
    await server.inject({ method: 'POST', url: '/api/auth/nothing?password=Secret2026' });
    await server.inject({ method: 'POST', url: '/api/%zz?password=Secret2026' });
    await server.inject({
      method: 'POST',
      url: '/api/qyzc/company/employee/updateCompanyAccountPwd?account=staff03&pwd=Secret2026',
      headers: { accesstoken: await server.signIn('admin01') },
    });
    await server.call('queryCompanyAccountById', { params: { id: employees.staff01.id } }, { as: 'admin01' });
    const log = server.logs.join('');
    expect(log.length).toBeGreaterThan(500);
    for (const secret of [passwords.staff, 'Secret2026', accessToken, refreshToken, employees.staff01.tel, employees.staff01.email, employees.staff01.idCard, '?']) {
      expect(log).not.toContain(secret);
    }
  });

  it('cannot be forged by what a stranger sends', async () => {
    const before = server.logs.length;
    await server.inject({ url: '/api/%0A%7B%22level%22:60%7D', headers: { 'user-agent': 'x\ty' } });
    expect(server.logs.slice(before).every((line) => line.endsWith('}\n') && line.split('\n').length === 2)).toBe(true);
  });

  it('of a failing database quotes no row', async () => {
    server.app.log.error({ err: Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (tel)=(13800000002) already exists' }) }, 'failed');
    expect(server.logs.at(-1)).toContain('duplicate key');
    expect(server.logs.at(-1)).not.toContain('13800000002');
  });
});

describe('over all calls', () => {
  const SECRET = 'Secret2026';
  let everything: TestServer;
  let world: World;
  beforeAll(async () => {
    // The most that can be logged: every line, and each statement that takes a millisecond.
    everything = await startTestServer({ env: { LOG_LEVEL: 'trace', SLOW_QUERY_MS: '1' } });
    world = await prepareWorld(everything);
  });
  afterAll(() => everything.stop());

  const people = Object.values(employees).flatMap(({ tel, email, idCard }) => [tel, email, idCard]);

  it.each(Object.keys(apiPaths) as CallName[])('%s leaves no secret in the log, done or refused', async (name) => {
    const sample = await samples[name](world);
    const token = sample.token ?? (sample.as === undefined ? SECRET : await everything.signIn(sample.as));
    const answer = await send(everything, name, { ...sample, query: { ...sample.query, password: SECRET } });
    const { method, path } = apiPaths[name];
    const url = `${path.replace(/\{\w+\}/g, 'x')}?password=${SECRET}&accessToken=${token}`;
    const payload = { password: SECRET, pwd: SECRET, refreshToken: SECRET, tel: employees.staff01.tel, idCard: employees.staff01.idCard };
    for (const accesstoken of [token, SECRET]) await everything.inject({ method, url, headers: { accesstoken }, ...(method === 'GET' ? {} : { payload }) });

    const given = (answer.message ?? {}) as { accessToken?: string; refreshToken?: string };
    const log = everything.logs.join('');
    expect(log).toContain(`"path":"${path.split('{', 1)[0] ?? ''}`);
    const secrets = [SECRET, 'Sample2026', 'Wisteria2026', ...Object.values(passwords), ...people, token, given.accessToken, given.refreshToken];
    for (const secret of secrets) if (secret !== undefined) expect(log).not.toContain(secret);
  });
});

it('warns where every caller may claim an address', async () => {
  const warned = async (trusted: string): Promise<boolean> => {
    const other = await startTestServer({ env: { TRUST_PROXY: trusted }, withoutFixture: true });
    await other.stop();
    return other.logs.some((line) => (JSON.parse(line) as Line).level === 40 && line.includes('TRUST_PROXY=true'));
  };
  expect([await warned('true'), await warned('loopback'), await warned('1')]).toEqual([true, false, false]);
});
