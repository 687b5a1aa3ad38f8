import { randomUUID } from 'node:crypto';
import { shanghaiDay } from '#contract/calendar.ts';
import type { ServerContext } from '../../context.ts';
import { findDoneDay, keepJob, releaseJob, takeJob } from './job-repository.ts';

/** A process that gives no sign of life for so long is believed to be gone. */
const LEASE_MS = 2 * 60_000;

/** Some of a job's work. @returns whether there is more of it */
export type JobStep = (today: string) => Promise<boolean>;

/** The last day in Shanghai that a work was done for, by whichever process. */
export const findLastDone = ({ db }: Pick<ServerContext, 'db'>, name: string): Promise<string | undefined> => findDoneDay(db, name);

/**
 * Does a day's work, unless it was done or another process is at it. The work consists of steps, between which the
 * process tells the others that it is alive; each must be harmless when another process has done it too, since a
 * process that hangs may wake up again.
 * @param isStopping asked between the steps; what is left is done by whoever comes next
 * @returns whether the day's work is done
 */
export async function runDaily(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  name: string,
  steps: readonly JobStep[],
  isStopping: () => boolean = () => false,
): Promise<boolean> {
  const today = shanghaiDay(now());
  if (((await findDoneDay(db, name)) ?? '') >= today) return true;
  const holder = randomUUID();
  const until = (): string => new Date(now().getTime() + LEASE_MS).toISOString();
  if (!(await takeJob(db, { name, day: today, holder, at: now().toISOString(), until: until() }))) return false;
  try {
    for (const step of steps) {
      for (let isMore = true; isMore; ) {
        if (isStopping() || !(await keepJob(db, { name, holder, until: until() }))) return false;
        isMore = await step(today);
      }
    }
    await releaseJob(db, { name, holder, doneDay: today });
    return true;
  } finally {
    await releaseJob(db, { name, holder });
  }
}
