/** Opens an account that was left on this phone, by its password and without a server. */
import type { StoredSession } from '@/session/session-store.ts';
import { CLOCK_KEY, LEFT_KEY, phoneAccountKey, SESSION_KEY, type LeftRow, type PhoneAccountRow, type SessionRow } from '@/offline/storage/phone-rows.ts';
import { phoneRows } from '@/offline/storage/phone-store.ts';
import { findAccount, latestTime, UNLOCK_DAYS, UNLOCK_TRIES, unlockStateOf, type UnlockState } from './phone-accounts.ts';
import { deriveKeys, isSameCheck, openSession } from './unlock-keys.ts';

/** Why an account stays closed, as a sentence for the person. */
export class UnlockError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnlockError';
  }
}

const KEPT = '已填写的内容仍保存在本机。';
const lockedSentence = `密码连续输错 ${UNLOCK_TRIES} 次，请联网后登录。${KEPT}`;
const refusals: Record<Exclude<UnlockState, 'ready'>, string> = {
  none: '本账号在这台设备已退出，或还不能离线登录，请联网后登录。',
  inUse: `本账号暂不能离线使用，请联网后登录。${KEPT}`,
  tooOld: `距上次联网登录已超过 ${UNLOCK_DAYS} 天，或手机时间有变动，请联网后登录。${KEPT}`,
  locked: lockedSentence,
};

/**
 * Checks the password and takes the session of the account into use again; what the server thinks of that session shows
 * when it is there.
 * @throws UnlockError, StorageError
 */
export async function unlock(account: string, password: string, now = Date.now()): Promise<StoredSession> {
  const found = await findAccount(account);
  if (!found) throw new UnlockError('本账号未在这台设备登录过，请联网后登录。');
  const key = phoneAccountKey(found.employeeId);
  // Nothing is thrown in here: that would undo the note of the time.
  const counted = await phoneRows.change(async (rows) => {
    const row = await rows.get<PhoneAccountRow>(key);
    const time = await latestTime(rows, now);
    rows.put(CLOCK_KEY, { v: 1, seenAt: time });
    const state = row ? unlockStateOf(row, time) : 'none';
    if (state !== 'ready' || !row?.unlock?.sealed) return { refusal: refusals[state === 'ready' ? 'none' : state] };
    const unlock = { ...row.unlock, sealed: row.unlock.sealed, failures: row.unlock.failures + 1 };
    rows.put(key, { ...row, unlock });
    return { unlock };
  });
  if (counted.unlock === undefined) throw new UnlockError(counted.refusal);
  const { salt, iterations, check, sealed, failures } = counted.unlock;

  const keys = await deriveKeys(password, salt, iterations);
  if (!isSameCheck(keys.check, check)) {
    const left = UNLOCK_TRIES - failures;
    throw new UnlockError(left > 0 ? `密码错误，还可再试 ${left} 次` : lockedSentence);
  }
  const session = await openSession(keys.key, sealed, found.employeeId);
  if (session === undefined) throw new UnlockError(refusals.none);

  return await phoneRows.change(async (rows) => {
    const row = await rows.get<PhoneAccountRow>(key);
    if (!row?.unlock?.sealed) throw new UnlockError(refusals.none);
    const [last, left] = await Promise.all([rows.get<SessionRow>(SESSION_KEY), rows.get<LeftRow>(LEFT_KEY)]);
    const takenAt = Math.max(now, (left?.takenAt ?? 0) + 1, (last?.renewal.takenAt ?? 0) + 1);
    const taken: StoredSession = { user: session.user, renewal: { ...session.renewal, takenAt } };
    rows.put(SESSION_KEY, { v: 1, ...taken });
    rows.put(key, { ...row, lastUsedAt: new Date(now).toISOString(), unlock: { ...row.unlock, failures: 0, key: keys.key, sealed: null } });
    return taken;
  });
}
