/** Rows of a company that several modules ask for. */
import type { Kysely } from 'kysely';
import { type Dialect, forNoKeyUpdate } from './dialect.ts';
import type { Tables } from './tables.ts';

/**
 * Makes changes to the administrators, or to the points, of a company follow each other: two at once could each leave the
 * other as the last administrator, or add the same point.
 */
export async function holdCompany(trx: Kysely<Tables>, dialect: Dialect, compNo: string): Promise<void> {
  await trx.selectFrom('company').select('comp_no').where('comp_no', '=', compNo).modifyEnd(forNoKeyUpdate(dialect)).execute();
}

/** Empty for nobody. */
export async function findEmployeeName(db: Kysely<Tables>, id: string | null): Promise<string> {
  const row = await db.selectFrom('employee').select('employee_name').where('id', '=', id ?? '').executeTakeFirst();
  return row?.employee_name ?? '';
}

/** Whether somebody is an administrator by now. */
export async function isAdministrator(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db.selectFrom('employee').select('id').where('id', '=', id).where('enabled', '=', 1).where('is_admin', '=', 1).executeTakeFirst();
  return row !== undefined;
}
