import { setTimeout as delay } from 'node:timers/promises';
import type { ServerContext } from '../../context.ts';
import { tooManyAttempts } from '../../errors.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { countFailures, deleteFailures, findFailures, insertFailure } from './sign-in-attempt-repository.ts';
import { LOCK_LOOK_BACK_MS, lockedUntil, networkOf, SLOW_LOOK_BACK_MS, slowDownMs } from './sign-in-policy.ts';

export interface PasswordTry<Found> {
  /** What is tried; the same for an account that exists and for one that does not. */
  subject: string;
  address: string;
  /** Resolves to undefined when the password is wrong. */
  check: () => Promise<Found | undefined>;
  /** Whether the try comes from where the account is at home, and need not wait for what strangers did. */
  isFamiliar: () => Promise<boolean>;
  /** Called for tries while it is locked, once a minute: a record of each would let a stranger fill the database. */
  onLocked: () => Promise<void>;
}

const TELL_LOCKED_EVERY_MS = 60_000;

/**
 * Stands before every check of a password and limits guessing. Failures are in the database, so that all server
 * processes count together. Tries of one address on one account follow each other within a process; with several
 * processes, a burst can get one try more through for each of them.
 */
export function createPasswordGuard({ db, now }: ServerContext) {
  const inTurn = createKeyedQueue();

  /** @throws AppError 4029 while the address is locked out; the password is not checked then */
  const attempt = <Found>({ subject, address, check, isFamiliar, onLocked }: PasswordTry<Found>): Promise<Found | undefined> => {
    const network = networkOf(address);
    return inTurn(`${subject} ${network}`, async () => {
      const at = now();
      const end = lockedUntil(await findFailures(db, subject, network, new Date(at.getTime() - LOCK_LOOK_BACK_MS)), at);
      if (end !== undefined) {
        const told = `${subject}#locked`;
        if ((await findFailures(db, told, network, new Date(at.getTime() - TELL_LOCKED_EVERY_MS))).length === 0) {
          await insertFailure(db, told, network, at);
          await onLocked();
        }
        throw lockedOut(end, at);
      }
      const wait = slowDownMs(await countFailures(db, subject, new Date(at.getTime() - SLOW_LOOK_BACK_MS)));
      if (wait > 0 && !(await isFamiliar())) await delay(wait);
      const found = await check();
      if (found === undefined) await insertFailure(db, subject, network, now());
      else await deleteFailures(db, subject, network);
      return found;
    });
  };

  return { attempt };
}

function lockedOut(end: Date, now: Date) {
  const seconds = Math.ceil((end.getTime() - now.getTime()) / 1000);
  return tooManyAttempts(`密码错误次数过多，请 ${Math.ceil(seconds / 60)} 分钟后再试`, seconds);
}
