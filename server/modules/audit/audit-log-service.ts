import { auditActionLabel, auditObjectLabel } from '#contract/audit-action.ts';
import type { AuditRecord } from '#contract/audit.ts';
import { dayEnd, dayStart, shanghaiDay, shanghaiTime } from '#contract/calendar.ts';
import type { CallAnswer, CallRequest } from '#contract/endpoints.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { badRequest } from '../../errors.ts';
import type { WorkbookFile } from '../../files/send-workbook.ts';
import { type SheetRow, streamWorkbook } from '../../files/workbook-stream.ts';
import { type AuditRow, type AuditSelection, countAudit, findAuditPage, listAuditAfter } from './audit-repository.ts';
import { recordAudit } from './audit-service.ts';

type Filter = CallRequest<'exportAudit'>['query'];

/** A sheet ends at 1,048,576 rows. */
const EXPORT_MAX_ROWS = 1_000_000;
const ROWS_PER_READ = 1000;

export async function findAuditRecords({ db }: ServerContext, compNo: string, query: CallRequest<'queryAuditPage'>['query']): Promise<CallAnswer<'queryAuditPage'>> {
  const { pageNum, pageSize } = query;
  const selection = toSelection(compNo, query);
  const total = await countAudit(db, selection);
  const rows = total === 0 ? [] : await findAuditPage(db, selection, query);
  return { records: rows.map(toAuditRecord), total, pageNum, pageSize };
}

/** What the list shows as a workbook, whose rows are read while it is sent; this export is not among them. */
export async function exportAuditRecords({ db, now }: ServerContext, caller: Caller, filter: Filter): Promise<WorkbookFile> {
  const at = now();
  const asked = toSelection(caller.compNo, filter);
  const instant = at.toISOString();
  const selection = { ...asked, before: asked.before < instant ? asked.before : instant };
  const count = await countAudit(db, selection);
  if (count > EXPORT_MAX_ROWS) throw badRequest(`共 ${count} 条，一次最多导出 ${EXPORT_MAX_ROWS} 条，请缩短时间`);
  const period = `${filter.startDate} 至 ${filter.endDate}`;
  await recordAudit(
    db,
    caller,
    { action: 'audit.export', objectType: 'company', objectId: caller.compNo, summary: `导出操作日志：${period}，${count} 条` },
    at,
  );
  const readRows = async function* (): AsyncGenerator<SheetRow> {
    yield { cells: ['时间', '账号', '姓名', '操作', '结果', '内容', '对象', '对象编号', '地址'], isHeader: true };
    let last: AuditRow | undefined;
    for (;;) {
      const rows = await listAuditAfter(db, selection, last, ROWS_PER_READ);
      for (const row of rows) yield { cells: toCells(toAuditRecord(row)) };
      last = rows.at(-1);
      if (rows.length < ROWS_PER_READ) return;
    }
  };
  const about: SheetRow[] = [
    ['操作日志', period],
    ['人员', filter.person === '' ? '全部' : filter.person],
    ['操作', filter.action === undefined ? '全部' : auditActionLabel[filter.action]],
    ['结果', filter.succeeded === undefined ? '全部' : resultName(filter.succeeded)],
    ['导出', `${caller.employeeName} ${shanghaiTime(at)}`],
  ].map((cells) => ({ cells }));
  return {
    fileName: `操作日志_${filter.startDate}_${filter.endDate}_${shanghaiDay(at)}.xlsx`,
    content: streamWorkbook(
      [
        { name: '操作日志', widths: [20, 16, 12, 18, 8, 60, 12, 40, 18], isTable: true, rows: readRows },
        { name: '说明', widths: [14, 60], isTable: false, rows: () => about },
      ],
      at,
    ),
  };
}

const toSelection = (compNo: string, { startDate, endDate, person, action, succeeded }: Filter): AuditSelection => ({
  compNo,
  from: dayStart(startDate).toISOString(),
  before: dayEnd(endDate).toISOString(),
  person,
  action,
  succeeded,
});

const nameOf = (names: Readonly<Record<string, string>>, key: string): string => names[key] ?? key;
const resultName = (succeeded: number): string => (succeeded === 1 ? '成功' : '失败');

const toAuditRecord = (row: AuditRow): AuditRecord => ({
  id: row.id,
  at: row.at,
  account: row.account,
  employeeName: row.employee_name ?? '',
  actionName: nameOf(auditActionLabel, row.action),
  objectName: nameOf(auditObjectLabel, row.object_type),
  objectId: row.object_id,
  summary: row.summary,
  address: row.address,
  succeeded: row.succeeded,
});

const toCells = (record: AuditRecord): string[] => [
  shanghaiTime(new Date(record.at)),
  record.account,
  record.employeeName,
  record.actionName,
  resultName(record.succeeded),
  record.summary,
  record.objectName,
  record.objectId,
  record.address,
];
