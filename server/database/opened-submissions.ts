import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Notes that an administrator has opened a submission: the first time only. Nothing where the department task is not submitted. */
export async function noteSubmissionOpened(db: Kysely<Tables>, deptTaskId: string, now: Date): Promise<void> {
  await db
    .updateTable('dept_task')
    .set({ opened_at: now.toISOString() })
    .where('id', '=', deptTaskId)
    .where('submitted_at', 'is not', null)
    .where('opened_at', 'is', null)
    .execute();
}
