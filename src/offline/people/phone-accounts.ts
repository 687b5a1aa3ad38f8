/** Who signed in on this phone, and what brings them back without a network. */
import { DAY_MS } from '#contract/calendar.ts';
import type { UserInfo } from '#contract/session.ts';
import { isSameAccount } from '@/lib/is-same-account.ts';
import { getUser, type StoredSession } from '@/session/session-store.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { StorageError, type ReadRows } from '@/offline/storage/database.ts';
import { CLOCK_KEY, PHONE_ACCOUNT_PREFIX, phoneAccountKey, type ClockRow, type PhoneAccountRow, type UnlockRow } from '@/offline/storage/phone-rows.ts';
import { phoneRows } from '@/offline/storage/phone-store.ts';
import { DRAFT_PREFIX, ENTRY_PREFIX, UPLOAD_PREFIX, type OutboxEntry } from '@/offline/storage/rows.ts';
import { thingsOf } from '@/offline/entries/held-view.ts';
import { leaveSession } from './session-copy.ts';
import { canDeriveKeys, deriveKeys, ITERATIONS, newSalt, openSession, sealSession, type UnlockKeys } from './unlock-keys.ts';

/** As long as that an account opens without a network, counted from when the server last confirmed its session. */
export const UNLOCK_DAYS = 7;
export const UNLOCK_TRIES = 5;
const UNLOCK_MS = UNLOCK_DAYS * DAY_MS;
/** Clocks are put right by minutes all the time. */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;
/** Who has nothing waiting here and did not come for that long is no longer offered. */
const FORGET_AFTER_MS = 30 * DAY_MS;

/**
 * `none`: it was never made, or the person signed out. `inUse`: nobody left the account. `tooOld`: the server confirmed it too
 * long ago, or the clock was set. `locked`: too many wrong passwords.
 */
export type UnlockState = 'ready' | 'none' | 'inUse' | 'tooOld' | 'locked';

export interface PhoneAccount extends Pick<PhoneAccountRow, 'employeeId' | 'account' | 'employeeName' | 'deptName' | 'compNo' | 'compName'> {
  unlockState: UnlockState;
}

/** Whether the account opens offline at that time, which is never before any that this phone has shown. */
export function unlockStateOf({ unlock }: PhoneAccountRow, now: number): UnlockState {
  if (unlock === null) return 'none';
  if (unlock.sealed === null) return 'inUse';
  const age = now - unlock.sealed.confirmedAt;
  // Confirmed in the future: the clock was set back since, and nobody knows by how much too late it will be.
  if (age > UNLOCK_MS || age < -CLOCK_TOLERANCE_MS) return 'tooOld';
  return unlock.failures >= UNLOCK_TRIES ? 'locked' : 'ready';
}

/** The phone's clock, or the latest time it ever showed. */
export async function latestTime(rows: ReadRows, now: number): Promise<number> {
  return Math.max(now, (await rows.get<ClockRow>(CLOCK_KEY))?.seenAt ?? 0);
}

/** Remembers how late it is. Never rejects over storage. */
export async function noteTime(now = Date.now()): Promise<void> {
  await orWithoutStorage(
    phoneRows.change(async (rows) => rows.put(CLOCK_KEY, { v: 1, seenAt: await latestTime(rows, now) })),
    undefined,
  );
}

/** Who used this phone, the last one first; none where nothing can be stored. */
export async function listPhoneAccounts(now = Date.now()): Promise<PhoneAccount[]> {
  return await orWithoutStorage(
    phoneRows.read(async (rows) => {
      const [accounts, time] = await Promise.all([rows.list<PhoneAccountRow>(PHONE_ACCOUNT_PREFIX), latestTime(rows, now)]);
      return accounts
        .sort((one, other) => (one.lastUsedAt < other.lastUsedAt ? 1 : -1))
        .map((row) => ({
          employeeId: row.employeeId,
          account: row.account,
          employeeName: row.employeeName,
          deptName: row.deptName,
          compNo: row.compNo,
          compName: row.compName,
          unlockState: unlockStateOf(row, time),
        }));
    }),
    [],
  );
}

/**
 * How many entries wait on this phone under an account, and how many of those the server refused or are in conflict: they
 * wait for the person and not for the network. 0 where that cannot be read.
 */
export const countWaiting = (employeeId: string): Promise<{ waiting: number; refused: number }> =>
  orWithoutStorage(
    accountRows(employeeId).disk.read(async (rows) => {
      const things = thingsOf(await rows.list<OutboxEntry>(ENTRY_PREFIX), () => false);
      return { waiting: things.length, refused: things.filter(({ state }) => state === 'failed' || state === 'conflict').length };
    }),
    { waiting: 0, refused: 0 },
  );

/** Entries of another release too, and forms that were not sent; true where that cannot be read. */
const isSomethingWaiting = (employeeId: string): Promise<boolean> =>
  orWithoutStorage(
    accountRows(employeeId).disk.read(async (rows) => {
      const keys = await Promise.all([ENTRY_PREFIX, DRAFT_PREFIX, UPLOAD_PREFIX].map((prefix) => rows.keys(prefix)));
      return keys.flat().length > 0;
    }),
    true,
  );

/**
 * Forgets who did not use this phone for long: all that it has of them, unless something waits on it; then that stays, and
 * the account is offered as before. Never rejects over storage.
 */
export async function forgetOldAccounts(now = Date.now()): Promise<void> {
  const isOld = (row: PhoneAccountRow): boolean => now - Date.parse(row.lastUsedAt) > FORGET_AFTER_MS;
  const old = (await orWithoutStorage(phoneRows.read((rows) => rows.list<PhoneAccountRow>(PHONE_ACCOUNT_PREFIX)), [])).filter(isOld);
  if (old.length === 0) return;
  // Behind the first screen, which has no use for it else; where it cannot be had, the next start tries again.
  const forget = await import('./forget-account.ts').catch(() => undefined);
  if (forget === undefined) return;
  for (const { employeeId } of old) {
    if (employeeId === getUser()?.employeeId) continue;
    if (await isSomethingWaiting(employeeId)) {
      await forget.forgetAllButWaiting(employeeId);
      continue;
    }
    await forget.forgetAccount(employeeId);
    await orWithoutStorage(
      phoneRows.change(async (rows) => {
        const row = await rows.get<PhoneAccountRow>(phoneAccountKey(employeeId));
        if (row && isOld(row)) rows.remove(phoneAccountKey(employeeId));
      }),
      undefined,
    );
  }
}

/**
 * What a password gives, made while the server checks it. The salt of an account that is known here is used again, so that
 * the session it left can be opened by the way.
 * @returns undefined where nothing can be stored, or on an insecure origin
 */
export async function keysFor(account: string, password: string, iterations = ITERATIONS): Promise<UnlockKeys | undefined> {
  if (!canDeriveKeys()) return undefined;
  try {
    const unlock = (await findAccount(account))?.unlock;
    return await deriveKeys(password, unlock?.iterations === iterations ? unlock.salt : newSalt(), iterations);
  } catch {
    return undefined;
  }
}

/** By the name that a person signs in with. */
export async function findAccount(account: string): Promise<PhoneAccountRow | undefined> {
  const accounts = await phoneRows.read((rows) => rows.list<PhoneAccountRow>(PHONE_ACCOUNT_PREFIX));
  return accounts.find((row) => isSameAccount(row.account, account));
}

/**
 * After the server accepted the password, at sign-in or as a new one. Its answer also tells the time: a clock that once ran ahead is believed no more.
 * @returns the session that the person had left on this phone, which is replaced now; never rejects over storage
 */
export async function rememberPhoneAccount(user: UserInfo, keys: UnlockKeys | undefined, now = Date.now()): Promise<StoredSession | undefined> {
  const key = phoneAccountKey(user.employeeId);
  const before = await orWithoutStorage(phoneRows.read((rows) => rows.get<PhoneAccountRow>(key)), undefined);
  const sealed = before?.unlock?.sealed ?? null;
  const replaced = keys && sealed ? await openSession(keys.key, sealed, user.employeeId) : undefined;
  // An initial password is replaced first; somebody else knows it.
  const unlock: UnlockRow | null = keys && !user.mustChangePassword ? { ...keys, failures: 0, sealed: null } : null;
  await orWithoutStorage(
    phoneRows.change(async (rows) => {
      rows.put(key, rowOf(user, unlock, now));
      rows.put(CLOCK_KEY, { v: 1, seenAt: now });
    }),
    undefined,
  );
  return replaced;
}

/** Whether `parkSession` will be able to. */
export const canPark = (employeeId: string): Promise<boolean> =>
  orWithoutStorage(
    phoneRows.read(async (rows) => (await rows.get<PhoneAccountRow>(phoneAccountKey(employeeId)))?.unlock?.key != null),
    false,
  );

/**
 * Leaves the account so that its password brings it back, with or without a network: its session is sealed.
 * @returns whether that will be possible; never rejects over storage
 */
export async function parkSession(session: StoredSession, now = Date.now()): Promise<boolean> {
  const { user, renewal } = session;
  const key = phoneAccountKey(user.employeeId);
  return await orWithoutStorage(
    (async () => {
      const row = await phoneRows.read((rows) => rows.get<PhoneAccountRow>(key));
      const sealed = row?.unlock?.key ? await sealSession(row.unlock.key, session) : undefined;
      return await phoneRows.change(async (rows) => {
        await leaveSession(rows, renewal.takenAt);
        rows.put(CLOCK_KEY, { v: 1, seenAt: await latestTime(rows, now) });
        // Another tab may have left the account meanwhile, or signed out of it.
        const unlock = (await rows.get<PhoneAccountRow>(key))?.unlock;
        if (!sealed || !unlock?.key) return false;
        rows.put(key, rowOf(user, { ...unlock, key: null, sealed }, now));
        return true;
      });
    })(),
    false,
  );
}

/** Signs out: no password opens the account again before the server has checked it. Never rejects over storage. */
export async function forgetUnlock({ user, renewal }: StoredSession, now = Date.now()): Promise<void> {
  await orWithoutStorage(
    phoneRows.change(async (rows) => {
      await leaveSession(rows, renewal.takenAt);
      rows.put(phoneAccountKey(user.employeeId), rowOf(user, null, now));
    }),
    undefined,
  );
}

const rowOf = (user: UserInfo, unlock: UnlockRow | null, now: number): PhoneAccountRow => ({
  v: 1,
  employeeId: user.employeeId,
  account: user.account,
  employeeName: user.employeeName,
  deptName: user.deptName,
  compNo: user.compNo,
  compName: user.compName,
  lastUsedAt: new Date(now).toISOString(),
  unlock,
});

async function orWithoutStorage<T, Otherwise>(work: Promise<T>, otherwise: Otherwise): Promise<T | Otherwise> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StorageError) return otherwise;
    throw error;
  }
}
