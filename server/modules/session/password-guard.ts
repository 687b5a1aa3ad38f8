import { setTimeout as delay } from 'node:timers/promises';
import { networkOf } from '../../caller-address.ts';
import type { ServerContext } from '../../context.ts';
import { tooManyAttempts } from '../../errors.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { countFailures, deleteFailures, findFailures, findFailuresFrom, insertFailure } from './sign-in-attempt-repository.ts';
import { LOCK_LOOK_BACK_MS, lockedUntil, SLOW_LOOK_BACK_MS, slowDownMs, SPRAY_LOOK_BACK_MS, stoppedUntil } from './sign-in-policy.ts';

export interface PasswordTry<Found> {
  /** What is tried; the same for an account that exists and for one that does not. */
  subject: string;
  address: string;
  /** Resolves to undefined when the password is wrong. */
  check: () => Promise<Found | undefined>;
  /** Whether the try comes from where the account is at home, and need not bear what strangers did. */
  isFamiliar: () => Promise<boolean>;
  /** Called for tries while account or network is locked, once a minute for each: a record of each try would let a stranger fill the database. */
  onLocked: (what: 'account' | 'network') => Promise<void>;
}

const TELL_LOCKED_EVERY_MS = 60_000;
/** Tries of one network that are checked at once: so many more failures can get through. */
const LANES = 8;

/**
 * Stands before every check of a password and limits guessing. Failures are in the database, so that all server
 * processes count together. Tries of one address on one account follow each other within a process; with several
 * processes, a burst can get one try more through for each of them.
 */
export function createPasswordGuard({ db, now }: ServerContext) {
  const inTurn = createKeyedQueue();
  const inLane = createKeyedQueue();
  let tries = 0;

  /** Calls `onLocked`, unless it was called within the last minute; in turn, since tries come several at a time. */
  const tell = (mark: string, network: string, at: Date, onLocked: () => Promise<void>): Promise<void> =>
    inTurn(`${mark} ${network}`, async () => {
      if ((await findFailures(db, mark, network, new Date(at.getTime() - TELL_LOCKED_EVERY_MS))).length > 0) return;
      await insertFailure(db, mark, network, at);
      await onLocked();
    });

  const refuseLocked = async ({ subject, onLocked }: PasswordTry<unknown>, network: string): Promise<void> => {
    const at = now();
    const end = lockedUntil(await findFailures(db, subject, network, new Date(at.getTime() - LOCK_LOOK_BACK_MS)), at);
    if (end === undefined) return;
    await tell(`${subject}#locked`, network, at, () => onLocked('account'));
    throw lockedOut(end, at);
  };

  /** Whoever is at home there gets in all the same: a hospital is behind one address with whoever attacks from inside. */
  const refuseStopped = async ({ isFamiliar, onLocked }: PasswordTry<unknown>, network: string): Promise<void> => {
    const at = now();
    const end = stoppedUntil(await findFailuresFrom(db, network, new Date(at.getTime() - SPRAY_LOOK_BACK_MS)));
    if (end === undefined || (await isFamiliar())) return;
    await tell('#stopped', network, at, () => onLocked('network'));
    throw lockedOut(end, at);
  };

  /** @throws AppError 4029 while account or network is locked out; the password is not checked then */
  const attempt = <Found>(sent: PasswordTry<Found>): Promise<Found | undefined> => {
    const { subject, isFamiliar } = sent;
    const network = networkOf(sent.address);
    return inTurn(`${subject} ${network}`, async () => {
      await refuseLocked(sent, network);
      const wait = slowDownMs(await countFailures(db, subject, new Date(now().getTime() - SLOW_LOOK_BACK_MS)));
      if (wait > 0 && !(await isFamiliar())) await delay(wait);
      tries += 1;
      return inLane(`${network} ${tries % LANES}`, async () => {
        await refuseStopped(sent, network);
        const found = await sent.check();
        if (found === undefined) await insertFailure(db, subject, network, now());
        else await deleteFailures(db, subject, network);
        return found;
      });
    });
  };

  return { attempt };
}

function lockedOut(end: Date, now: Date) {
  const seconds = Math.ceil((end.getTime() - now.getTime()) / 1000);
  return tooManyAttempts(`密码错误次数过多，请 ${Math.ceil(seconds / 60)} 分钟后再试`, seconds);
}
