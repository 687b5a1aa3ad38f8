import type { Kysely } from 'kysely';
import type { Dialect } from './dialect.ts';
import { deleteSomeBefore } from './purge.ts';
import type { Tables } from './tables.ts';

/**
 * Takes an id for an operation that a client may repeat. Another transaction with the same id waits here for the first.
 * @returns false when it was taken before
 */
export async function claimOperation(
  trx: Kysely<Tables>,
  operation: { id: string; comp_no: string; employee_id: string; kind: string; created_at: string },
): Promise<boolean> {
  const result = await trx
    .insertInto('operation')
    .values({ ...operation, answer: '' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export const findOperation = (db: Kysely<Tables>, id: string) => db.selectFrom('operation').selectAll().where('id', '=', id).executeTakeFirst();

export async function writeOperationAnswer(trx: Kysely<Tables>, id: string, answer: string): Promise<void> {
  await trx.updateTable('operation').set({ answer }).where('id', '=', id).execute();
}

export async function deleteOperation(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('operation').where('id', '=', id).execute();
}

/** Removes some that were taken before an instant. @returns how many */
export const deleteOperationsBefore = (db: Kysely<Tables>, dialect: Dialect, instant: string, limit: number): Promise<number> =>
  deleteSomeBefore(db, dialect, 'operation', 'created_at', instant, limit);
