import { setImmediate } from 'node:timers/promises';
import { shanghaiDay, shanghaiTime } from '#contract/calendar.ts';
import { articleLabel } from '#contract/chinese-numerals.ts';
import { correctionStatusLabel, isCorrectionOverdueAt, isLateCorrection, TO_CONFIRM_LABEL } from '#contract/correction-status.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { CorrectionItem, SelfCorrection } from '#contract/self-correction.ts';
import { taskTypeLabel } from '#contract/task-status.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { badRequest } from '../../errors.ts';
import type { WorkbookFile } from '../../files/send-workbook.ts';
import { type SheetRow, streamWorkbook } from '../../files/workbook-stream.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { requireDepartment } from '../departments/department-service.ts';
import { toSelfCorrection } from './self-correction-presenter.ts';
import { type CorrectionFilter, type CorrectionOrder, countMatchingItems, listCorrectionIds, listCorrections, listItems } from './self-correction-repository.ts';
import { presentItems, toFilter } from './self-correction-service.ts';

/** A sheet ends at 1,048,576 rows. */
const EXPORT_MAX_ROWS = 1_000_000;
const CORRECTIONS_PER_READ = 100;

/** 整改台账: what the list of all departments shows, in its order, as a workbook with one row for each item, read while it is sent. */
export async function exportCorrections(context: ServerContext, caller: Caller, query: CallRequest<'exportCompDeptSelfCorrect'>['query']): Promise<WorkbookFile> {
  if (query.deptId !== undefined) await requireDepartment(context.db, caller.compNo, query.deptId);
  const at = context.now();
  const filter = toFilter(caller, query, at);
  const count = await countMatchingItems(context.db, filter);
  if (count > EXPORT_MAX_ROWS) throw badRequest(`共 ${count} 项，一次最多导出 ${EXPORT_MAX_ROWS} 项，请缩小筛选范围`);
  await recordAudit(
    context.db,
    caller,
    { action: 'selfCorrection.export', objectType: 'company', objectId: caller.compNo, summary: `导出整改台账：${count} 项` },
    at,
  );
  return {
    fileName: `整改台账_${shanghaiDay(at)}.xlsx`,
    content: streamWorkbook([{ name: '整改台账', widths: columns.map(([, width]) => width), isTable: true, rows: () => ledgerRows(context, filter, query, at) }], at),
  };
}

async function* ledgerRows({ db, dialect }: ServerContext, filter: CorrectionFilter, order: CorrectionOrder, at: Date): AsyncGenerator<SheetRow> {
  yield { cells: columns.map(([title]) => title), isHeader: true };
  // All ids at once: what is corrected or confirmed meanwhile has another place, and would be missed or come twice.
  const ids = await listCorrectionIds(db, filter, order);
  for (let start = 0; start < ids.length; start += CORRECTIONS_PER_READ) {
    for (const row of await listCorrections(db, dialect, filter, ids.slice(start, start + CORRECTIONS_PER_READ))) {
      const correction = toSelfCorrection(row, undefined, at);
      for (const item of await presentItems(db, row.id, await listItems(db, row.id))) {
        yield { cells: columns.map(([, , cell]) => cell(item, correction, at)) };
      }
      // SQLite answers at once: without a break nobody else would have a turn.
      await setImmediate();
    }
  }
}

const timeOf = (instant: string | null): string => (instant === null || instant === '' ? '' : shanghaiTime(new Date(instant)));

/** Title, width in characters, and content. */
const columns: readonly [title: string, width: number, cell: (item: CorrectionItem, correction: SelfCorrection, at: Date) => string | number][] = [
  ['科室', 16, (_item, { deptName }) => deptName],
  ['任务', 24, (_item, { taskName }) => taskName],
  ['任务类型', 12, (_item, { taskType }) => taskTypeLabel(taskType)],
  ['自查类别', 16, ({ categoryName }) => categoryName],
  ['自查项目', 22, ({ itemName }) => itemName],
  ['检查要点', 50, ({ content }) => content],
  ['依据', 36, ({ basis }) => `《${basis.law}》${articleLabel(basis.article)}`],
  ['存在问题', 40, ({ problem }) => problem],
  ['屡查屡犯', 10, ({ lastFailure }) => (lastFailure === null ? '' : '是')],
  ['检查人', 12, ({ foundByName }) => foundByName],
  ['检查时间', 20, ({ foundAt }) => timeOf(foundAt)],
  ['整改期限', 12, dueDateOf],
  ['整改措施', 40, ({ measures }) => measures],
  ['责任人', 12, ({ responsible }) => responsible],
  ['整改时间', 20, ({ correctedAt }) => timeOf(correctedAt)],
  ['状态', 12, stateOf],
  ['逾期', 10, lateMarkOf],
  ['退回原因', 30, ({ returnReason }) => returnReason ?? ''],
  ['整改前照片数', 12, ({ photosBefore }) => photosBefore.length],
  ['整改后照片数', 12, ({ photosAfter }) => photosAfter.length],
  ['确认人', 12, (_item, { confirmedByName }) => confirmedByName ?? ''],
  ['确认时间', 20, (_item, { confirmedAt }) => timeOf(confirmedAt)],
];

function dueDateOf(item: CorrectionItem, { dueDate }: SelfCorrection): string {
  return item.dueDate ?? dueDate;
}

function lateMarkOf(item: CorrectionItem, correction: SelfCorrection, at: Date): string {
  const dueDate = dueDateOf(item, correction);
  if (item.correctedAt !== null) return isLateCorrection({ ...item, dueDate }) ? '逾期整改' : '';
  return isCorrectionOverdueAt({ ...correction, dueDate }, at) ? '已逾期' : '';
}

/** Of an item: one may be corrected while others of its self-correction are not. */
function stateOf(item: CorrectionItem, { status }: SelfCorrection): string {
  if (status === 'corrected') return TO_CONFIRM_LABEL;
  if (status !== 'open') return correctionStatusLabel[status];
  if (item.correctedAt !== null) return correctionStatusLabel.corrected;
  return item.returnedAt === null ? correctionStatusLabel.open : '已退回';
}
