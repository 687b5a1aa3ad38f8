import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwords } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const MINUTE = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const signIn = async (userNo: string, userAgent: string, from: string) =>
  (await server.call('login', { body: { userNo, password: passwords.staff, loginType: 9 } }, { from, headers: { 'user-agent': userAgent } })).message;
const list = async (token: string) => (await server.call('querySessionList', {}, { token })).message;
const end = (id: string, token: string) => server.call('endSession', { params: { id } }, { token });
const isSignedIn = async (token: string) => (await server.call('userInfo', {}, { token })).code === 1000;
const audits = async () =>
  (await server.context.db.selectFrom('audit_record').select('summary').where('action', '=', 'session.end').orderBy('id').execute()).map(({ summary }) => summary);

describe('the sessions of an account', () => {
  it('are listed with device, address and last use, the own one marked', async () => {
    const start = server.clock.now();
    const phone = await signIn('staff01', 'Phone', '10.0.0.1');
    const desk = await signIn('staff01', 'Desk', '10.0.0.2');
    await signIn('staff02', 'Other', '10.0.0.3');
    server.clock.advance(30 * MINUTE);
    const sessions = await list(phone.accessToken);
    expect(sessions).toEqual([
      { id: expect.any(String), isCurrent: true, userAgent: 'Phone', address: '10.0.0.1', signedInAt: start.toISOString(), lastUsedAt: server.clock.now().toISOString() },
      { id: expect.any(String), isCurrent: false, userAgent: 'Desk', address: '10.0.0.2', signedInAt: start.toISOString(), lastUsedAt: start.toISOString() },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(desk.accessToken);

    // A use is noted again after some minutes, and not at each call.
    server.clock.advance(4 * MINUTE);
    expect((await list(phone.accessToken))[0]?.lastUsedAt).toBe(sessions[0]?.lastUsedAt);
    server.clock.advance(2 * MINUTE);
    expect((await list(phone.accessToken))[0]?.lastUsedAt).toBe(server.clock.now().toISOString());

    // A renewed session is the same one, and one that was left is none.
    const renewed = (await server.call('refreshToken', { body: { refreshToken: phone.refreshToken } }, { from: '10.0.0.9' })).message;
    expect((await list(renewed.accessToken)).map(({ isCurrent, address }) => ({ isCurrent, address }))).toEqual([
      { isCurrent: true, address: '10.0.0.9' },
      { isCurrent: false, address: '10.0.0.2' },
    ]);
    await server.call('signOut', { body: {} }, { token: desk.accessToken });
    expect(await list(renewed.accessToken)).toHaveLength(1);
  });

  it('end one by one, with all tokens of that device', async () => {
    const here = await signIn('staff03', 'Here', '10.0.1.1');
    const there = await signIn('staff03', 'There', '10.0.1.2');
    const other = (await list(here.accessToken)).find((session) => !session.isCurrent);
    expect((await end(other!.id, here.accessToken)).code).toBe(1000);
    expect(await isSignedIn(there.accessToken)).toBe(false);
    expect((await server.call('refreshToken', { body: { refreshToken: there.refreshToken } })).code).toBe(4001);
    expect(await isSignedIn(here.accessToken)).toBe(true);
    expect((await end(other!.id, here.accessToken)).code).toBe(1000);
    expect(await audits()).toEqual(['退出本账号在一台设备上的登录']);
  });

  it('end all but the own one', async () => {
    const here = await signIn('staff02', 'Here', '10.0.2.1');
    const others = [await signIn('staff02', 'A', '10.0.2.2'), await signIn('staff02', 'B', '10.0.2.3')];
    const stranger = await signIn('staff01', 'Stranger', '10.0.2.4');
    const before = (await list(here.accessToken)).length;
    expect((await server.call('endOtherSessions', {}, { token: here.accessToken })).message).toEqual({ count: before - 1 });
    for (const { accessToken } of others) expect(await isSignedIn(accessToken)).toBe(false);
    expect(await isSignedIn(here.accessToken)).toBe(true);
    expect(await isSignedIn(stranger.accessToken)).toBe(true);
    expect((await server.call('endOtherSessions', {}, { token: here.accessToken })).message).toEqual({ count: 0 });
    expect((await audits()).at(-1)).toBe(`退出本账号在其他 ${before - 1} 台设备上的登录`);
  });

  it('of another person cannot be ended', async () => {
    const own = await signIn('staff01', 'Own', '10.0.3.1');
    const foreign = await signIn('staff91', 'Foreign', '10.0.3.2');
    const { id } = (await list(foreign.accessToken)).find((session) => session.isCurrent)!;
    expect(await end(id, own.accessToken)).toMatchObject({ status: 404, code: 4004, message: '记录不存在' });
    expect(await isSignedIn(foreign.accessToken)).toBe(true);
  });
});
