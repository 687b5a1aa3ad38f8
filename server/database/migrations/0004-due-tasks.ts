import { type Kysely, sql } from 'kysely';

/** The daily work goes by them through what is due in all companies, day by day. */
export async function indexWhatIsDue(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('task_due')
    .on('task')
    .columns(['end_date', 'id'])
    .where(sql<boolean>`cancelled_at is null and submitted_count < dept_count`)
    .execute();
  await db.schema.createIndex('self_correction_due').on('self_correction').columns(['due_date', 'id']).where(sql<boolean>`corrected_at is null`).execute();
  // Of the items only those with a day of their own: the others go by their self-correction.
  await db.schema
    .createIndex('self_correction_item_due')
    .on('self_correction_item')
    .columns(['due_date', 'self_correction_id'])
    .where(sql<boolean>`corrected_at is null and due_date is not null`)
    .execute();
}
