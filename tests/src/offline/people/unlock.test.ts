// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignedIn } from '#contract/session.ts';
import { delayOpening, refuseDatabases } from '../browser-storage.ts';
import { signedInAs } from '../people.ts';
import { forgetBrowser, unseen, valueOf } from '../tab.ts';

const PASSWORD = 'Staff2026';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Few, since what they protect is not what is tested. */
const QUICK = 100;

/** The app as it starts, over the browser's storage; what one start holds in memory the next does not see. */
async function startApp() {
  vi.resetModules();
  const { openTab } = await import('../tab.ts');
  const tab = await openTab();
  const accounts = await import('@/offline/people/phone-accounts.ts');
  const { unlock } = await import('@/offline/people/unlock.ts');
  const { phoneRows } = await import('@/offline/storage/phone-store.ts');
  const { keepSession, readKeptSession } = await import('@/offline/people/session-copy.ts');
  return {
    ...accounts,
    tab,
    session: tab.session,
    unlock,
    phoneRows,
    keepSession,
    readKeptSession,
    /** What signing in does once the server has accepted the password. */
    enter: async (signedIn: SignedIn, password = PASSWORD, now?: number) => {
      const replaced = await accounts.rememberPhoneAccount(signedIn.user, await accounts.keysFor(signedIn.user.account, password, QUICK), now);
      tab.session.storeSession(signedIn);
      return replaced;
    },
    /** Hands the phone to somebody else. */
    leave: async () => {
      const stored = tab.session.getStoredSession();
      if (stored === undefined) throw new Error('nobody is signed in');
      const isParked = await accounts.parkSession(stored);
      tab.session.clearSession();
      return isParked;
    },
  };
}
type App = Awaited<ReturnType<typeof startApp>>;

const sentenceOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );
const storedText = async (app: App): Promise<string> =>
  JSON.stringify(await app.phoneRows.read((rows) => rows.list('')), (_key, value: unknown) =>
    value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value,
  );

let app: App;
beforeEach(async () => {
  forgetBrowser();
  app = await startApp();
  app.session.clearSession();
});

describe('an account that was left on the phone', () => {
  beforeEach(async () => {
    await app.enter(signedInAs('e1'));
    expect(await app.leave()).toBe(true);
  });

  test('is offered with name and department, and opens by its password after a restart', async () => {
    app = await startApp();
    expect(await app.listPhoneAccounts()).toMatchObject([{ employeeId: 'e1', employeeName: '人员e1', deptName: '内科', unlockState: 'ready' }]);
    app.session.restoreSession(await app.unlock(' E1 ', PASSWORD));
    expect(app.session.getToken()).toBe('token-e1');
    expect(app.session.loadUser()).toBe(true);
    expect((await app.readKeptSession())?.session?.renewal.refreshToken).toBe('refresh-e1');
    expect((await app.listPhoneAccounts())[0]?.unlockState).toBe('inUse');
    // And can be left again without having been online.
    expect(await app.leave()).toBe(true);
    app.session.restoreSession(await app.unlock('e1', PASSWORD));
    expect(app.session.getToken()).toBe('token-e1');
  });

  test('keeps its tokens and its password from whoever reads the storage', async () => {
    const text = await storedText(app);
    expect(text).toContain('人员e1');
    for (const secret of ['token-e1', 'refresh-e1', PASSWORD]) expect(text).not.toContain(secret);
    expect(JSON.stringify({ ...localStorage })).not.toContain('refresh-e1');
  });

  test('is locked after five wrong passwords, over restarts, until the server has checked the password again', async () => {
    for (const left of [4, 3, 2, 1]) {
      expect(await sentenceOf(app.unlock('e1', 'Wrong2026'))).toBe(`密码错误，还可再试 ${left} 次`);
    }
    app = await startApp();
    expect(await sentenceOf(app.unlock('e1', 'Wrong2026'))).toContain('密码连续输错 5 次，请联网后登录');
    expect(await sentenceOf(app.unlock('e1', PASSWORD))).toContain('密码连续输错 5 次');
    expect((await app.listPhoneAccounts())[0]?.unlockState).toBe('locked');
    await app.enter(signedInAs('e1'));
    await app.leave();
    expect((await app.unlock('e1', PASSWORD)).user.employeeId).toBe('e1');
  });

  test('counts a try before the password is checked, so that ending the app gains none', async () => {
    await Promise.all(Array.from({ length: 5 }, () => sentenceOf(app.unlock('e1', 'Wrong2026'))));
    expect(await sentenceOf(app.unlock('e1', PASSWORD))).toContain('密码连续输错 5 次');
  });

  test('starts to count anew after a right password', async () => {
    await sentenceOf(app.unlock('e1', 'Wrong2026'));
    app.session.restoreSession(await app.unlock('e1', PASSWORD));
    await app.leave();
    expect(await sentenceOf(app.unlock('e1', 'Wrong2026'))).toBe('密码错误，还可再试 4 次');
  });

  test('opens for seven days, and setting the clock back gains none of them', async () => {
    const now = Date.now();
    expect((await app.listPhoneAccounts(now + 7 * DAY_MS - 60_000))[0]?.unlockState).toBe('ready');
    expect((await app.listPhoneAccounts(now + 7 * DAY_MS + 60_000))[0]?.unlockState).toBe('tooOld');
    expect(await sentenceOf(app.unlock('e1', PASSWORD, now + 8 * DAY_MS))).toContain('已超过 7 天');
    app = await startApp();
    expect(await sentenceOf(app.unlock('e1', PASSWORD, now))).toContain('已超过 7 天');
    expect((await app.listPhoneAccounts(now))[0]?.unlockState).toBe('tooOld');
    // Whoever signs in tells the time anew.
    await app.enter(signedInAs('e2'));
    expect((await app.listPhoneAccounts()).find((one) => one.employeeId === 'e1')?.unlockState).toBe('ready');
  });

  test('does not open with a clock set back before the sign-in', async () => {
    await app.phoneRows.change(async (rows) => rows.remove('clock'));
    expect(await sentenceOf(app.unlock('e1', PASSWORD, Date.now() - 2 * DAY_MS))).toContain('手机时间有变动');
  });

  test('does not open once the person has signed out, nor another by its password', async () => {
    await app.enter(signedInAs('e2'), 'Other2026');
    expect(await sentenceOf(app.unlock('e2', PASSWORD))).toContain('请联网后登录');
    const stored = app.session.getStoredSession();
    if (stored) await app.forgetUnlock(stored);
    app.session.clearSession();
    expect(await sentenceOf(app.unlock('e2', 'Other2026'))).toContain('已退出');
    expect(await sentenceOf(app.unlock('e9', PASSWORD))).toContain('请联网后登录');
    expect((await app.listPhoneAccounts()).map((one) => [one.employeeId, one.unlockState])).toEqual([
      ['e2', 'none'],
      ['e1', 'ready'],
    ]);
  });

  test('gives the session that it left to whoever signs in with the server, so that the server can end it', async () => {
    const replaced = await app.enter({ ...signedInAs('e1'), refreshToken: 'refresh-new' });
    expect(replaced?.renewal.refreshToken).toBe('refresh-e1');
    await app.leave();
    expect((await app.unlock('e1', PASSWORD)).renewal.refreshToken).toBe('refresh-new');
    // With a new password the old session cannot be opened, and the old password opens nothing.
    expect(await app.enter(signedInAs('e1'), 'Other2026')).toBeUndefined();
    await app.leave();
    expect(await sentenceOf(app.unlock('e1', PASSWORD))).toContain('密码错误');
  });
});

describe('a phone that is shared', () => {
  test('shows what waits under each account, and sends nothing of one under another', async () => {
    await app.enter(signedInAs('e1'));
    const first = await app.tab.openAnswers('t1');
    await first.set('p1', valueOf(), unseen);
    await first.set('p2', valueOf(), unseen);
    await app.leave();
    await app.enter(signedInAs('e2'));
    const second = await app.tab.openAnswers('t1');
    expect(second.get('p1')).toBeUndefined();
    await second.set('p1', valueOf({ result: 'notApplicable' }), unseen);
    expect((await app.tab.openOutbox('e2')).counts().total).toBe(1);
    await app.leave();
    app = await startApp();
    const waiting = await Promise.all((await app.listPhoneAccounts()).map(async ({ employeeId }) => [employeeId, await app.countWaiting(employeeId)]));
    expect(Object.fromEntries(waiting)).toEqual({ e1: { waiting: 2, refused: 0 }, e2: { waiting: 1, refused: 0 } });
  });

  test('forgets who did not come for a month, unless something of them waits', async () => {
    const now = Date.now();
    for (const id of ['e1', 'e2', 'e3']) {
      await app.enter(signedInAs(id), PASSWORD, id === 'e3' ? now : now - 31 * DAY_MS);
      if (id === 'e1') await (await app.tab.openAnswers('t1')).set('p1', valueOf(), unseen);
      app.session.clearSession();
    }
    await app.forgetOldAccounts(now);
    expect((await app.listPhoneAccounts()).map((one) => one.employeeId).sort()).toEqual(['e1', 'e3']);
  });
});

test('what is kept of a password costs an attacker at least what OWASP asks for, and differs from phone to phone', async () => {
  const [one, other] = [await app.keysFor('e1', PASSWORD), await app.keysFor('e1', PASSWORD)];
  expect(one?.iterations).toBeGreaterThanOrEqual(210_000);
  expect(one?.salt).toHaveLength(16);
  expect(new Uint8Array(one?.check ?? new ArrayBuffer(0))).not.toEqual(new Uint8Array(other?.check ?? new ArrayBuffer(0)));
  expect(one?.key.extractable).toBe(false);
});

test('an initial password, which somebody else knows, opens nothing', async () => {
  const { user, ...tokens } = signedInAs('e1');
  await app.enter({ ...tokens, user: { ...user, mustChangePassword: true } });
  expect(await app.leave()).toBe(false);
  expect((await app.listPhoneAccounts())[0]?.unlockState).toBe('none');
});

test('without a database one signs in and leaves all the same', async () => {
  const end = refuseDatabases();
  try {
    app = await startApp();
    await app.enter(signedInAs('e1'));
    expect(app.session.getToken()).toBe('token-e1');
    expect(await app.canPark('e1')).toBe(false);
    expect(await app.leave()).toBe(false);
    expect(app.session.getToken()).toBe('');
    expect(await app.listPhoneAccounts()).toEqual([]);
  } finally {
    end();
  }
});

describe('after a kill', () => {
  /** What the app does before anything is shown. */
  const bringBack = async (): Promise<void> => (await import('@/app/kept-session.ts')).bringBackSession();
  const old = (): Record<string, string> => ({ ...localStorage });
  /** Browsers write localStorage seconds late: the kill came before. */
  const putBack = (before: Record<string, string>): void => {
    localStorage.clear();
    for (const [key, value] of Object.entries(before)) localStorage.setItem(key, value);
  };

  test('nobody comes back who has left', async () => {
    await app.enter(signedInAs('e1'));
    const before = old();
    await app.leave();
    putBack(before);
    app = await startApp();
    expect(app.session.getToken()).toBe('token-e1');
    await bringBack();
    expect(app.session.getToken()).toBe('');
  });

  test('the one who unlocked last is there, and not the one before', async () => {
    await app.enter(signedInAs('e1'));
    await app.leave();
    await app.enter(signedInAs('e2'));
    const before = old();
    await app.leave();
    app.session.restoreSession(await app.unlock('e1', PASSWORD));
    putBack(before);
    app = await startApp();
    await bringBack();
    expect(app.session.getToken()).toBe('token-e1');
    expect(app.session.getUser()?.employeeId).toBe('e1');
  });

  describe('a phone that is slow to say so', () => {
    const loseAllButTheCopy = async (): Promise<void> => {
      const stored = app.session.getStoredSession();
      if (stored === undefined) throw new Error('nobody is signed in');
      await app.keepSession(stored);
      localStorage.clear();
      document.cookie = 'zyzc_token=; Max-Age=0; Path=/';
    };
    const startSlowly = async (ms: number): Promise<void> => {
      app = await startApp();
      const end = delayOpening(ms);
      try {
        await bringBack();
      } finally {
        end();
      }
    };

    test('brings back who was here as soon as it does', async () => {
      await app.enter(signedInAs('e1'));
      await loseAllButTheCopy();
      await startSlowly(3300);
      expect(app.session.getToken()).toBe('');
      await vi.waitFor(() => expect(app.session.getToken()).toBe('token-e1'), { timeout: 5000 });
      expect(app.session.getUser()?.employeeId).toBe('e1');
    });

    test('still ends the session of who has left', async () => {
      await app.enter(signedInAs('e1'));
      const before = old();
      await app.leave();
      putBack(before);
      await startSlowly(800);
      expect(app.session.getToken()).toBe('token-e1');
      await vi.waitFor(() => expect(app.session.getToken()).toBe(''), { timeout: 5000 });
    });

    test('takes the place of nobody who has signed in meanwhile, whatever the clock said before', async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      try {
        vi.setSystemTime(Date.now() + DAY_MS);
        await app.enter(signedInAs('e1'));
        vi.useRealTimers();
        await loseAllButTheCopy();
        await startSlowly(3300);
        app.session.storeSession(signedInAs('e2'));
        expect((await app.readKeptSession())?.session?.user.employeeId).toBe('e1');
        await new Promise((resolve) => setTimeout(resolve, 100));
        expect(app.session.getUser()?.employeeId).toBe('e2');
      } finally {
        vi.useRealTimers();
      }
    });
  });

  test('a session kept in the shape before is taken over', async () => {
    await app.enter(signedInAs('e1'));
    const stored = app.session.getStoredSession();
    if (stored === undefined) throw new Error('nobody is signed in');
    const { takenAt: _later, ...renewal } = stored.renewal;
    await app.phoneRows.change(async (rows) => rows.put('session', { v: 1, user: stored.user, renewal } as never));
    localStorage.clear();
    document.cookie = 'zyzc_token=; Max-Age=0; Path=/';
    app = await startApp();
    await bringBack();
    expect(app.session.getToken()).toBe('token-e1');
  });
});
