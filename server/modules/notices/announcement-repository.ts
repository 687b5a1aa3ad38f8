import { sql } from 'kysely';
import type { NoticeKind } from '#contract/notice-kind.ts';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows, jsonRows } from '../../database/json-rows.ts';

/** An automatic notice. */
export interface Announcement {
  /** Used only if nothing has told of the same yet. */
  id: string;
  comp_no: string;
  kind: NoticeKind;
  event_key: string;
  title: string;
  body: string;
  /** Departments unless something else is said. */
  audience?: 'admins' | 'person';
  /** Null where it is about no task. */
  task_id: string | null;
  published_by: string | null;
}

/** Who it is for, and what it is about. */
export interface Addressee {
  event_key: string;
  /** As in `notice_audience`; of most a department. */
  dept_id: string;
  object_id: string;
}

/**
 * Publishes announcements. What was announced before stays as it is, and only reaches the departments that it has not
 * reached yet: so a repeat is harmless, in another process too.
 */
export async function announce(
  trx: Queryable,
  dialect: Dialect,
  announcements: readonly Announcement[],
  addressees: readonly Addressee[],
  at: string,
): Promise<void> {
  await insertRows(
    trx,
    dialect,
    'notice',
    {
      id: 'text',
      comp_no: 'text',
      kind: 'text',
      event_key: 'text',
      title: 'text',
      body: 'text',
      audience: 'text',
      task_id: 'text',
      published_by: 'text',
      published_at: 'text',
      created_at: 'text',
    },
    // In one order everywhere, so that two processes that announce the same wait for each other instead of deadlocking.
    announcements
      .toSorted((one, other) => (one.event_key < other.event_key ? -1 : 1))
      .map((announcement) => ({ audience: 'depts', ...announcement, published_at: at, created_at: at })),
    sql`on conflict (event_key) do nothing`,
  );
  const rows = jsonRows(dialect, { event_key: 'text', dept_id: 'text', object_id: 'text' }, addressees);
  await sql`insert into notice_audience (notice_id, comp_no, audience, object_id, published_at)
    select n.id, n.comp_no, r.dept_id, r.object_id, case when n.withdrawn_at is null then ${at} end
    from ${rows} as r join notice as n on n.event_key = r.event_key
    where true order by n.id, r.dept_id on conflict (notice_id, audience) do nothing`.execute(trx);
}

export const listDeptTasksOf = (trx: Queryable, taskId: string): Promise<{ id: string; dept_id: string }[]> =>
  trx.selectFrom('dept_task').select(['id', 'dept_id']).where('task_id', '=', taskId).execute();

export const listNoticesAbout = (trx: Queryable, objectId: string): Promise<{ notice_id: string }[]> =>
  trx.selectFrom('notice_audience').select('notice_id').where('object_id', '=', objectId).execute();

/** Of a task's reminders: of each department task the last, and how many. */
export const listReminders = (db: Queryable, taskId: string): Promise<{ object_id: string | null; at: string; count: number }[]> =>
  db
    .selectFrom('notice as n')
    .innerJoin('notice_audience as a', 'a.notice_id', 'n.id')
    .select((eb) => ['a.object_id', eb.fn.max('n.created_at').as('at'), eb.fn.countAll<number>().as('count')])
    .where('n.task_id', '=', taskId)
    .where('n.kind', '=', 'taskReminded')
    .groupBy('a.object_id')
    .execute();
