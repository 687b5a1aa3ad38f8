import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { shanghaiDay } from '#contract/calendar.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { passwords } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';

// Each command is a start of Node.
vi.setConfig({ testTimeout: 90_000 });

/** An operator's command as it is run: a process of its own, beside the server. */
const runCommand = (name: string, args: string[], place: { dataDir: string; databaseUrl: string }) =>
  new Promise<{ exitCode: number; output: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, NODE_ENV: 'production' };
    execFile(process.execPath, [`server/commands/${name}.ts`, ...args], { env }, (error, stdout, stderr) => {
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, output: `${stdout}${stderr}` });
    });
  });

describe('npm run init', () => {
  let dataDir: string;
  let database: TestDatabase;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'zyzc-init-'));
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const init = (...args: string[]) => runCommand('init', args, { dataDir, databaseUrl: database.url });

  it('makes the first institution and its administrator in an empty database, and prints the password once', async () => {
    const { exitCode, output } = await init('--name', '某某医院', '--title', '某某省依法执业自查', '--spec', 'clinic');
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^已创建机构: 某某医院\n管理员账号: admin\n初始密码: [A-Za-z2-8]{14}\n/)]);
  });

  it('gives it the title that the screens are headed with, and its code', async () => {
    const server = await startTestServer({ withoutFixture: true, env: { DATA_DIR: dataDir, DATABASE_URL: database.url } });
    onTestFinished(() => server.stop());
    expect((await server.call('getSiteByKey', { query: {} })).message).toMatchObject({ siteTitle: '某某省依法执业自查', compName: '某某医院' });
    expect(await server.context.db.selectFrom('company').select('spec_code').execute()).toEqual([{ spec_code: 'clinic' }]);
  });

  it('makes a second one only by its own number and account, and says so', async () => {
    expect(await init('--name', '另一医院')).toEqual({ exitCode: 1, output: expect.stringContaining('再建一个需要写明 --name、--no 和 --account') });
    expect(await init('--name', '另一医院', '--no', '100002', '--account', 'ADMIN')).toEqual({ exitCode: 1, output: expect.stringContaining('已存在') });
    expect((await init('--name', '另一医院', '--no', '100002', '--account', 'admin2')).exitCode).toBe(0);
  });
});

describe('npm run reset-password', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  const reset = (...args: string[]) => runCommand('reset-password', args, server);

  it('gives a password that has to be changed, ends every session, and leaves an audit record', async () => {
    const token = await server.signIn('admin01');
    const { exitCode, output } = await reset('Admin01');
    expect(exitCode).toBe(0);
    const password = /新密码: (\S+)/.exec(output)?.[1] ?? '';
    expect(output).toContain('管理员甲');
    expect(await server.call('userInfo', {}, { token })).toMatchObject({ status: 200, code: 4001 });
    expect((await server.call('login', { body: { userNo: 'admin01', password: passwords.admin, loginType: 9 } })).code).toBe(4000);
    const signedIn = await server.call('login', { body: { userNo: 'admin01', password, loginType: 9 } });
    expect(signedIn.message.user).toMatchObject({ account: 'admin01', mustChangePassword: true });
    const records = await server.context.db.selectFrom('audit_record').selectAll().where('action', '=', 'employee.resetPassword').execute();
    expect(records).toMatchObject([{ account: '运维命令', employee_id: null, comp_no: '110001', succeeded: 1, summary: '在服务器上重置人员 admin01 的密码' }]);
    expect(JSON.stringify(records)).not.toContain(password);
  });

  it('leaves the others alone', async () => {
    expect((await server.call('login', { body: { userNo: 'staff01', password: passwords.staff, loginType: 9 } })).code).toBe(1000);
  });

  it('is read by the administrators of the company alone', async () => {
    const day = shanghaiDay(new Date());
    await reset('staff91');
    const page = await server.call('queryAuditPage', { query: { startDate: day, endDate: day } }, { as: 'admin91' });
    expect(page.message.records.filter((record) => record.account === '运维命令').map((record) => record.summary)).toEqual(['在服务器上重置人员 staff91 的密码']);
  });

  it('says what is wrong, and of a disabled account that it stays so', async () => {
    expect(await reset()).toEqual({ exitCode: 1, output: expect.stringContaining('用法') });
    expect(await reset('nobody')).toEqual({ exitCode: 1, output: expect.stringContaining('没有账号 nobody') });
    await server.context.db.updateTable('employee').set({ enabled: 0 }).where('account', '=', 'staff03').execute();
    expect((await reset('staff03')).output).toContain('该账号已停用');
  });
});
