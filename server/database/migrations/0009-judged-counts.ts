import { type Kysely, sql } from 'kysely';

/** Of a department task's answers, those that judge, and what its score is made of. So far every point has counted once. */
export async function countWhatIsJudged(db: Kysely<unknown>): Promise<void> {
  for (const name of ['judged_count', 'judged_weight', 'qualified_weight', 'failed_vetoes']) {
    await db.schema
      .alterTable('dept_task')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await sql`with judged as (
      select dept_task_id, count(*) as judged, sum(case when result = 'qualified' then 1 else 0 end) as qualified
      from answer where result in ('qualified', 'unqualified') group by dept_task_id
    )
    update dept_task set judged_count = judged.judged, judged_weight = judged.judged, qualified_weight = judged.qualified
    from judged where judged.dept_task_id = dept_task.id`.execute(db);
}
