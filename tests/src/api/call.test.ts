// In Node's own realm, where the real server lives too; see `openPage`.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { code } from '#contract/codes.ts';
import type { SignedIn } from '#contract/session.ts';
import { KEPT_HEADER } from '#contract/worker-messages.ts';
import type { CallResult } from '@/api/call-events.ts';
import type { ApiError } from '@/api/ApiError.ts';
import { describeFailure } from '@/app/error-messages.ts';
import { startTestServer, type TestServer } from '../../server/support/server.ts';
import { openPage } from '../offline/page.ts';

/** The client looks at its page when it is loaded, so the page comes first. */
openPage('http://127.0.0.1/');
const { call } = await import('@/api/call.ts');
const { onCallSettled } = await import('@/api/call-events.ts');
const { configureApi } = await import('@/api/hooks.ts');
const { readFile, uploadFile } = await import('@/api/files.ts');
const { isAnswerLost } = await import('@/queries/client/lost-answer.ts');
const { probe, readSiteTitle } = await import('@/api/probe.ts');
const { signIn, signOutOnServer } = await import('@/queries/session-calls.ts');
const { clearSession, getRenewal, getToken, getUser, storeSession } = await import('@/session/session-store.ts');
const { getLastAccount } = await import('@/session/last-account.ts');

const HOUR = 60 * 60 * 1000;
let server: TestServer;
let origin: string;
let endings: string[] = [];
let results: CallResult[] = [];
let endEvents: () => void;

beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/`;
  openPage(origin);
});
afterAll(async () => server.stop());
beforeEach(() => {
  server.clock.set(new Date());
  endings = [];
  results = [];
  configureApi({ onSignedOut: (reason) => endings.push(reason), describeFailure });
  endEvents = onCallSettled((result) => results.push(result));
});
afterEach(() => {
  endEvents();
  clearSession();
});

const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Error && error.name === 'ApiError') return error as ApiError;
  throw new Error(`no ApiError but ${String(error)}`);
};

describe('signing in', () => {
  it('trims the account, stores the session and remembers the account', async () => {
    const user = await signIn('  staff01 ', 'Staff2026');
    expect(user).toMatchObject({ account: 'staff01', isAdmin: 0 });
    expect(getToken()).not.toBe('');
    expect(getUser()?.compName).toBe('示例市第一医院');
    expect(getLastAccount()).toBe('staff01');
    expect(Math.abs(getRenewal()?.clockSkewMs ?? Infinity)).toBeLessThan(5000);
  });

  it('fails with the server\'s sentence and ends nothing', async () => {
    const error = await failure(signIn('staff01', 'Wrong2026'));
    expect(error.message).toMatch(/\p{Script=Han}/u);
    expect(error.kind).toBe('business');
    expect(getToken()).toBe('');
    expect(endings).toEqual([]);
    expect(JSON.stringify([error, error.stack, Object.values(error)])).not.toContain('Wrong2026');
  });

  it('signs out on the server', async () => {
    await signIn('staff01', 'Staff2026');
    const tokens = { accessToken: getToken(), refreshToken: getRenewal()?.refreshToken ?? '' };
    await signOutOnServer(tokens);
    expect((await server.call('userInfo', {}, { token: tokens.accessToken })).code).toBe(code.signedOut);
    expect((await server.call('refreshToken', { body: { refreshToken: tokens.refreshToken } })).code).toBe(code.signedOut);
  });
});

describe('call', () => {
  it('resolves to the payload and the text of success', async () => {
    await signIn('staff01', 'Staff2026');
    const answer = await call('queryMyTaskCheckList', { query: { pageSize: 20 } });
    expect(answer.message).toBe('操作成功');
    expect(answer.data).toMatchObject({ records: [], total: 0, pageSize: 20 });
    expect(results.at(-1)).toBe('answered');
  });

  it('sends a body, and names what is wrong with it', async () => {
    await signIn('admin01', 'Admin2026');
    const error = await failure(call('addCompanyDeptInfo', { body: { deptName: '', tel: '123' } }));
    expect(error).toMatchObject({ kind: 'business', code: code.validation, status: 422 });
    expect(error.details?.map((detail) => detail.field).sort()).toEqual(['deptName', 'tel']);
    expect(results.at(-1)).toBe('answered');
  });

  it('tells a refusal by its status', async () => {
    await signIn('staff01', 'Staff2026');
    expect(await failure(call('queryTaskPage', { query: {} }))).toMatchObject({ kind: 'business', code: code.forbidden, status: 403 });
  });

  it('stops when it is aborted, without an ApiError', async () => {
    await signIn('staff01', 'Staff2026');
    const controller = new AbortController();
    const work = call('lawTypes', undefined, { signal: controller.signal });
    controller.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('renewing the session', () => {
  it('happens once after the access token ended, and the call goes through', async () => {
    await signIn('staff01', 'Staff2026');
    const before = getToken();
    server.clock.advance(3 * HOUR);
    const answers = await Promise.all([call('lawTypes'), call('taskTypes'), call('userInfo')]);
    expect(answers).toHaveLength(3);
    expect(getToken()).not.toBe(before);
    expect(endings).toEqual([]);
    // One refresh token used twice would have ended the session.
    expect((await call('userInfo')).data.account).toBe('staff01');
  });

  it('happens ahead of the end, before the call goes out', async () => {
    await signIn('staff01', 'Staff2026');
    const before = getToken();
    const renewal = getRenewal();
    storeSession({ accessToken: before, expiresTime: new Date(Date.now() + 60_000).toISOString(), refreshToken: renewal?.refreshToken ?? '', user: getUser()! });
    await call('lawTypes');
    expect(getToken()).not.toBe(before);
  });

  it('reckons with a phone whose clock is wrong', async () => {
    await signIn('staff01', 'Staff2026');
    const before = getToken();
    const renewal = getRenewal();
    // The phone is three hours ahead: by its own clock the token has ended, by the server's it has not.
    const seenEnd = new Date(Date.now() - HOUR).toISOString();
    storeSession({ accessToken: before, expiresTime: seenEnd, refreshToken: renewal?.refreshToken ?? '', user: getUser()! }, -3 * HOUR);
    await call('lawTypes');
    expect(getToken()).toBe(before);
  });

  describe('in a tab that knows the cookie of another one, but not yet its localStorage', () => {
    const SESSION_KEY = 'zyzc:session';
    const HOUR_AHEAD = 3 * HOUR;
    /** What another tab renewed and used already. */
    const renewedElsewhere = async (): Promise<{ behind: string; upToDate: string }> => {
      await signIn('staff01', 'Staff2026');
      const behind = localStorage.getItem(SESSION_KEY) ?? '';
      const { code: answerCode, message } = await server.call('refreshToken', { body: { refreshToken: getRenewal()?.refreshToken ?? '' } });
      expect(answerCode).toBe(code.success);
      // As told by a phone whose clock is ahead, which makes the old one look due.
      storeSession(message as SignedIn, -HOUR_AHEAD);
      expect((await call('userInfo')).data.account).toBe('staff01');
      const upToDate = localStorage.getItem(SESSION_KEY) ?? '';
      localStorage.setItem(SESSION_KEY, JSON.stringify({ ...(JSON.parse(behind) as object), expiresTime: new Date(Date.now() - HOUR).toISOString() }));
      return { behind, upToDate };
    };

    it('the old refresh token is not sent ahead of time', async () => {
      await renewedElsewhere();
      const token = getToken();
      await call('lawTypes');
      expect(getToken()).toBe(token);
      expect((await call('userInfo')).data.account).toBe('staff01');
      expect(endings).toEqual([]);
    });

    it('a renewal waits for the new one', async () => {
      const { upToDate } = await renewedElsewhere();
      const token = getToken();
      server.clock.advance(3 * HOUR);
      setTimeout(() => localStorage.setItem(SESSION_KEY, upToDate), 300);
      await call('lawTypes');
      expect(getToken()).not.toBe(token);
      expect((await call('userInfo')).data.account).toBe('staff01');
      expect(endings).toEqual([]);
    });
  });

  it('is not waited for without end while a frozen tab holds the lock', async () => {
    await signIn('staff01', 'Staff2026');
    const before = getToken();
    server.clock.advance(3 * HOUR);
    let thaw = (): void => undefined;
    const frozen = navigator.locks.request('zyzc-refresh', () => new Promise<void>((resolve) => (thaw = resolve)));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const failed = failure(call('lawTypes'));
      await expect.poll(async () => (await navigator.locks.query()).pending?.length).toBe(1);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await failed).toMatchObject({ kind: 'offline' });
    } finally {
      vi.useRealTimers();
    }
    // It is over for this call alone: the session is as good as before.
    expect(endings).toEqual([]);
    thaw();
    await frozen;
    await call('lawTypes');
    expect(getToken()).not.toBe(before);
  });

  it('gives up when the refresh token has ended too, and reports the end once for each call', async () => {
    await signIn('staff01', 'Staff2026');
    server.clock.advance(31 * 24 * HOUR);
    const error = await failure(call('lawTypes'));
    expect(error.code).toBe(code.signedOut);
    expect(endings).toEqual([error.message]);
  });

  it('gives up when the session was ended by an administrator', async () => {
    await signIn('staff02', 'Staff2026');
    await server.context.db.deleteFrom('session').execute();
    expect((await failure(call('lawTypes'))).code).toBe(code.signedOut);
    expect(endings).toHaveLength(1);
  });
});

describe('files', () => {
  // The smallest JPEG that is one: 1 x 1 pixel.
  const jpeg = Uint8Array.from(
    atob('/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q=='),
    (character) => character.charCodeAt(0),
  );

  it('go up under their hash and come back as they were', async () => {
    await signIn('staff01', 'Staff2026');
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', jpeg));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(await uploadFile(sha256, jpeg.buffer, 'image/jpeg')).toMatchObject({ sha256, size: jpeg.length });
    expect((await readFile(sha256)).size).toBe(jpeg.length);
    expect(await failure(readFile('0'.repeat(64)))).toMatchObject({ kind: 'business', code: code.notFound });
  });

  it('say that the session ended, although that answer is no file', async () => {
    await signIn('staff01', 'Staff2026');
    await server.context.db.deleteFrom('session').execute();
    expect((await failure(readFile('0'.repeat(64)))).code).toBe(code.signedOut);
  });
});

describe('before signing in', () => {
  it('our server tells by its own clock when it gave an answer', async () => {
    const { origin } = await call('getSiteByKey', { query: {} });
    expect(origin).toEqual({ isKept: false, servedAt: server.context.now().toISOString() });
  });

  it('our server is recognised, and tells its title', async () => {
    expect(await probe()).toBe(true);
    expect(await readSiteTitle()).toMatch(/\p{Script=Han}/u);
  });
});

describe('what stands before the server', () => {
  let portal: Server;
  let answer: { status: number; type: string; body: string; requestId?: string; kept?: boolean };
  beforeAll(async () => {
    portal = createServer((_request, response) => {
      const headers = { 'content-type': answer.type, 'x-request-id': answer.requestId ?? 'none', ...(answer.kept === true ? { [KEPT_HEADER]: '1' } : {}) };
      response.writeHead(answer.status, headers).end(answer.body);
    });
    await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
    openPage(`http://127.0.0.1:${(portal.address() as AddressInfo).port}/`);
  });
  afterAll(() => {
    portal.close();
    openPage(origin);
  });

  it('a captive portal is not our server', async () => {
    answer = { status: 200, type: 'text/html', body: '<h1>请登录无线网络</h1>' };
    expect(await failure(call('getSiteByKey', { query: {} }))).toMatchObject({ kind: 'offline', message: '服务器链接超时' });
    expect(await probe()).toBe(false);
    expect(await readSiteTitle()).toBeUndefined();
    expect(results.at(-1)).toBe('unreachable');
  });

  it('a file that is a page is not a file', async () => {
    answer = { status: 200, type: 'text/html', body: '<h1>请登录无线网络</h1>' };
    expect((await failure(readFile('0'.repeat(64)))).kind).toBe('offline');
  });

  it('a proxy whose server is down is told by its status', async () => {
    answer = { status: 502, type: 'text/html', body: 'Bad Gateway' };
    expect(await failure(call('getSiteByKey', { query: {} }))).toMatchObject({ kind: 'server', status: 502, message: '网关错误。' });
    expect(results.at(-1)).toBe('unreachable');
  });

  it('an answer without a body by its status is no portal', async () => {
    answer = { status: 204, type: 'text/html', body: '' };
    expect(await failure(call('getSiteByKey', { query: {} }))).toMatchObject({ kind: 'server', status: 204, message: '删除数据成功。' });
  });

  it('a sentence in the body goes before the default', async () => {
    answer = { status: 503, type: 'application/json', body: JSON.stringify({ code: 5003, message: '正在维护，约十分钟' }) };
    expect(await failure(call('getSiteByKey', { query: {} }))).toMatchObject({ kind: 'server', code: 5003, message: '正在维护，约十分钟' });
  });

  it('a sentence of a proxy goes before the default too, but not what is none', async () => {
    answer = { status: 502, type: 'application/json', body: JSON.stringify({ message: '系统升级，请稍后再试' }) };
    expect(await failure(call('getSiteByKey', { query: {} }))).toMatchObject({ kind: 'server', message: '系统升级，请稍后再试', status: 502 });
    for (const message of ['', 'Traceback '.repeat(50), { en: 'no' }, undefined]) {
      answer = { status: 502, type: 'application/json', body: JSON.stringify({ message }) };
      expect((await failure(call('getSiteByKey', { query: {} }))).message).toBe(describeFailure('server', 502));
    }
  });

  it('a failure that the server does not know comes with the number to quote', async () => {
    answer = { status: 500, type: 'application/json', body: JSON.stringify({ code: 5000, message: '服务器发生错误' }), requestId: '0123456789ab' };
    expect(await failure(call('getSiteByKey', { query: {} }))).toMatchObject({ kind: 'server', code: 5000, requestId: '0123456789ab' });
  });

  it('what the worker had kept says nothing of the server', async () => {
    answer = { status: 200, type: 'application/json', body: JSON.stringify({ code: code.success, message: { siteTitle: '自查' } }), kept: true };
    expect(await call('getSiteByKey', { query: {} })).toMatchObject({ data: { siteTitle: '自查' }, origin: { isKept: true, servedAt: '' } });
    expect(results).toEqual([]);
  });

  it('a health answer of somebody else is not ours', async () => {
    answer = { status: 200, type: 'application/json', body: JSON.stringify({ status: 'ok' }) };
    expect(await probe()).toBe(false);
  });

  it('nothing that answers in time is a time-out', async () => {
    const silent = createTcpServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    openPage(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
    expect(await failure(call('getSiteByKey', { query: {} }, { timeoutMs: 300 }))).toMatchObject({ kind: 'timeout', message: '服务器链接超时' });
    expect(results.at(-1)).toBe('unreachable');
    silent.close();
  });

  it('what was not sent for want of a network was received by nobody, and says so', async () => {
    openPage('http://127.0.0.1:9/');
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    const error = await failure(call('getSiteByKey', { query: {} }));
    expect(error).toMatchObject({ kind: 'offline', isUnsent: true, message: '当前没有网络，请联网后再试' });
    expect(isAnswerLost(error)).toBe(false);
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
    const lost = await failure(call('getSiteByKey', { query: {} }));
    expect(isAnswerLost(lost)).toBe(true);
  });

  it('nobody at all is offline', async () => {
    openPage('http://127.0.0.1:9/');
    expect(await failure(call('getSiteByKey', { query: {} }))).toMatchObject({ kind: 'offline', message: '服务器链接超时' });
    expect(await probe()).toBe(false);
  });
});
