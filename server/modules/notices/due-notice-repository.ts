import { type NotNull, sql } from 'kysely';
import type { NoticeKind } from '#contract/notice-kind.ts';
import type { Queryable } from '../../context.ts';

/** A part of what is open and due within a range of days. */
interface DueFilter {
  kind: NoticeKind;
  dueFrom: string;
  dueTo: string;
  /** Leaves out what came into being since: its department has just been told of it. */
  createdBefore: string;
  /** The last of the part before. */
  after: { due_date: string; task_id: string; id: string } | undefined;
  limit: number;
}

// Each part is cut off before it is looked at what was told, or it would begin with all that the parts before told of; and
// that is looked up by unique keys, which PostgreSQL takes however few rows it believes the tables to have.

/** Department tasks that are not submitted, day by day and task by task; `is_told` is 1 for those that this kind told of. */
export const listDueDeptTasks = (db: Queryable, { kind, dueFrom, dueTo, createdBefore, after, limit }: DueFilter) =>
  db
    .with(
      (name) => name('due').materialized(),
      (part) => {
        const open = part
          .selectFrom('task as t')
          .innerJoin('dept_task as d', 'd.task_id', 't.id')
          .select(['d.id', 'd.comp_no', 'd.dept_id', 'd.task_id', 't.task_name', 't.end_date as due_date'])
          .where('t.end_date', '>=', dueFrom)
          .where('t.end_date', '<=', dueTo)
          .where('t.created_at', '<', createdBefore)
          .where('t.cancelled_at', 'is', null)
          .whereRef('t.submitted_count', '<', 't.dept_count')
          .where('d.submitted_at', 'is', null)
          .orderBy('t.end_date')
          .orderBy('t.id')
          .orderBy('d.id')
          .limit(limit);
        if (after === undefined) return open;
        const { due_date, task_id, id } = after;
        // The rest of that task, and all tasks behind it.
        return open
          .where(sql<boolean>`(t.end_date, t.id) >= (${due_date}, ${task_id})`)
          .where(sql<boolean>`(t.id <> ${task_id} or d.id > ${id})`);
      },
    )
    .selectFrom('due')
    .leftJoin('notice as n', (join) => join.on('n.event_key', '=', sql<string>`${`${kind}:`} || due.task_id`))
    .leftJoin('notice_audience as a', (join) => join.onRef('a.notice_id', '=', 'n.id').onRef('a.audience', '=', 'due.dept_id'))
    .selectAll('due')
    .select(sql<number>`case when a.notice_id is null then 0 else 1 end`.as('is_told'))
    .orderBy('due.due_date')
    .orderBy('due.task_id')
    .orderBy('due.id')
    .execute();

/** Open items that are due on the day that their self-correction shows: none where another release wrote that day. */
const countDueItems = sql<number>`(select count(*) from self_correction_item as i
  where i.self_correction_id = due.id and i.corrected_at is null and coalesce(i.due_date, due.due_date) = due.due_date)`;

/** Self-corrections with something still to correct, by the day that they show; `is_told` as of department tasks. */
export const listDueCorrections = (db: Queryable, { kind, dueFrom, dueTo, createdBefore, after, limit }: DueFilter) =>
  db
    .with(
      (name) => name('due').materialized(),
      (part) => {
        const open = part
          .selectFrom('self_correction as c')
          .innerJoin('task as t', 't.id', 'c.task_id')
          .select(['c.id', 'c.comp_no', 'c.dept_id', 'c.task_id', 'c.due_date', 't.task_name'])
          .where('c.due_date', '>=', dueFrom)
          .where('c.due_date', '<=', dueTo)
          .where('c.created_at', '<', createdBefore)
          .where('c.corrected_at', 'is', null)
          .where('t.cancelled_at', 'is', null)
          .orderBy('c.due_date')
          .orderBy('c.id')
          .limit(limit);
        return after === undefined ? open : open.where(sql<boolean>`(c.due_date, c.id) > (${after.due_date}, ${after.id})`);
      },
    )
    .selectFrom('due')
    .leftJoin('notice as n', (join) => join.on('n.event_key', '=', sql<string>`${`${kind}:`} || due.id || ':' || due.due_date`))
    .selectAll('due')
    .select([sql<number>`case when n.id is null then 0 else 1 end`.as('is_told'), countDueItems.as('open_count')])
    .orderBy('due.due_date')
    .orderBy('due.id')
    .execute();

/** Items with another day than their self-correction shows, which is that of its earliest: together for each self-correction and day. */
export const listDueItems = (db: Queryable, { kind, dueFrom, dueTo, createdBefore, after, limit }: DueFilter) =>
  db
    .with(
      (name) => name('due').materialized(),
      (part) => {
        const open = part
          .selectFrom('self_correction_item as i')
          .innerJoin('self_correction as c', 'c.id', 'i.self_correction_id')
          .innerJoin('task as t', 't.id', 'c.task_id')
          .select((eb) => ['i.self_correction_id as id', 'i.due_date', eb.fn.countAll<number>().as('open_count')])
          .where('i.due_date', '>=', dueFrom)
          .where('i.due_date', '<=', dueTo)
          .whereRef('i.due_date', '<>', 'c.due_date')
          .where('c.created_at', '<', createdBefore)
          .where('i.corrected_at', 'is', null)
          .where('t.cancelled_at', 'is', null)
          // In order, and by the columns of the index alone: neither database then has to sort all that is due.
          .groupBy(['i.due_date', 'i.self_correction_id'])
          .orderBy('i.due_date')
          .orderBy('i.self_correction_id')
          .limit(limit)
          .$narrowType<{ due_date: NotNull }>();
        return after === undefined ? open : open.where(sql<boolean>`(i.due_date, i.self_correction_id) > (${after.due_date}, ${after.id})`);
      },
    )
    .selectFrom('due')
    .innerJoin('self_correction as c', 'c.id', 'due.id')
    .innerJoin('task as t', 't.id', 'c.task_id')
    .leftJoin('notice as n', (join) => join.on('n.event_key', '=', sql<string>`${`${kind}:`} || due.id || ':' || due.due_date`))
    .selectAll('due')
    .select(['c.comp_no', 'c.dept_id', 'c.task_id', 't.task_name', sql<number>`case when n.id is null then 0 else 1 end`.as('is_told')])
    .orderBy('due.due_date')
    .orderBy('due.id')
    .execute();

export const listOldAnnouncements = (db: Queryable, publishedBefore: string, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('notice')
    .select('id')
    .where('event_key', 'is not', null)
    .where('published_at', '<', publishedBefore)
    .orderBy('id')
    .limit(limit)
    .execute();
