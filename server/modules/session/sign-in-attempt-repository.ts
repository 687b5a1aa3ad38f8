import { v7 as uuidv7 } from 'uuid';
import type { Queryable, ServerContext } from '../../context.ts';
import { deleteSomeBefore } from '../../database/purge.ts';

export async function insertFailure(db: Queryable, subject: string, address: string, at: Date): Promise<void> {
  await db.insertInto('sign_in_attempt').values({ id: uuidv7(), subject, address, attempted_at: at.toISOString() }).execute();
}

/** Failures from one address, the earliest first. */
export async function findFailures(db: Queryable, subject: string, address: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('sign_in_attempt')
    .select('attempted_at')
    .where('subject', '=', subject)
    .where('address', '=', address)
    .where('attempted_at', '>', since.toISOString())
    .orderBy('attempted_at')
    .execute();
  return rows.map((row) => new Date(row.attempted_at));
}

/** Failures from one address on whatever account, the earliest first; what is kept beside them has a subject with a mark. */
export async function findFailuresFrom(db: Queryable, address: string, since: Date): Promise<{ subject: string; at: Date }[]> {
  const rows = await db
    .selectFrom('sign_in_attempt')
    .select(['subject', 'attempted_at'])
    .where('attempted_at', '>', since.toISOString())
    .where('address', '=', address)
    .where('subject', 'not like', '%#%')
    .orderBy('attempted_at')
    .execute();
  return rows.map((row) => ({ subject: row.subject, at: new Date(row.attempted_at) }));
}

/** Failures from all addresses together. */
export async function countFailures(db: Queryable, subject: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('sign_in_attempt')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subject', '=', subject)
    .where('attempted_at', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteFailures(db: Queryable, subject: string, address: string): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('subject', '=', subject).where('address', '=', address).execute();
}

/** Removes some of the failures from before an instant. @returns how many */
export const deleteFailuresBefore = ({ db, dialect }: ServerContext, at: Date, limit: number): Promise<number> =>
  deleteSomeBefore(db, dialect, 'sign_in_attempt', 'attempted_at', at.toISOString(), limit);
