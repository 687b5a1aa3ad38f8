import type { Queryable } from '../../context.ts';

/**
 * Takes a day's work, for the process that is called `holder`.
 * @returns false when it is done for that day, or another process is at it
 */
export async function takeJob(db: Queryable, job: { name: string; day: string; holder: string; at: string; until: string }): Promise<boolean> {
  await db
    .insertInto('job')
    .values({ name: job.name, holder: null, held_until: null, done_day: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ holder: job.holder, held_until: job.until })
    .where('name', '=', job.name)
    .where((eb) => eb.or([eb('done_day', 'is', null), eb('done_day', '<', job.day)]))
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', job.at)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns false when another process has taken the work over */
export async function keepJob(db: Queryable, job: { name: string; holder: string; until: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ held_until: job.until })
    .where('name', '=', job.name)
    .where('holder', '=', job.holder)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @param doneDay absent when the work was left before its end */
export async function releaseJob(db: Queryable, job: { name: string; holder: string; doneDay?: string }): Promise<void> {
  await db
    .updateTable('job')
    .set({ holder: null, held_until: null, ...(job.doneDay === undefined ? {} : { done_day: job.doneDay }) })
    .where('name', '=', job.name)
    .where('holder', '=', job.holder)
    .execute();
}

/** The last day that the work was done for. */
export async function findDoneDay(db: Queryable, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('job').select('done_day').where('name', '=', name).executeTakeFirst();
  return row?.done_day ?? undefined;
}
