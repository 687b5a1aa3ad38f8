import { sql } from 'kysely';
import type { Queryable } from '../../context.ts';

export interface DailyUse {
  fileBytes: number;
  textBytes: number;
}

export async function readUse(db: Queryable, employeeId: string, day: string): Promise<DailyUse> {
  const row = await db.selectFrom('daily_use').select(['file_bytes', 'text_bytes']).where('employee_id', '=', employeeId).where('day', '=', day).executeTakeFirst();
  return { fileBytes: row?.file_bytes ?? 0, textBytes: row?.text_bytes ?? 0 };
}

/** Adds to what was stored on a day, and holds it until the transaction ends. @returns the sums */
export async function addUse(db: Queryable, employeeId: string, day: string, added: DailyUse): Promise<DailyUse> {
  const row = await db
    .insertInto('daily_use')
    .values({ employee_id: employeeId, day, file_bytes: added.fileBytes, text_bytes: added.textBytes })
    .onConflict((conflict) =>
      conflict.columns(['employee_id', 'day']).doUpdateSet({
        file_bytes: sql`daily_use.file_bytes + excluded.file_bytes`,
        text_bytes: sql`daily_use.text_bytes + excluded.text_bytes`,
      }),
    )
    .returning(['file_bytes', 'text_bytes'])
    .executeTakeFirstOrThrow();
  return { fileBytes: row.file_bytes, textBytes: row.text_bytes };
}

export async function deleteUseBefore(db: Queryable, day: string): Promise<void> {
  await db.deleteFrom('daily_use').where('day', '<', day).execute();
}
