import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths, type CallName } from '#contract/api-paths.ts';
import { depts, passwords } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  const body = { employeeName: '新管理员', account: 'newadmin', pwd: 'Initial2026', deptId: depts.internal.id, isAdmin: 1 };
  await server.call('addCompanyAccount', { body }, { as: 'admin01' });
  token = await server.signIn('newadmin', 'Initial2026');
});
afterAll(() => server.stop());

const allowed = new Set<CallName>(['userInfo', 'updateCompanyAccountPwd']);
const refused = { status: 403, code: 4003, message: '请先修改初始密码' };
const closed = (Object.keys(apiPaths) as CallName[]).filter((name) => apiPaths[name].access !== 'open');

describe('with an initial password', () => {
  it.each(closed.filter((name) => !allowed.has(name)))('%s is refused', async (name) => {
    const { method, path } = apiPaths[name];
    expect(await server.inject({ method, url: path.replace(/\{\w+\}/g, 'x'), headers: { accesstoken: token } })).toMatchObject(refused);
  });

  it('an administrator cannot set the password of another', async () => {
    expect(await server.call('updateCompanyAccountPwd', { body: { account: 'staff03', pwd: 'Stolen2026' } }, { token })).toMatchObject(refused);
    expect((await server.call('login', { body: { userNo: 'staff03', password: passwords.staff, loginType: 9 } })).code).toBe(1000);
  });

  it('the person is told so, can leave, and is free after choosing another', async () => {
    expect((await server.call('userInfo', {}, { token })).message.mustChangePassword).toBe(true);
    const body = { account: 'newadmin', pwd: 'Chosen2026', oldPwd: 'Initial2026' };
    expect((await server.call('updateCompanyAccountPwd', { body }, { token })).code).toBe(1000);
    expect((await server.call('userInfo', {}, { token })).message.mustChangePassword).toBe(false);
    expect((await server.call('queryCompanyAccountPage', { query: {} }, { token })).code).toBe(1000);
    expect((await server.call('signOut', { body: {} }, { token })).code).toBe(1000);
  });

  it('after a reset the duty is back', async () => {
    await server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: 'Reset2026' } }, { as: 'admin01' });
    const again = await server.signIn('staff02', 'Reset2026');
    expect(await server.call('queryMyTaskCheckList', { query: {} }, { token: again })).toMatchObject(refused);
  });
});
