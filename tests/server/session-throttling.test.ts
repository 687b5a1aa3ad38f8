import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { purgeSessions } from '../../server/modules/session/session-purge-service.ts';
import { slowDownMs } from '../../server/modules/session/sign-in-policy.ts';
import { companies, passwords } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const server: TestServer = await startTestServer();
afterAll(() => server.stop());
beforeEach(async () => {
  await server.context.db.deleteFrom('sign_in_attempt').execute();
  await server.context.db.deleteFrom('session').execute();
});

const login = (userNo: string, password: string, from: string) => server.call('login', { body: { userNo, password, loginType: 9 } }, { from });
const fail = async (account: string, from: string, times: number) => {
  const codes: number[] = [];
  for (let round = 0; round < times; round += 1) codes.push((await login(account, 'Wrong2026', from)).code);
  return codes;
};
const countAttempts = async () =>
  (await server.context.db.selectFrom('sign_in_attempt').select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;

describe('five failures within five minutes', () => {
  it('lock the account for that address for fifteen minutes, with the right password too', async () => {
    expect(await fail('staff01', '10.0.0.1', 5)).toEqual([4000, 4000, 4000, 4000, 4000]);
    const locked = await login('staff01', passwords.staff, '10.0.0.1');
    expect(locked).toMatchObject({ status: 429, code: 4029, message: '密码错误次数过多，请 15 分钟后再试' });
    expect(locked.headers['retry-after']).toBe('900');

    server.clock.advance(10 * MINUTE + SECOND);
    const later = await login('staff01', passwords.staff, '10.0.0.1');
    expect(later.message).toBe('密码错误次数过多，请 5 分钟后再试');
    expect(later.headers['retry-after']).toBe('299');

    server.clock.advance(5 * MINUTE - SECOND);
    expect((await login('staff01', passwords.staff, '10.0.0.1')).code).toBe(1000);
  });

  it('leave other addresses and other accounts alone', async () => {
    await fail('staff01', '10.0.0.1', 5);
    expect((await login('staff01', passwords.staff, '10.0.0.2')).code).toBe(1000);
    expect((await login('staff02', passwords.staff, '10.0.0.1')).code).toBe(1000);
  });

  it('lock an account that does not exist in the same way', async () => {
    expect(await fail('nobody1', '10.0.0.1', 6)).toEqual([4000, 4000, 4000, 4000, 4000, 4029]);
  });

  it('count the account however it is written', async () => {
    await fail('staff01', '10.0.0.1', 2);
    await fail('STAFF01', '10.0.0.1', 2);
    await fail(' Staff01 ', '10.0.0.1', 1);
    expect((await login('staff01', passwords.staff, '10.0.0.1')).code).toBe(4029);
  });

  it('have to be within five minutes', async () => {
    await fail('staff01', '10.0.0.1', 4);
    server.clock.advance(5 * MINUTE + SECOND);
    expect(await fail('staff01', '10.0.0.1', 4)).toEqual([4000, 4000, 4000, 4000]);
    expect((await login('staff01', passwords.staff, '10.0.0.1')).code).toBe(1000);
  });

  it('have to follow each other: a sign-in between them clears', async () => {
    await fail('staff01', '10.0.0.1', 4);
    expect((await login('staff01', passwords.staff, '10.0.0.1')).code).toBe(1000);
    expect(await fail('staff01', '10.0.0.1', 4)).toEqual([4000, 4000, 4000, 4000]);
    expect((await login('staff01', passwords.staff, '10.0.0.1')).code).toBe(1000);
  });

  it('cannot be made to last for ever by trying on: refused tries are neither checked nor counted', async () => {
    await fail('staff01', '10.0.0.1', 5);
    for (let minute = 0; minute < 15; minute += 1) {
      expect((await login('staff01', 'Wrong2026', '10.0.0.1')).code).toBe(4029);
      server.clock.advance(MINUTE);
    }
    const counted = await server.context.db.selectFrom('sign_in_attempt').select('id').where('subject', 'not like', '%#locked').execute();
    expect(counted).toHaveLength(5);
    expect((await login('staff01', passwords.staff, '10.0.0.1')).code).toBe(1000);
  });

  it('are recorded, and so is who tries on while it is locked, once a minute for each address', async () => {
    const recorded = async (account: string) =>
      (
        await server.context.db
          .selectFrom('audit_record')
          .select(['summary', 'succeeded', 'address', 'comp_no'])
          .where('account', '=', account)
          .where('address', 'in', ['10.9.0.1', '10.9.0.2'])
          .orderBy('id')
          .execute()
      ).filter(({ summary }) => summary !== '登录失败');
    await fail('staff03', '10.9.0.1', 25);
    const locked = { summary: '登录失败：错误次数过多，已锁定', succeeded: 0, address: '10.9.0.1', comp_no: companies.first.compNo };
    expect(await recorded('staff03')).toEqual([locked]);
    server.clock.advance(MINUTE);
    await fail('staff03', '10.9.0.1', 3);
    await fail('staff03', '10.9.0.2', 6);
    expect(await recorded('staff03')).toEqual([locked, locked, { ...locked, address: '10.9.0.2' }]);
    await fail('nobody9', '10.9.0.1', 7);
    expect(await recorded('')).toEqual([{ ...locked, comp_no: null }]);
  });

  it('do not lock again after one more failure when the lock has ended', async () => {
    await fail('staff01', '10.0.0.1', 5);
    server.clock.advance(15 * MINUTE);
    expect(await fail('staff01', '10.0.0.1', 4)).toEqual([4000, 4000, 4000, 4000]);
  });

  it('are counted when tried at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => login('staff01', 'Wrong2026', '10.0.0.1')));
    expect(answers.filter((answer) => answer.code === 4000)).toHaveLength(5);
    expect(answers.filter((answer) => answer.code === 4029)).toHaveLength(15);
  });

  it('hinder nobody who signs in many times at once with the right password', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => login('staff01', passwords.staff, '10.0.0.1')));
    expect(answers.map((answer) => answer.code)).toEqual(Array(20).fill(1000));
  });

  it('are counted by the /64 of an IPv6 address, however it is written', async () => {
    for (const address of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:2', '[2001:db8:1:2::3]:443', '2001:db8:1:2::4%eth0', '2001:db8:1:2::10.0.0.1']) {
      expect(await fail('staff01', address, 1), address).toEqual([4000]);
    }
    expect((await login('staff01', passwords.staff, '2001:db8:1:2:ffff::9')).code).toBe(4029);
    expect((await login('staff01', passwords.staff, '2001:db8:1:3::1')).code).toBe(1000);
  });

  it('are counted by the IPv4 address, with a port, and inside an IPv6 one, however that is written', async () => {
    for (const address of ['::ffff:10.0.0.1', '::FFFF:0a00:1', '0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1:5555', '[::ffff:10.0.0.1]:443']) {
      expect(await fail('staff02', address, 1), address).toEqual([4000]);
    }
    expect((await login('staff02', passwords.staff, '10.0.0.1')).code).toBe(4029);
    expect((await login('staff02', passwords.staff, '10.0.0.2')).code).toBe(1000);
  });

  it('are counted together where the address is none: a caller may have chosen the text', async () => {
    for (const text of ['x1', 'x2', '999.0.0.1', '10.0.0', 'unknown']) expect(await fail('staff03', text, 1), text).toEqual([4000]);
    expect((await login('staff03', passwords.staff, 'x3')).code).toBe(4029);
    const addresses = await server.context.db.selectFrom('audit_record').select('address').where('account', '=', 'staff03').where('address', 'like', 'x%').execute();
    expect(addresses).toEqual([]);
  });

  it('leave no text of an account that nobody has: people type passwords there', async () => {
    await fail('MyPassword2026', '10.8.0.1', 7);
    const attempts = await server.context.db.selectFrom('sign_in_attempt').selectAll().execute();
    const records = await server.context.db.selectFrom('audit_record').selectAll().where('address', '=', '10.8.0.1').orderBy('id').execute();
    expect([attempts.length, records.length]).toEqual([6, 6]);
    expect(JSON.stringify([attempts, records, server.logs]).toLowerCase()).not.toContain('mypassword2026');
    // Nor what anybody could compute who guesses it.
    expect(JSON.stringify(attempts)).not.toContain(createHash('sha256').update('mypassword2026').digest('hex').slice(0, 16));
  });
});

describe('a network that fails on many accounts', () => {
  const NAT = '10.1.0.1';
  /** @param count of accounts, each of which fails three times */
  const spray = async (count: number) => {
    for (let index = 0; index < count; index += 1) await fail(`sprayed${index}`, NAT, 3);
  };

  it('is stopped for five minutes, but for those who are at home there; others go on', async () => {
    await login('staff02', passwords.staff, NAT);
    await spray(21);
    for (const account of ['staff01', 'nobody1']) {
      expect(await login(account, passwords.staff, NAT)).toMatchObject({ status: 429, code: 4029, message: '密码错误次数过多，请 5 分钟后再试' });
    }
    expect((await login('staff02', passwords.staff, NAT)).code).toBe(1000);
    expect((await login('staff01', passwords.staff, '10.1.0.2')).code).toBe(1000);
    server.clock.advance(5 * MINUTE);
    expect((await login('staff01', passwords.staff, NAT)).code).toBe(1000);
  });

  it('goes on as long as it fails on few, however often, or seldom, on however many', async () => {
    for (let index = 0; index < 20; index += 1) await fail(`clumsy${index}`, NAT, 4);
    expect((await login('staff01', passwords.staff, NAT)).code).toBe(1000);
    await server.context.db.deleteFrom('sign_in_attempt').execute();
    for (let index = 0; index < 60; index += 1) await fail(`seldom${index}`, NAT, 1);
    expect((await login('staff03', passwords.staff, NAT)).code).toBe(1000);
  });

  it('is stopped within a burst, and neither checked nor counted any more, with one record a minute', async () => {
    const began = server.clock.now().toISOString();
    const sprayed = async () => await Promise.all(Array.from({ length: 200 }, (_, index) => login(`burst${index}`, 'Wrong2026', NAT)));
    const codes = (await sprayed()).map(({ code }) => code);
    const failures = codes.filter((code) => code === 4000).length;
    expect(failures).toBeGreaterThan(60);
    expect(failures).toBeLessThanOrEqual(60 + 8);
    expect(codes.filter((code) => code === 4029)).toHaveLength(200 - failures);
    await fail('burst0', NAT, 3);
    const told = () => server.context.db.selectFrom('audit_record').select('id').where('summary', 'like', '%该网络%').where('address', '=', NAT).where('at', '>=', began).execute();
    expect(await told()).toHaveLength(1);
    server.clock.advance(MINUTE);
    await fail('burst1', NAT, 3);
    expect(await told()).toHaveLength(2);
  });
});

describe('many addresses failing on one account', () => {
  const failFromMany = async (count: number) => {
    await fail('staff01', '172.16.1.1', 1);
    const { subject } = await server.context.db.selectFrom('sign_in_attempt').select('subject').executeTakeFirstOrThrow();
    for (let index = 0; index < count; index += 1) {
      await server.context.db
        .insertInto('sign_in_attempt')
        .values({
          id: `01900003-0000-7000-8000-${String(index).padStart(12, '0')}`,
          subject,
          address: `172.16.0.${index}`,
          attempted_at: server.clock.now().toISOString(),
        })
        .execute();
    }
  };
  const timed = async (from: string) => {
    const start = performance.now();
    const answer = await login('staff01', passwords.staff, from);
    return { code: answer.code, ms: performance.now() - start };
  };

  it('slow it down, the more the longer, and let its owner in', async () => {
    await failFromMany(10);
    const slow = await timed('10.0.0.1');
    expect(slow.code).toBe(1000);
    expect(slow.ms).toBeGreaterThan(490);
  });

  it('slow it down by five seconds at most, far below what a client waits for', () => {
    expect([9, 10, 11, 12, 14, 15, 1000].map(slowDownMs)).toEqual([0, 250, 500, 1000, 4000, 5000, 5000]);
  });

  it.each([
    ['10.0.0.1', '::ffff:10.0.0.1'],
    ['2001:db8:7:1::1', '2001:db8:7:1:aaaa::2'],
  ])('do not slow a network that the account is at home at: %s and %s', async (home, later) => {
    await login('staff01', passwords.staff, home);
    await failFromMany(200);
    expect((await timed(later)).ms).toBeLessThan(3000);
  });
});

describe('the old password asked for at its change', () => {
  it('is throttled too, apart from signing in', async () => {
    const change = (oldPwd: string) =>
      server.call('updateCompanyAccountPwd', { body: { account: 'staff02', pwd: 'Other2026', oldPwd } }, { token });
    const token = (await login('staff02', passwords.staff, '127.0.0.1')).message.accessToken;
    for (let round = 0; round < 5; round += 1) expect((await change('Wrong2026')).code).toBe(4022);
    expect((await change(passwords.staff)).code).toBe(4029);
    expect((await change(passwords.staff)).code).toBe(4029);
    const refused = await server.context.db.selectFrom('audit_record').select('summary').where('summary', 'like', '%已锁定').where('action', '=', 'employee.password').execute();
    expect(refused).toEqual([{ summary: '修改自己的密码：原密码错误次数过多，已锁定' }]);
    expect((await login('staff02', passwords.staff, '127.0.0.1')).code).toBe(1000);
  });
});

describe('old attempts', () => {
  it('are removed by the daily work', async () => {
    await fail('staff01', '10.0.0.1', 3);
    server.clock.advance(60 * MINUTE + SECOND);
    await fail('staff02', '10.0.0.2', 1);
    expect(await purgeSessions(server.context)).toBe(true);
    expect(await countAttempts()).toBe(1);
  });
});
