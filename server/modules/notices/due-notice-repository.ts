import { sql } from 'kysely';
import type { NoticeKind } from '#contract/notice-kind.ts';
import type { Queryable } from '../../context.ts';

/** What is open, due within a range of days, and was not told of as this kind. */
interface DueFilter {
  kind: NoticeKind;
  dueFrom: string;
  dueTo: string;
  /** Leaves out what came into being since: its department has just been told of it. */
  createdBefore: string;
  limit: number;
}

const isTaskUntold = (kind: NoticeKind) =>
  sql<boolean>`not exists (select 1 from notice_audience as a join notice as n on n.id = a.notice_id
    where a.object_id = d.id and n.kind = ${kind})`;

const isCorrectionUntold = (kind: NoticeKind) =>
  sql<boolean>`not exists (select 1 from notice as n where n.event_key = ${`${kind}:`} || c.id || ':' || c.due_date)`;

/** Department tasks that are not submitted, task by task. */
export const listDueDeptTasks = (db: Queryable, { kind, dueFrom, dueTo, createdBefore, limit }: DueFilter) =>
  db
    .selectFrom('task as t')
    .innerJoin('dept_task as d', 'd.task_id', 't.id')
    .select(['d.id', 'd.comp_no', 'd.dept_id', 'd.task_id', 't.task_name', 't.end_date'])
    .where('t.end_date', '>=', dueFrom)
    .where('t.end_date', '<=', dueTo)
    .where('t.created_at', '<', createdBefore)
    .where('t.cancelled_at', 'is', null)
    .where('d.submitted_at', 'is', null)
    .where(isTaskUntold(kind))
    .orderBy('t.id')
    .orderBy('d.id')
    .limit(limit)
    .execute();

/** Self-corrections with something still to correct. */
export const listDueCorrections = (db: Queryable, { kind, dueFrom, dueTo, createdBefore, limit }: DueFilter) =>
  db
    .selectFrom('self_correction as c')
    .innerJoin('task as t', 't.id', 'c.task_id')
    .select(['c.id', 'c.comp_no', 'c.dept_id', 'c.task_id', 'c.due_date', 'c.item_count', 'c.corrected_count', 't.task_name'])
    .where('c.due_date', '>=', dueFrom)
    .where('c.due_date', '<=', dueTo)
    .where('c.created_at', '<', createdBefore)
    .where('c.corrected_at', 'is', null)
    .where('t.cancelled_at', 'is', null)
    .where(isCorrectionUntold(kind))
    .orderBy('c.id')
    .limit(limit)
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
