const MINUTE_MS = 60_000;
const FAILURES_TO_LOCK = 5;
const FAILURE_WINDOW_MS = 5 * MINUTE_MS;
const LOCK_MS = 15 * MINUTE_MS;

/** How far back a failure can still lock an address. */
export const LOCK_LOOK_BACK_MS = FAILURE_WINDOW_MS + LOCK_MS;

/**
 * Until when an address is locked out of an account: fifteen minutes from the fifth failure within five.
 * @param failures of that account from that address, the earliest first
 */
export function lockedUntil(failures: Date[], now: Date): Date | undefined {
  let end: Date | undefined;
  failures.forEach((failure, index) => {
    const first = failures[index - FAILURES_TO_LOCK + 1];
    if (first !== undefined && failure.getTime() - first.getTime() <= FAILURE_WINDOW_MS) end = new Date(failure.getTime() + LOCK_MS);
  });
  return end !== undefined && end > now ? end : undefined;
}

/** How far back failures slow an account down. */
export const SLOW_LOOK_BACK_MS = 60 * MINUTE_MS;
const FAILURES_TO_SLOW = 10;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5000;

/**
 * How long a try waits when many addresses together failed on an account. It doubles with each failure, and is
 * capped far below any time-out, so that a stranger cannot shut the owner out.
 */
export const slowDownMs = (failures: number): number =>
  failures < FAILURES_TO_SLOW ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FAILURES_TO_SLOW));

/** How far back failures from one network count together. */
export const SPRAY_LOOK_BACK_MS = FAILURE_WINDOW_MS;
/** A hospital behind one address mistypes less than that, and less widely. */
const FAILURES_TO_STOP = 60;
const SUBJECTS_TO_STOP = 20;

/**
 * Until when a network is stopped that tries many accounts, each too seldom to be locked: until no more than sixty of its
 * failures are of the last five minutes.
 * @param failures from that network within five minutes, on whatever account, the earliest first
 */
export function stoppedUntil(failures: readonly { subject: string; at: Date }[]): Date | undefined {
  const decisive = failures.at(-FAILURES_TO_STOP - 1);
  if (decisive === undefined || new Set(failures.map(({ subject }) => subject)).size <= SUBJECTS_TO_STOP) return undefined;
  return new Date(decisive.at.getTime() + SPRAY_LOOK_BACK_MS);
}
