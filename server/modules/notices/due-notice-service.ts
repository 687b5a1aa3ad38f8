import { v7 as uuidv7 } from 'uuid';
import { addDays, dayStart } from '#contract/calendar.ts';
import { DUE_SOON_DAYS, type NoticeKind } from '#contract/notice-kind.ts';
import type { ServerContext } from '../../context.ts';
import { type JobStep, runDaily } from '../jobs/job-service.ts';
import { type Addressee, announce, type Announcement } from './announcement-repository.ts';
import { listDueCorrections, listDueDeptTasks, listDueItems, listOldAnnouncements } from './due-notice-repository.ts';
import { deleteNotices } from './notice-repository.ts';
import { type NoticeWords, wording } from './notice-wording.ts';

/** Department tasks or self-corrections that one step looks at, and tells of in one transaction. */
const AT_ONCE = 200;
/** What became overdue longer ago, while no server ran, is no news. */
const CATCH_UP_DAYS = 30;
/** Automatic notices are kept so long. */
const KEPT_DAYS = 365;

/**
 * Tells departments what is due within three days and what is overdue, by the day in Shanghai, once for each, and
 * removes automatic notices of long ago. It looks at what is due and not at which day it ran last, so that days on
 * which no server ran are made up for. Safe to call in several processes at once, and as often as one likes.
 * @returns whether the day's work is done
 */
export function announceDue(context: ServerContext, isStopping?: () => boolean): Promise<boolean> {
  const steps: JobStep[] = [
    tellOf(context, 'taskDueSoon', tasksDue),
    tellOf(context, 'taskOverdue', tasksDue),
    tellOf(context, 'correctionDueSoon', correctionsDue),
    tellOf(context, 'correctionOverdue', correctionsDue),
    tellOf(context, 'correctionDueSoon', itemsDue),
    tellOf(context, 'correctionOverdue', itemsDue),
    (today) => forgetOld(context, today),
  ];
  return runDaily(context, 'notices', steps, isStopping);
}

const rangeOf = (when: 'soon' | 'over', today: string): { dueFrom: string; dueTo: string; createdBefore: string; limit: number } => ({
  dueFrom: when === 'soon' ? today : addDays(today, -CATCH_UP_DAYS),
  dueTo: addDays(today, when === 'soon' ? DUE_SOON_DAYS : -1),
  createdBefore: dayStart(today).toISOString(),
  limit: AT_ONCE,
});

interface Due {
  id: string;
  comp_no: string;
  dept_id: string;
  task_id: string;
  due_date: string;
  isNews: boolean;
  /** What one notice is about: all departments that are late with a task share one. */
  subject: string;
  words: NoticeWords;
}

/** Reads what comes after another, the earliest first, `AT_ONCE` at most. */
type ReadDue<Kind extends NoticeKind> = (context: ServerContext, kind: Kind, today: string, after: Due | undefined) => Promise<Due[]>;

/** A step tells of what follows on what the step before has looked at. */
function tellOf<Kind extends NoticeKind>(context: ServerContext, kind: Kind, read: ReadDue<Kind>): JobStep {
  let last: Due | undefined;
  return async (today) => {
    const due = await read(context, kind, today, last);
    await announceAll(
      context,
      kind,
      due.filter((row) => row.isNews),
    );
    last = due.at(-1);
    return due.length === AT_ONCE;
  };
}

const tasksDue: ReadDue<'taskDueSoon' | 'taskOverdue'> = async ({ db }, kind, today, after) => {
  const due = await listDueDeptTasks(db, { kind, after, ...rangeOf(kind === 'taskDueSoon' ? 'soon' : 'over', today) });
  return due.map((row) => ({
    ...row,
    isNews: row.is_told === 0,
    subject: row.task_id,
    words: wording[kind]({ taskName: row.task_name, endDate: row.due_date }),
  }));
};

type CorrectionKind = 'correctionDueSoon' | 'correctionOverdue';

/** What either reader finds is told of under one key: as items are corrected, the day of an item becomes that of its self-correction. */
const correctionsBy =
  (list: typeof listDueCorrections | typeof listDueItems): ReadDue<CorrectionKind> =>
  async ({ db }, kind, today, after) => {
    const due = await list(db, { kind, after, ...rangeOf(kind === 'correctionDueSoon' ? 'soon' : 'over', today) });
    return due.map((row) => ({
      ...row,
      isNews: row.is_told === 0 && row.open_count > 0,
      // A return or late work may give another day, which is told of anew.
      subject: `${row.id}:${row.due_date}`,
      words: wording[kind]({ taskName: row.task_name, openCount: row.open_count, dueDate: row.due_date }),
    }));
  };

const correctionsDue = correctionsBy(listDueCorrections);
const itemsDue = correctionsBy(listDueItems);

async function announceAll({ db, dialect, now }: ServerContext, kind: NoticeKind, due: readonly Due[]): Promise<void> {
  if (due.length === 0) return;
  const announcements = new Map<string, Announcement>();
  const addressees: Addressee[] = [];
  for (const { id, comp_no, dept_id, task_id, subject, words } of due) {
    const event_key = `${kind}:${subject}`;
    announcements.set(event_key, { id: uuidv7(), comp_no, kind, event_key, ...words, task_id, published_by: null });
    addressees.push({ event_key, dept_id, object_id: id });
  }
  await db.transaction().execute((trx) => announce(trx, dialect, [...announcements.values()], addressees, now().toISOString()));
}

async function forgetOld({ db, dialect }: ServerContext, today: string): Promise<boolean> {
  const old = await listOldAnnouncements(db, dayStart(addDays(today, -KEPT_DAYS)).toISOString(), AT_ONCE);
  await db.transaction().execute((trx) =>
    deleteNotices(
      trx,
      dialect,
      old.map((row) => row.id),
    ),
  );
  return old.length === AT_ONCE;
}
