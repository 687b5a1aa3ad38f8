import type { StoredSession } from '@/session/session-store.ts';

/** What is stored in IndexedDB beside the accounts' own databases: who uses this phone, and who used it. */

/** The session in use. Browsers write localStorage seconds late, cookies half a minute: this copy outlives a kill. */
export interface SessionRow extends StoredSession {
  v: 1;
}

/** Sessions that were taken into use by then are over, whatever localStorage still says after a kill. */
export interface LeftRow {
  v: 1;
  takenAt: number;
}

/** The latest time that this phone's clock ever showed, in milliseconds, so that setting it back gains nothing. */
export interface ClockRow {
  v: 1;
  seenAt: number;
}

/** What a password is checked against without a server; see `unlock-keys.ts` for how it is made. */
export interface UnlockRow {
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  check: ArrayBuffer;
  /** Wrong passwords since the last right one; counted before they are checked, so that a kill gives no free try. */
  failures: number;
  /** Seals the session when the account is left; here only while it is in use. */
  key: CryptoKey | null;
  /** The session as it was left, which only the password opens. */
  sealed: SealedRow | null;
}

export interface SealedRow {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** When the server last confirmed the session, by this phone's clock, in milliseconds. */
  confirmedAt: number;
}

/** Somebody who signed in on this phone. */
export interface PhoneAccountRow {
  v: 1;
  employeeId: string;
  account: string;
  employeeName: string;
  deptName: string;
  compNo: string;
  compName: string;
  lastUsedAt: string;
  /** Null after signing out, while an initial password holds, and where the browser has no means for it. */
  unlock: UnlockRow | null;
}

export type PhoneRow = SessionRow | LeftRow | ClockRow | PhoneAccountRow;

export const SESSION_KEY = 'session';
export const LEFT_KEY = 'left';
export const CLOCK_KEY = 'clock';
export const PHONE_ACCOUNT_PREFIX = 'account:';
export const phoneAccountKey = (employeeId: string): string => `${PHONE_ACCOUNT_PREFIX}${employeeId}`;
