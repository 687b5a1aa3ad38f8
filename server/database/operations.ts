import type { Kysely, Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import { deleteSomeBefore } from './purge.ts';
import type { OperationTable, Tables } from './tables.ts';

/** What somebody does, under an id that stays the same for every try. */
export interface Operation extends Omit<OperationTable, 'answer'> {
  /** Tells what was sent from anything else that comes under the id. */
  content: string;
}

interface First<Answer> {
  content: string;
  answer: Answer;
}

/**
 * Does `work` in a transaction. A repeat is answered as at first, and nothing is done; while the first is under way, it waits.
 * What failed may be repeated. An id that somebody else used, or for something else, counts as none.
 * @param work its answer is stored, as JSON, and must hold nothing secret
 */
export const once = <Answer>(db: Kysely<Tables>, operation: Operation | undefined, work: (trx: Transaction<Tables>) => Promise<Answer>): Promise<Answer> =>
  db.transaction().execute(async (trx) => {
    if (operation === undefined) return await work(trx);
    const { content, ...claim } = operation;
    if (!(await claimOperation(trx, claim))) {
      const first = await findFirst<Answer>(trx, operation);
      return first === undefined ? await work(trx) : first.answer;
    }
    const answer = await work(trx);
    await writeOperationAnswer(trx, claim.id, JSON.stringify({ content, answer } satisfies First<Answer>));
    return answer;
  });

/** How an operation was answered that is done already, for what has to be known before its transaction. */
export async function findFirst<Answer>(db: Kysely<Tables>, operation: Operation | undefined): Promise<First<Answer> | undefined> {
  if (operation === undefined) return undefined;
  const found = await findOperation(db, operation.id);
  if (found?.employee_id !== operation.employee_id || found.kind !== operation.kind) return undefined;
  const first = JSON.parse(found.answer) as First<Answer>;
  return first.content === operation.content ? first : undefined;
}

/** One of several that an operation does, each in a transaction of its own. */
export const partOf = (operation: Operation | undefined, part: string): Operation | undefined => operation && { ...operation, id: `${operation.id}/${part}` };

/**
 * Takes an id for an operation that a client may repeat. Another transaction with the same id waits here for the first.
 * @returns false when it was taken before
 */
export async function claimOperation(trx: Kysely<Tables>, operation: Omit<OperationTable, 'answer'>): Promise<boolean> {
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
