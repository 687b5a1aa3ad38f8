import { v7 as uuidv7 } from 'uuid';
import { shanghaiDay } from '#contract/calendar.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { Page } from '#contract/paging.ts';
import { REQUIRED_MESSAGE } from '#contract/rules.ts';
import type { SevereReport } from '#contract/severe-report.ts';
import { excerpt, unended } from '#contract/text-end.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { findEmployeeName } from '../../database/company-rows.ts';
import { once } from '../../database/operations.ts';
import { conflict, notFound, wrongField } from '../../errors.ts';
import { refuseOvertaken } from '../../overtaken.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { countText } from '../daily-use/daily-use-service.ts';
import { attachedFile, type AttachedFile, claimAttachments } from '../files/file-service.ts';
import { changeReport, findReported, findReportFile, findReportPage, holdReport, listReportFiles, replaceReportFiles, type SevereReportRow } from './severe-report-repository.ts';

const NAMED_FILES = 5;

export async function findSevereReports({ db, dialect }: ServerContext, caller: Caller, query: CallRequest<'querySeverePage'>['query']): Promise<Page<SevereReport>> {
  const { rows, total } = await findReportPage(db, { compNo: caller.compNo, status: query.status }, query);
  const files = Map.groupBy(await listReportFiles(db, dialect, rows.map(({ id }) => id)), (file) => file.severe_report_id);
  return { records: rows.map((row) => toReport(row, files.get(row.id) ?? [])), total, pageNum: query.pageNum, pageSize: query.pageSize };
}

/**
 * Says to whom it was reported, or corrects what was said. Safe to repeat.
 * @param said what is absent stays as it is; `read` is what the form began with
 * @throws AppError with what somebody else has put in its place since
 */
export async function reportSevere(context: ServerContext, caller: Caller, { id, files, read, ...said }: CallRequest<'reportSevere'>['body']): Promise<void> {
  await once(context.db, caller.operation, async (trx) => {
    const report = await holdReport(trx, context.dialect, caller.compNo, id);
    if (report === undefined) throw notFound();
    if (report.status === 'closed') throw conflict(`${await closedWords(trx, report)}。您填写的内容没有保存`);
    const now = context.now();
    const before = { reportedTo: report.reported_to, reportedOn: report.reported_on, reportNumber: report.report_number, note: report.note };
    const after = { ...before, ...said };
    if (after.reportedTo === '') throw wrongField('reportedTo', REQUIRED_MESSAGE);
    if (after.reportedOn === null) throw wrongField('reportedOn', REQUIRED_MESSAGE);
    if (after.reportedOn > shanghaiDay(now)) throw wrongField('reportedOn', '报告日期不能晚于今天');
    const present = await listReportFiles(trx, context.dialect, [id]);
    refuseOvertaken(
      { ...before, files: hashesOf(present) },
      read && { ...read, files: read.files?.join() },
      { ...said, files: files && hashesOf(files) },
      ['reportedTo', 'reportedOn', 'reportNumber', 'note', 'files'],
      { files: nameFiles(present) },
    );
    if (files !== undefined) {
      await claimAttachments(trx, context.dialect, caller, { field: 'files', files, present: new Set(present.map(({ sha256 }) => sha256)) });
      await replaceReportFiles(
        trx,
        id,
        files.map(({ sha256, name }, seq) => ({ id: uuidv7(), comp_no: caller.compNo, severe_report_id: id, seq, sha256, name })),
      );
    }
    await changeReport(trx, id, {
      status: 'reported',
      reported_to: after.reportedTo,
      reported_on: after.reportedOn,
      report_number: after.reportNumber,
      note: after.note,
      decided_by: caller.employeeId,
      decided_at: now.toISOString(),
    });
    await countText(trx, { ...caller, at: now }, said);
    const number = after.reportNumber === '' ? '' : `，文号 ${after.reportNumber}`;
    const attached = present.length + (files?.length ?? 0) === 0 ? '' : `，${nameFiles(files ?? present)}`;
    const summary = `重大问题已报告：${await describe(trx, id)}，报告给${after.reportedTo}，${after.reportedOn}${number}${attached}`;
    await recordAudit(trx, caller, { action: 'severe.report', objectType: 'severeReport', objectId: id, summary }, now);
  });
}

const hashesOf = (files: readonly { sha256: string }[]): string => files.map(({ sha256 }) => sha256).join();

function nameFiles(files: readonly { name: string }[]): string {
  if (files.length === 0) return '没有附件';
  const named = files.slice(0, NAMED_FILES).map(({ name }) => name);
  return `附件 ${named.join('、')}${files.length > NAMED_FILES ? ` 等 ${files.length} 个` : ''}`;
}

/**
 * Ends one that needs no report, such as a wrong entry. Safe to repeat.
 * @throws AppError with the reason of whoever closed it before for another
 */
export async function closeSevere(context: ServerContext, caller: Caller, { id, reason }: CallRequest<'closeSevere'>['body']): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const report = await holdReport(trx, context.dialect, caller.compNo, id);
    if (report === undefined) throw notFound();
    if (report.status === 'reported') throw conflict('该问题已报告，不能关闭');
    if (report.status === 'closed') {
      if (report.note === reason) return;
      throw conflict(`${await closedWords(trx, report)}。您填写的原因没有保存`);
    }
    const now = context.now();
    await changeReport(trx, id, { status: 'closed', note: reason, decided_by: caller.employeeId, decided_at: now.toISOString() });
    await countText(trx, { ...caller, at: now }, { reason });
    const summary = `关闭重大问题报告：${await describe(trx, id)}，原因：${reason}`;
    await recordAudit(trx, caller, { action: 'severe.close', objectType: 'severeReport', objectId: id, summary }, now);
  });
}

const closedWords = async (trx: Queryable, { decided_by: closedBy, note }: Pick<SevereReportRow, 'decided_by' | 'note'>): Promise<string> =>
  `该问题已由 ${await findEmployeeName(trx, closedBy)} 关闭，原因：${unended(note)}`;

async function describe(trx: Queryable, id: string): Promise<string> {
  const { dept_name: deptName, content } = await findReported(trx, id);
  return `${deptName}，“${excerpt(content)}”`;
}

export async function findSevereFile(context: ServerContext, caller: Caller, fileId: string): Promise<AttachedFile> {
  const file = await findReportFile(context.db, caller.compNo, fileId);
  if (file === undefined) throw notFound();
  return attachedFile(context, caller.compNo, file);
}

const toReport = (row: SevereReportRow, files: Awaited<ReturnType<typeof listReportFiles>>): SevereReport => ({
  id: row.id,
  status: row.status,
  taskId: row.task_id,
  taskName: row.task_name,
  deptId: row.dept_id,
  deptName: row.dept_name,
  content: row.content,
  problem: row.problem,
  foundByName: row.finder_name ?? '',
  foundAt: row.found_at,
  changedBackAt: row.changed_back_at,
  reportedTo: row.reported_to,
  reportedOn: row.reported_on,
  reportNumber: row.report_number,
  note: row.note,
  files: files.map(({ id, name, type, size, sha256 }) => ({ id, name, type, size, sha256 })),
  decidedByName: row.decider_name,
  decidedAt: row.decided_at,
});
