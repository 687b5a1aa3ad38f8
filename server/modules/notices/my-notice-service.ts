import { DAY_MS } from '#contract/calendar.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { MyNotices } from '#contract/notice.ts';
import { UNREAD_DAYS } from '#contract/notice-kind.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { isForeignKeyViolation } from '../../database/dialect.ts';
import { notFound } from '../../errors.ts';
import { countUnread, findEntry, findMyNoticePage, insertReceipt, insertReceipts, isReadable } from './my-notice-repository.ts';
import { toMyNotice } from './notice-presenter.ts';


/** What was published before counts as read: nobody has to work through what is long over, or was there before them. */
async function unreadSince({ db, now }: ServerContext, caller: Caller): Promise<string> {
  const lookBack = new Date(now().getTime() - UNREAD_DAYS * DAY_MS).toISOString();
  const entry = await findEntry(db, caller.employeeId);
  return entry > lookBack ? entry : lookBack;
}

export async function findMyNotices(context: ServerContext, caller: Caller, query: CallRequest<'queryMyNoticeList'>['query']): Promise<MyNotices> {
  const since = await unreadSince(context, caller);
  const { rows, total } = await findMyNoticePage(context.db, caller, query);
  const unreadCount = await countUnread(context.db, caller, since);
  return { records: rows.map((row) => toMyNotice(row, since)), total, pageNum: query.pageNum, pageSize: query.pageSize, unreadCount };
}

/** Safe to repeat. */
export async function readNotice({ db, now }: ServerContext, caller: Caller, id: string): Promise<void> {
  if (!(await isReadable(db, caller, id))) throw notFound();
  try {
    await insertReceipt(db, caller, id, now().toISOString());
  } catch (error) {
    // It was deleted between the look and the write.
    throw isForeignKeyViolation(error) ? notFound() : error;
  }
}

/** Safe to repeat. */
export async function readAllNotices(context: ServerContext, caller: Caller, { until }: CallRequest<'readAllNotices'>['body']): Promise<void> {
  const since = await unreadSince(context, caller);
  const readAll = () => insertReceipts(context.db, caller, { since, until }, context.now().toISOString());
  try {
    await readAll();
  } catch (error) {
    // One of them was deleted between the look and the write; a second look does not see it.
    if (!isForeignKeyViolation(error)) throw error;
    await readAll();
  }
}
