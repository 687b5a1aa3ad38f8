import { afterAll, beforeAll, expect, test } from 'vitest';
import { code } from '#contract/codes.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a call that names another account than the token is put off: its content was entered by somebody else', async () => {
  const { message: user } = await server.call('userInfo', {}, { as: 'staff01' });
  const own = await server.call('userInfo', {}, { as: 'staff01', headers: { 'x-account': user.employeeId } });
  expect(own.code).toBe(code.success);
  const other = await server.call('userInfo', {}, { as: 'staff02', headers: { 'x-account': user.employeeId } });
  expect(other).toMatchObject({ status: 503, code: code.unavailable, message: '登录账号已切换，请稍后重试' });
});
