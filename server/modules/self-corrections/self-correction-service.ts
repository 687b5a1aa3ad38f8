import { shanghaiDay } from '#contract/calendar.ts';
import type { AskedPage, Page } from '#contract/paging.ts';
import type { CorrectionItem, SelfCorrection, SelfCorrectionDetail, SelfCorrectionRecord } from '#contract/self-correction.ts';
import { type Caller, mayRead } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { noteSubmissionOpened } from '../../database/opened-submissions.ts';
import { notFound } from '../../errors.ts';
import { listHistory } from './correction-item-repository.ts';
import { type ItemCounts, toHistory, toItem, toSelfCorrection } from './self-correction-presenter.ts';
import {
  type CorrectionFilter,
  type CorrectionFilterStatus,
  countItems,
  findCorrection,
  findCorrectionPage,
  type ItemRow,
  type ListedCorrection,
  listItems,
  listLastFailures,
} from './self-correction-repository.ts';

interface FilterQuery {
  taskName: string;
  status?: CorrectionFilterStatus | undefined;
  deptId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}
type ListQuery = FilterQuery & AskedPage<'dueDate' | 'itemCount'>;

/** Self-corrections of the caller's own department; an administrator's too, whose department may have some like any other. */
export const findMyCorrections = (context: ServerContext, caller: Caller, query: ListQuery): Promise<Page<SelfCorrection>> =>
  findPage(context, caller, { ...query, deptId: caller.deptId });

/** Those of all departments of the company. */
export const findCorrections = (context: ServerContext, caller: Caller, query: ListQuery): Promise<Page<SelfCorrection>> =>
  findPage(context, caller, query);

async function findPage(context: ServerContext, caller: Caller, query: ListQuery): Promise<Page<SelfCorrection>> {
  const now = context.now();
  const { rows, total } = await findCorrectionPage(context.db, toFilter(caller, query, now), query);
  const counts = await countsOf(context, rows);
  return { records: rows.map((row) => toSelfCorrection(row, counts.get(row.id), now)), total, pageNum: query.pageNum, pageSize: query.pageSize };
}

export const toFilter = (caller: Caller, query: FilterQuery, now: Date): CorrectionFilter => ({
  compNo: caller.compNo,
  deptId: query.deptId,
  taskName: query.taskName,
  status: query.status,
  dueFrom: query.startDate,
  dueTo: query.endDate,
  today: shanghaiDay(now),
});

/** All that is needed to fill a self-correction in, or to read it afterwards. */
export const readCorrection = async (context: ServerContext, caller: Caller, id: string): Promise<SelfCorrectionDetail> =>
  detailOf(context, await findReadable(context, caller, id));

/** The detail with every value that the items ever had. */
export const readCorrectionRecord = async (context: ServerContext, caller: Caller, id: string): Promise<SelfCorrectionRecord> =>
  recordOf(context, await findReadable(context, caller, id));

/** As an administrator opens it, who has then seen what was submitted. */
export async function reviewCorrectionRecord(context: ServerContext, caller: Caller, id: string): Promise<SelfCorrectionRecord> {
  const row = await findReadable(context, caller, id);
  await noteSubmissionOpened(context.db, row.dept_task_id, context.now());
  return recordOf(context, row);
}

async function recordOf(context: ServerContext, row: ListedCorrection): Promise<SelfCorrectionRecord> {
  const detail = await detailOf(context, row);
  const history = await listHistory(context.db, row.id);
  return { ...detail, correctDays: row.correct_days, history: history.map(toHistory) };
}

async function findReadable(context: ServerContext, caller: Caller, id: string): Promise<ListedCorrection> {
  const row = await findCorrection(context.db, caller.compNo, id);
  if (row === undefined || !mayRead(caller, row)) throw notFound();
  return row;
}

async function detailOf(context: ServerContext, row: ListedCorrection): Promise<SelfCorrectionDetail> {
  const counts = await countsOf(context, [row]);
  const items = await listItems(context.db, row.id);
  return {
    ...toSelfCorrection(row, counts.get(row.id), context.now()),
    cancelReason: row.cancel_reason,
    version: items.reduce((sum, item) => sum + item.revision, 0),
    items: await presentItems(context.db, row.id, items),
  };
}

/** @param items of the self-correction */
export async function presentItems(db: Queryable, id: string, items: readonly ItemRow[]): Promise<CorrectionItem[]> {
  const failures = new Map((await listLastFailures(db, id)).map((failure) => [failure.item_id, failure]));
  return items.map((item) => toItem(item, failures.get(item.id)));
}

async function countsOf(context: ServerContext, rows: readonly ListedCorrection[]): Promise<Map<string, ItemCounts>> {
  if (rows.length === 0) return new Map();
  const counts = await countItems(
    context.db,
    context.dialect,
    rows.map((row) => row.id),
  );
  return new Map(counts.map((count) => [count.self_correction_id, count]));
}
