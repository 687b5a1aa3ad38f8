import { shanghaiTime } from '#contract/calendar.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { Notice, NoticeDetail } from '#contract/notice.ts';
import { noticeStatusOf, type NoticeStatus } from '#contract/notice-kind.ts';
import { DEPTS_PER_TASK, UNREAD_NAMED } from '#contract/limits.ts';
import type { Page } from '#contract/paging.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { isUniqueViolation } from '../../database/dialect.ts';
import { once } from '../../database/operations.ts';
import { conflict, notFound, wrongField } from '../../errors.ts';
import { overtakenFields, type SomeOf } from '../../overtaken.ts';
import { changedContent, recordAudit, whoDidLast } from '../audit/audit-service.ts';
import { listDepartmentOptions } from '../departments/department-service.ts';
import { insertReceipt, isReadable } from './my-notice-repository.ts';
import { toNotice } from './notice-presenter.ts';
import {
  countUnread,
  deleteNotices,
  findNotice,
  findNoticePage,
  holdNotice,
  insertNotice,
  listAudienceDepts,
  listUnread,
  markPublished,
  markWithdrawn,
  type NoticeRow,
  replaceAudience,
  updateNotice,
} from './notice-repository.ts';

type NewNotice = CallRequest<'addNotice'>['body'];
type ChangedNotice = CallRequest<'updateNotice'>['body'];

const ID_TAKEN = '该编号已被使用，请关闭后重新填写';

/** Departments that a list names of each notice; the others it counts. */
const NAMED_DEPTS = 3;

export async function findNotices({ db, dialect }: ServerContext, compNo: string, query: CallRequest<'queryNoticePage'>['query']): Promise<Page<Notice>> {
  const { rows, total } = await findNoticePage(db, { compNo, title: query.title, kind: query.kind, status: query.status }, query);
  const depts = Map.groupBy(
    await listAudienceDepts(
      db,
      dialect,
      rows.map((row) => row.id),
      NAMED_DEPTS,
    ),
    (dept) => dept.notice_id,
  );
  const records = rows.map((row) =>
    toNotice(
      row,
      (depts.get(row.id) ?? []).map((dept) => dept.dept_name),
    ),
  );
  return { records, total, pageNum: query.pageNum, pageSize: query.pageSize };
}

export async function readNoticeDetail({ db, dialect }: ServerContext, compNo: string, id: string): Promise<NoticeDetail> {
  const row = await findNotice(db, compNo, id);
  if (row === undefined) throw notFound();
  const depts = await listAudienceDepts(db, dialect, [id], DEPTS_PER_TASK);
  const notice = toNotice(
    row,
    depts.map((dept) => dept.dept_name),
  );
  const unread = notice.status === 'published' ? await findUnread(db, row) : [];
  return { ...notice, deptIds: depts.map((dept) => dept.id), unread };
}

async function findUnread(db: Queryable, notice: NoticeRow): Promise<NoticeDetail['unread']> {
  const named = Map.groupBy(await listUnread(db, notice, UNREAD_NAMED), ({ deptId }) => deptId);
  return (await countUnread(db, notice)).map((dept) => ({ ...dept, employeeNames: (named.get(dept.deptId) ?? []).map(({ employeeName }) => employeeName) }));
}

/** @throws AppError when the id is taken, or a department is unknown */
export async function addNotice(context: ServerContext, caller: Caller, sent: NewNotice): Promise<void> {
  const { id } = sent;
  const audience = await checkAudience(context, caller.compNo, sent);
  const now = context.now();
  const publishedAt = sent.isPublished === 1 ? now.toISOString() : null;
  try {
    await once(context.db, caller.operation, async (trx) => {
      const before = await holdNotice(trx, context.dialect, caller.compNo, id);
      if (before !== undefined) throw conflict(before.published_by === caller.employeeId ? '这条公告已经保存过，请关闭后从列表打开它再修改' : ID_TAKEN);
      await insertNotice(trx, {
        id,
        comp_no: caller.compNo,
        title: sent.title,
        body: sent.body,
        audience: sent.audience,
        published_by: caller.employeeId,
        published_at: publishedAt,
        created_at: now.toISOString(),
      });
      await replaceAudience(trx, context.dialect, { id, compNo: caller.compNo, publishedAt }, audience);
      await readByAuthor(trx, caller, id, now);
      const [verb, what] = publishedAt === null ? (['add', '新建公告草稿'] as const) : (['publish', '发布公告'] as const);
      await record(trx, caller, verb, { id, title: sent.title }, what, now);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(ID_TAKEN) : error;
  }
}

/**
 * Only what an administrator wrote can be changed; an automatic notice tells what has happened.
 * @throws AppError 4009 with who was quicker, where words would be lost that the caller has not read
 */
export async function changeNotice(context: ServerContext, caller: Caller, sent: ChangedNotice): Promise<void> {
  const { id, title, body, audience, deptIds } = sent;
  const readers = audience === undefined ? undefined : await checkAudience(context, caller.compNo, { audience, deptIds });
  await changeOne(context, caller, id, async (trx, row, now) => {
    if (row.kind !== 'manual') throw conflict('自动通知不能修改');
    const before = { title: row.title, body: row.body, readers: await readersOf(trx, context, caller.compNo, row) };
    const changes = { title, body, readers: readers && asText(readers) };
    await refuseStatus(trx, row, sent.read.status);
    await refuseToOverwrite(trx, row, before, sent.read, changes);
    const changed = changedContent(fieldLabels, before, changes);
    await updateNotice(trx, row.id, { title, body, audience });
    const publishedAt = statusOf(row) === 'published' ? row.published_at : null;
    if (readers !== undefined) {
      await replaceAudience(trx, context.dialect, { id: row.id, compNo: caller.compNo, publishedAt }, readers);
      await readByAuthor(trx, caller, id, now);
    }
    await record(trx, caller, 'update', { id: row.id, title: `${title ?? row.title}${changed}` }, '修改公告', now);
  });
}

async function refuseToOverwrite(trx: Queryable, row: NoticeRow, before: NoticeFields, read: ChangedNotice['read'], changes: SomeOf<keyof NoticeFields>): Promise<void> {
  const { audience, deptIds, ...words } = read;
  const readers = audience && asText(audience === 'all' ? [row.comp_no] : deptIds);
  const lost = overtakenFields(before, { ...words, readers }, changes)
    .map((field) => fieldLabels[field])
    .join('和');
  if (lost === '') return;
  // Whoever saved it last may have changed something else.
  throw conflict(`公告的${lost}已被修改${await quickerOne(trx, row, 'update', '保存过这条公告')}，请查看最新内容后再保存，您填写的内容没有丢失`);
}

/** What was written for a draft must not reach its readers unasked. @param read the status that the form began with */
async function refuseStatus(trx: Queryable, row: NoticeRow, read: NoticeStatus | undefined): Promise<void> {
  const status = statusOf(row);
  if (read === undefined || read === status) return;
  if (status === 'published') throw conflict(`公告已经发布${await quickerOne(trx, row, 'publish', '发布')}，保存后收件人立即看到您填写的内容。请核对后再保存`);
  throw conflict(`公告已经撤回${await quickerOne(trx, row, 'withdraw', '撤回')}，保存后收件人看不到，需要再次发布。请核对后再保存`);
}

async function quickerOne(trx: Queryable, row: NoticeRow, verb: 'update' | 'publish' | 'withdraw', deed: string): Promise<string> {
  const quicker = await whoDidLast(trx, { compNo: row.comp_no, action: `notice.${verb}`, objectId: row.id, since: row.created_at });
  return quicker === undefined ? '' : `（${quicker.name} 于 ${shanghaiTime(quicker.at).slice(0, 16)} ${deed}）`;
}

const fieldLabels = { title: '标题', body: '内容', readers: '发布范围' };
type NoticeFields = Record<keyof typeof fieldLabels, string>;

const asText = (readers: readonly string[]): string => readers.toSorted().join();

/** Whom it is for, as text that can be compared. */
async function readersOf(trx: Queryable, { dialect }: ServerContext, compNo: string, { id, audience }: NoticeRow): Promise<string> {
  if (audience === 'all') return asText([compNo]);
  return asText((await listAudienceDepts(trx, dialect, [id], DEPTS_PER_TASK)).map((dept) => dept.id));
}

/**
 * Publishes a draft, or once more what was withdrawn.
 * @param read the words that the caller has seen
 * @throws AppError where none of its departments is left, or somebody has written other words since
 */
export async function publishNotice(context: ServerContext, caller: Caller, id: string, read: SomeOf<'title' | 'body'>): Promise<void> {
  await changeOne(context, caller, id, async (trx, row, now) => {
    if (statusOf(row) === 'published') throw conflict('已经发布，不能重复发布');
    if ((await readersOf(trx, context, caller.compNo, row)) === '') throw conflict('发布范围内的科室已删除，请先编辑这条公告，重新选择发布范围');
    if (isOther(row.title, read.title) || isOther(row.body, read.body)) {
      throw conflict(`公告的内容已被修改${await quickerOne(trx, row, 'update', '保存过这条公告')}，尚未发布。请查看最新内容后再发布`);
    }
    await markPublished(trx, id, caller.employeeId, now.toISOString());
    await readByAuthor(trx, caller, id, now);
    await record(trx, caller, 'publish', row, '发布公告', now);
  });
}

const isOther = (now: string, read: unknown): boolean => read !== undefined && read !== now;

/** Takes it away from its readers; it stays in the administrator's list. */
export async function withdrawNotice(context: ServerContext, caller: Caller, id: string): Promise<void> {
  await changeOne(context, caller, id, async (trx, row, now) => {
    if (statusOf(row) !== 'published') throw conflict('尚未发布或已经撤回，不能撤回');
    await markWithdrawn(trx, id, now.toISOString());
    await record(trx, caller, 'withdraw', row, '撤回公告', now);
  });
}

/** An automatic notice stays as the memory that it was given: without it, it would be given again. */
export async function removeNotice(context: ServerContext, caller: Caller, id: string): Promise<void> {
  await changeOne(context, caller, id, async (trx, row, now) => {
    if (row.kind !== 'manual') throw conflict('自动通知不能删除，可以撤回');
    await deleteNotices(trx, context.dialect, [id]);
    await record(trx, caller, 'delete', row, '删除公告', now);
  });
}

/** Who gives a notice to its readers has read it; whoever is none of them is not counted among those who have. */
async function readByAuthor(trx: Queryable, caller: Caller, id: string, now: Date): Promise<void> {
  if (await isReadable(trx, caller, id)) await insertReceipt(trx, caller, id, now.toISOString());
}

const statusOf = (row: NoticeRow) => noticeStatusOf({ publishedAt: row.published_at, withdrawnAt: row.withdrawn_at });

const changeOne = (
  context: ServerContext,
  caller: Caller,
  id: string,
  change: (trx: Queryable, row: NoticeRow, now: Date) => Promise<void>,
): Promise<void> =>
  once(context.db, caller.operation, async (trx) => {
    const row = await holdNotice(trx, context.dialect, caller.compNo, id);
    if (row === undefined) throw notFound();
    await change(trx, row, context.now());
  });

const record = (trx: Queryable, caller: Caller, verb: 'add' | 'update' | 'publish' | 'withdraw' | 'delete', { id, title }: { id: string; title: string }, what: string, now: Date): Promise<void> =>
  recordAudit(trx, caller, { action: `notice.${verb}`, objectType: 'notice', objectId: id, summary: `${what} ${title}` }, now);

/** @returns whom the rows name: departments, each once, or the company */
async function checkAudience(context: ServerContext, compNo: string, sent: Pick<NewNotice, 'audience' | 'deptIds'>): Promise<string[]> {
  if (sent.audience === 'all') return [compNo];
  const known = new Set((await listDepartmentOptions(context, compNo)).map((dept) => dept.id));
  const unknownAt = sent.deptIds.findIndex((deptId) => !known.has(deptId));
  if (unknownAt !== -1) throw wrongField(`deptIds.${unknownAt}`, '科室不存在');
  return [...new Set(sent.deptIds)];
}
