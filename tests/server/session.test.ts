import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPassword } from '../../server/modules/session/password-service.ts';
import { purgeSessions } from '../../server/modules/session/session-purge-service.ts';
import { createSessionService } from '../../server/modules/session/session-service.ts';
import { createStaffService } from '../../server/modules/staff/staff-service.ts';
import { companies, depts, employees, passwords } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const login = (userNo: string, password: string, from?: string) =>
  server.call('login', { body: { userNo, password, loginType: 9 } }, from === undefined ? {} : { from });
const freshLogin = async (account: 'staff01' | 'staff02' | 'staff03' = 'staff01') => (await login(account, passwords.staff)).message;
const refresh = (refreshToken: string) => server.call('refreshToken', { body: { refreshToken } });
const userInfo = (token: string) => server.call('userInfo', {}, { token });
const sessionRows = (accessToken: string) =>
  server.context.db
    .selectFrom('session')
    .selectAll()
    .where('access_hash', '=', createHash('sha256').update(accessToken).digest('hex'))
    .execute();

describe('signing in', () => {
  it('answers with tokens and the user, numbers masked', async () => {
    const answer = await login('staff01', passwords.staff);
    expect(answer).toMatchObject({ status: 200, code: 1000 });
    expect(answer.message.user).toEqual({
      employeeId: employees.staff01.id,
      roleId: 1,
      avator: '',
      compName: companies.first.compName,
      siteTitle: '示例市第一医院依法执业自查',
      employeeName: '张内一',
      compNo: companies.first.compNo,
      specCode: 'hospital',
      isAdmin: 0,
      account: 'staff01',
      sex: '女',
      tel: '138****0002',
      email: 's***@hospital.example',
      idCard: '1101**********0022',
      deptId: depts.internal.id,
      deptName: '内科',
      mustChangePassword: false,
    });
    expect(answer.message.expiresTime).toBe(new Date(server.clock.now().getTime() + 2 * HOUR).toISOString());
  });

  it('takes the fields from the query, as the specification has it', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      query: { userNo: 'staff01', password: passwords.staff, loginType: '9' },
    });
    expect(answer.code).toBe(1000);
  });

  it('takes them from the query beside a body of null', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      query: { userNo: 'staff01', password: passwords.staff, loginType: '9' },
      headers: { 'content-type': 'application/json' },
      payload: 'null',
    });
    expect(answer.code).toBe(1000);
  });

  it.each(['  staff01 ', 'STAFF01', 'Staff01'])('knows the account %j', async (account) => {
    expect((await login(account, passwords.staff)).code).toBe(1000);
  });

  it.each(['staff2026', ' Staff2026', 'Staff2026 '])('does not trim or fold the password %j', async (password) => {
    expect((await login('staff02', password, '10.9.0.1')).code).toBe(4000);
  });

  it.each([8, '', 'nine', null, 9.5])('refuses the login type %j', async (loginType) => {
    const answer = await server.inject({ method: 'POST', url: '/api/auth/login', payload: { userNo: 'staff01', password: passwords.staff, loginType } });
    expect(answer).toMatchObject({ status: 422, code: 4022, message: '登录方式不支持' });
  });

  it('gives a new pair at each sign-in, of 256 random bits, and stores hashes only', async () => {
    const [first, second] = [await freshLogin(), await freshLogin()];
    const tokens = [first.accessToken, first.refreshToken, second.accessToken, second.refreshToken];
    expect(new Set(tokens).size).toBe(4);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const stored = JSON.stringify(await server.context.db.selectFrom('session').selectAll().execute());
    for (const token of tokens) expect(stored).not.toContain(token);
  });

  it('keeps passwords as argon2id with the parameters of OWASP', async () => {
    await server.call('updateCompanyAccountPwd', { body: { account: 'staff03', pwd: 'Fresh2026', oldPwd: passwords.staff } }, { as: 'staff03' });
    const { password_hash: hash } = await server.context.db
      .selectFrom('employee')
      .select('password_hash')
      .where('account', '=', 'staff03')
      .executeTakeFirstOrThrow();
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await server.call('updateCompanyAccountPwd', { body: { account: 'staff03', pwd: passwords.staff, oldPwd: 'Fresh2026' } }, { as: 'staff03' });
  });

  it('remembers when a person signed in last', async () => {
    await freshLogin('staff02');
    const row = await server.context.db
      .selectFrom('employee')
      .select('last_sign_in_at')
      .where('account', '=', 'staff02')
      .executeTakeFirstOrThrow();
    expect(row.last_sign_in_at).toBe(server.clock.now().toISOString());
  });

  it('records success and failure', async () => {
    await login('staff02', passwords.staff, '10.9.0.2');
    await login('staff02', 'Wrong2026', '10.9.0.2');
    await login('nobody77', 'Wrong2026', '10.9.0.2');
    const rows = await server.context.db
      .selectFrom('audit_record')
      .select(['comp_no', 'employee_id', 'account', 'action', 'succeeded'])
      .where('address', '=', '10.9.0.2')
      .orderBy('id')
      .execute();
    const known = { comp_no: companies.first.compNo, employee_id: employees.staff02.id, account: 'staff02', action: 'session.signIn' };
    expect(rows).toEqual([
      { ...known, succeeded: 1 },
      { ...known, succeeded: 0 },
      { comp_no: null, employee_id: null, account: '', action: 'session.signIn', succeeded: 0 },
    ]);
  });
});

describe('a known and an unknown account', () => {
  it('answer in the same words', async () => {
    const known = await login('staff01', 'Wrong2026', '10.1.0.1');
    const unknown = await login('nobody1', 'Wrong2026', '10.1.0.1');
    const disabled = await withDisabled('staff03', () => login('staff03', passwords.staff, '10.1.0.1'));
    expect(known).toMatchObject({ status: 400, code: 4000, message: '账号或密码错误' });
    for (const other of [unknown, disabled]) {
      expect([other.status, other.body.toString(), Object.keys(other.headers)]).toEqual([known.status, known.body.toString(), Object.keys(known.headers)]);
    }
  });

  it('answer in the same time', async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 12; round += 1) {
      for (const kind of ['known', 'unknown'] as const) {
        const account = kind === 'known' ? 'staff02' : 'nobody2';
        const start = performance.now();
        // Another address each time, and far apart, so that throttling has no part in it.
        await login(account, 'Wrong2026', `10.2.${round}.1`);
        times[kind].push(performance.now() - start);
      }
      server.clock.advance(2 * HOUR);
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    const ratio = median(times.known) / median(times.unknown);
    // Without the hash that stands in for a missing one, the unknown account answers about ten times as fast.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

describe('the access token', () => {
  it('is asked for', async () => {
    const answer = await server.call('userInfo', {});
    expect(answer).toMatchObject({ status: 401, code: 4001, message: '请先登录' });
  });

  it('counts as missing when empty', async () => {
    const answer = await server.call('userInfo', {}, { token: '' });
    expect(answer).toMatchObject({ status: 401, code: 4001 });
  });

  it.each(['unknown', 'a'.repeat(5000), "' or '1'='1", '%00'])('is refused with status 200 when it is not known: %j', async (token) => {
    const answer = await userInfo(token);
    expect(answer).toMatchObject({ status: 200, code: 4001, message: '登录已过期，请重新登录' });
  });

  it('ends after two hours', async () => {
    const { accessToken } = await freshLogin();
    server.clock.advance(2 * HOUR - 1);
    expect((await userInfo(accessToken)).code).toBe(1000);
    server.clock.advance(1);
    expect(await userInfo(accessToken)).toMatchObject({ status: 200, code: 4001 });
  });

  it('of a refresh token is none', async () => {
    const { refreshToken } = await freshLogin();
    expect((await userInfo(refreshToken)).code).toBe(4001);
  });

  it('is marked as used at its first use and not written again', async () => {
    const { accessToken } = await freshLogin();
    expect((await sessionRows(accessToken))[0]?.used_at).toBeNull();
    await userInfo(accessToken);
    const first = server.clock.now().toISOString();
    server.clock.advance(1000);
    await userInfo(accessToken);
    expect((await sessionRows(accessToken))[0]?.used_at).toBe(first);
  });

  it('of a disabled person is refused at once, and stays so', async () => {
    const { accessToken, refreshToken } = await freshLogin('staff03');
    await withDisabled('staff03', async () => {
      for (const answer of [await userInfo(accessToken), await refresh(refreshToken)]) expect(answer).toMatchObject({ status: 200, code: 4001, message: '账号已停用，请联系管理员' });
    });
    expect((await userInfo(accessToken)).code).toBe(4001);
    expect((await refresh(refreshToken)).code).toBe(4001);
  });

  it('is refused even where the row alone was disabled', async () => {
    const { accessToken } = await freshLogin('staff03');
    const setEnabled = (enabled: number) =>
      server.context.db.updateTable('employee').set({ enabled }).where('account', '=', 'staff03').execute();
    await setEnabled(0);
    expect((await userInfo(accessToken)).code).toBe(4001);
    await setEnabled(1);
    expect((await userInfo(accessToken)).code).toBe(1000);
  });

  it('takes a change of role and department at once', async () => {
    const { accessToken } = await freshLogin('staff03');
    const list = () => server.call('queryCompanyAccountPage', { query: {} }, { token: accessToken });
    expect((await list()).code).toBe(4003);
    const employee = { id: employees.staff03.id, employeeName: '王外三', sex: '女', deptId: depts.surgery.id } as const;
    await server.call('updateCompanyAccount', { body: { ...employee, isAdmin: 1 } }, { as: 'admin01' });
    expect((await list()).code).toBe(1000);
    await server.call('updateCompanyAccount', { body: { ...employee, isAdmin: 0 } }, { as: 'admin01' });
    expect((await list()).code).toBe(4003);
  });
});

describe('refreshing', () => {
  it('gives a new pair, and the new one works', async () => {
    const first = await freshLogin();
    server.clock.advance(HOUR);
    const second = await refresh(first.refreshToken);
    expect(second).toMatchObject({ code: 1000, message: { user: { account: 'staff01' } } });
    expect(second.message.accessToken).not.toBe(first.accessToken);
    expect(second.message.refreshToken).not.toBe(first.refreshToken);
    expect(second.message.expiresTime).toBe(new Date(server.clock.now().getTime() + 2 * HOUR).toISOString());
    expect((await userInfo(second.message.accessToken)).code).toBe(1000);
  });

  it('works until thirty days have passed', async () => {
    const { refreshToken } = await freshLogin();
    server.clock.advance(30 * DAY - 1);
    const second = await refresh(refreshToken);
    expect(second.code).toBe(1000);
    server.clock.advance(30 * DAY);
    expect(await refresh(second.message.refreshToken)).toMatchObject({ status: 200, code: 4001 });
  });

  it('asks for the password again after ninety days, however often it was refreshed', async () => {
    let { refreshToken } = await freshLogin();
    for (let day = 0; day < 80; day += 20) {
      server.clock.advance(20 * DAY);
      refreshToken = (await refresh(refreshToken)).message.refreshToken;
    }
    server.clock.advance(10 * DAY - 1);
    const last = await refresh(refreshToken);
    expect(last).toMatchObject({ code: 1000, message: { expiresTime: new Date(server.clock.now().getTime() + 1).toISOString() } });
    server.clock.advance(1);
    expect((await refresh(last.message.refreshToken)).code).toBe(4001);
  });

  it.each(['unknown', 'x'.repeat(200)])('refuses the token %j', async (token) => {
    expect(await refresh(token)).toMatchObject({ status: 200, code: 4001, message: '登录已过期，请重新登录' });
  });

  it('refuses an access token', async () => {
    expect((await refresh((await freshLogin()).accessToken)).code).toBe(4001);
  });

  it('may be repeated when its answer was lost; the pair that was lost is dead', async () => {
    const first = await freshLogin();
    const lost = (await refresh(first.refreshToken)).message;
    const again = await refresh(first.refreshToken);
    expect(again.code).toBe(1000);
    expect((await userInfo(lost.accessToken)).code).toBe(4001);
    expect((await userInfo(again.message.accessToken)).code).toBe(1000);
  });

  it('revokes the family when an old token comes back after its successor was used', async () => {
    const first = await freshLogin();
    const second = (await refresh(first.refreshToken)).message;
    await userInfo(second.accessToken);
    const other = await freshLogin();
    expect(await refresh(first.refreshToken)).toMatchObject({ status: 200, code: 4001 });
    expect((await userInfo(second.accessToken)).code).toBe(4001);
    expect((await userInfo(first.accessToken)).code).toBe(4001);
    expect((await refresh(second.refreshToken)).code).toBe(4001);
    // Another sign-in of the same person goes on.
    expect((await userInfo(other.accessToken)).code).toBe(1000);
    const records = await server.context.db.selectFrom('audit_record').select('summary').where('summary', 'like', '%刷新令牌%').execute();
    expect(records).toHaveLength(1);
  });

  it('revokes the family when the successor was only refreshed', async () => {
    const first = await freshLogin();
    const second = (await refresh(first.refreshToken)).message;
    const third = (await refresh(second.refreshToken)).message;
    expect((await refresh(first.refreshToken)).code).toBe(4001);
    expect((await userInfo(third.accessToken)).code).toBe(4001);
  });

  it('revokes the family when the pair that was replaced turns up after all', async () => {
    const first = await freshLogin();
    const lost = (await refresh(first.refreshToken)).message;
    const again = (await refresh(first.refreshToken)).message;
    expect((await refresh(lost.refreshToken)).code).toBe(4001);
    expect((await userInfo(again.accessToken)).code).toBe(4001);
  });

  it('twice at once leaves one working pair and no error', async () => {
    const first = await freshLogin();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(first.refreshToken)));
    expect(answers.map((answer) => answer.code)).toEqual(Array(6).fill(1000));
    const alive = await Promise.all(answers.map(async (answer) => (await userInfo(answer.message.accessToken)).code === 1000));
    expect(alive.filter(Boolean)).toHaveLength(1);
  });

  it('at once with signing out never leaves a session behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await freshLogin();
      const [out, refreshed] = await Promise.all([server.call('signOut', { body: {} }, { token: first.accessToken }), refresh(first.refreshToken)]);
      expect(out.code).toBe(1000);
      expect([1000, 4001]).toContain(refreshed.code);
      if (refreshed.code === 1000) expect((await userInfo(refreshed.message.accessToken)).code).toBe(4001);
    }
  });
});

describe('signing out', () => {
  it('ends the whole family and no other', async () => {
    const first = await freshLogin();
    const second = (await refresh(first.refreshToken)).message;
    const other = await freshLogin();
    expect(await server.call('signOut', { body: {} }, { token: second.accessToken })).toMatchObject({ code: 1000, message: null });
    for (const token of [first.accessToken, second.accessToken]) expect(await userInfo(token)).toMatchObject({ status: 200, code: 4001 });
    for (const token of [first.refreshToken, second.refreshToken]) expect((await refresh(token)).code).toBe(4001);
    expect((await userInfo(other.accessToken)).code).toBe(1000);
  });

  const signOut = (token: string, refreshToken?: string) => server.call('signOut', { body: refreshToken === undefined ? {} : { refreshToken } }, { token });

  it.each([
    ['an access token that has expired', (tokens: { accessToken: string }) => signOut(tokens.accessToken)],
    ['the refresh token alone', (tokens: { refreshToken: string }) => signOut('', tokens.refreshToken)],
    ['an access token that nobody knows beside the refresh token', (tokens: { refreshToken: string }) => signOut('made-up', tokens.refreshToken)],
  ])('is done by %s, and leaves no refresh token alive', async (_name, leave) => {
    const first = await freshLogin();
    const second = (await refresh(first.refreshToken)).message;
    server.clock.advance(3 * HOUR);
    expect((await userInfo(second.accessToken)).code).toBe(4001);
    const audits = async () => (await server.context.db.selectFrom('audit_record').select('id').where('action', '=', 'session.signOut').execute()).length;
    const before = await audits();
    expect(await leave(second)).toMatchObject({ status: 200, code: 1000 });
    expect((await refresh(second.refreshToken)).code).toBe(4001);
    expect(await audits()).toBe(before + 1);
    // A repeat changes nothing more.
    expect((await leave(second)).code).toBe(4001);
    expect(await audits()).toBe(before + 1);
  });

  it('is refused without a token, and with one that nobody knows', async () => {
    expect(await server.inject({ method: 'POST', url: '/api/admin/signOut' })).toMatchObject({ status: 401, code: 4001 });
    expect(await signOut('', '')).toMatchObject({ status: 401, code: 4001 });
    expect(await signOut('made-up')).toMatchObject({ status: 200, code: 4001 });
    expect(await signOut('', 'made-up')).toMatchObject({ status: 200, code: 4001 });
  });

  it('works for somebody who has not replaced an initial password', async () => {
    await server.context.db.updateTable('employee').set({ must_change_password: 1 }).where('id', '=', employees.staff03.id).execute();
    const { accessToken } = await freshLogin('staff03');
    expect((await signOut(accessToken)).code).toBe(1000);
    await server.context.db.updateTable('employee').set({ must_change_password: 0 }).where('id', '=', employees.staff03.id).execute();
  });
});

describe('changing the password', () => {
  it('ends the other sessions of the person and keeps this one', async () => {
    const here = await freshLogin('staff02');
    const there = await freshLogin('staff02');
    const changed = await server.call(
      'updateCompanyAccountPwd',
      { body: { account: 'staff02', pwd: 'Other2026', oldPwd: passwords.staff } },
      { token: here.accessToken },
    );
    expect(changed.code).toBe(1000);
    expect((await userInfo(here.accessToken)).code).toBe(1000);
    expect((await refresh(here.refreshToken)).code).toBe(1000);
    expect((await userInfo(there.accessToken)).code).toBe(4001);
    expect((await refresh(there.refreshToken)).code).toBe(4001);
    expect((await login('staff02', passwords.staff)).code).toBe(4000);
    expect((await login('staff02', 'Other2026')).code).toBe(1000);
    await server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: passwords.staff } }, { as: 'admin01' });
  });

  it('by an administrator ends all sessions', async () => {
    const session = await freshLogin('staff02');
    await server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: 'Reset2026' } }, { as: 'admin01' });
    expect((await userInfo(session.accessToken)).code).toBe(4001);
    expect((await refresh(session.refreshToken)).code).toBe(4001);
    await server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: passwords.staff } }, { as: 'admin01' });
  });

  it('by an administrator is told to a phone that was signed in, after days too, until the person has chosen a password', async () => {
    const phone = await freshLogin('staff02');
    await server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: 'Reset2026' } }, { as: 'admin01' });
    server.clock.advance(3 * DAY);
    for (const answer of [await userInfo(phone.accessToken), await refresh(phone.refreshToken)]) {
      expect(answer).toMatchObject({ status: 200, code: 4001, message: '密码已由管理员重置，请用新密码登录' });
    }
    await server.context.db.updateTable('employee').set({ must_change_password: 0 }).where('account', '=', 'staff02').execute();
    for (const answer of [await userInfo(phone.accessToken), await refresh(phone.refreshToken)]) expect(answer).toMatchObject({ code: 4001, message: '登录已过期，请重新登录' });
    await server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: passwords.staff } }, { as: 'admin01' });
    await server.context.db.updateTable('employee').set({ must_change_password: 0 }).where('account', '=', 'staff02').execute();
  });

  it.each([
    ['an administrator', () => server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: 'Reset2026' } }, { as: 'admin01' })],
    ['the operator', () => createStaffService(server.context, createSessionService(server.context)).resetPassword('staff02', 'Reset2026')],
  ])('by %s is not undone by a change of the person that is under way', async (_who, reset) => {
    await server.signIn('admin01');
    for (let round = 0; round < 12; round += 1) {
      const { accessToken } = await freshLogin('staff02');
      const own = server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: 'Mine2026', oldPwd: passwords.staff } }, { token: accessToken });
      await delay(round * 8);
      await Promise.all([reset(), own]);
      const row = await server.context.db.selectFrom('employee').select(['password_hash', 'must_change_password']).where('account', '=', 'staff02').executeTakeFirstOrThrow();
      expect([await verifyPassword(row.password_hash, 'Reset2026'), row.must_change_password], `round ${round}`).toEqual([true, 1]);
      expect((await userInfo(accessToken)).code).toBe(4001);
      await server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: passwords.staff } }, { as: 'admin01' });
    }
    await server.context.db.updateTable('employee').set({ must_change_password: 0 }).where('account', '=', 'staff02').execute();
  });

  it('by two calls at once, of the same person, holds as the one says that is told of success', async () => {
    const { accessToken } = await freshLogin('staff02');
    const [first, second] = await Promise.all(
      ['Mine2026', 'Other2026'].map((pwd) => server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd, oldPwd: passwords.staff } }, { token: accessToken })),
    );
    expect([first?.code, second?.code].toSorted()).toEqual([1000, 4022]);
    expect((await login('staff02', first?.code === 1000 ? 'Mine2026' : 'Other2026')).code).toBe(1000);
    await server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: passwords.staff } }, { as: 'admin01' });
    await server.context.db.updateTable('employee').set({ must_change_password: 0 }).where('account', '=', 'staff02').execute();
  });
});

describe('what has ended', () => {
  it('is removed by the daily work, never by a sign-in, which could fail by it', async () => {
    const ended = await freshLogin();
    server.clock.advance(31 * DAY);
    const open = await freshLogin();
    expect(await sessionRows(ended.accessToken)).toHaveLength(1);
    expect(await purgeSessions(server.context)).toBe(true);
    expect(await sessionRows(ended.accessToken)).toEqual([]);
    expect((await userInfo(open.accessToken)).code).toBe(1000);
  });
});

/** Runs something while an account is disabled, and enables it again. */
async function withDisabled<Result>(account: 'staff03', work: () => Promise<Result>): Promise<Result> {
  const { id, employeeName, dept } = employees[account];
  const employee = { id, employeeName, sex: '女', deptId: dept.id } as const;
  await server.call('updateCompanyAccount', { body: { ...employee, enabled: 0 } }, { as: 'admin01' });
  try {
    return await work();
  } finally {
    await server.call('updateCompanyAccount', { body: { ...employee, enabled: 1 } }, { as: 'admin01' });
  }
}
