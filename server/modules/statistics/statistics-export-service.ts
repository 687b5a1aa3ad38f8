import { shanghaiDay, shanghaiTime } from '#contract/calendar.ts';
import { DECLARATION_TYPES } from '#contract/declaration-type.ts';
import { scoreClassLabel } from '#contract/score.ts';
import type { CheckCounts, CheckStatistics, DeclarationStatistics } from '#contract/statistics.ts';
import { dueLater, percentOf } from '#contract/statistics-kind.ts';
import { type TaskType, taskTypeLabel } from '#contract/task-status.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import type { WorkbookFile } from '../../files/send-workbook.ts';
import { type Cell, type Sheet, type SheetRow, streamWorkbook } from '../../files/workbook-stream.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { checkStatistics, type StatPeriod } from './check-statistics-service.ts';
import { declarationStatistics } from './declaration-statistics-service.ts';

/** The figures of the screen as a workbook: by department, by month, what fails most, and what was counted. */
export async function exportCheckStatistics(context: ServerContext, caller: Caller, taskType: TaskType, period: StatPeriod): Promise<WorkbookFile> {
  const figures = await checkStatistics(context, caller, taskType, period);
  return exported(context, caller, `${taskTypeLabel(taskType)}统计`, period, figures.departments, [
    sheet('科室统计', [20, 12, 12, 12, 12, 12, 12, 12, 14, 12, 12, 10, 10], byDepartment(figures)),
    sheet('月度趋势', [12, 12, 12, 12, 12, 12, 14], byMonth(figures)),
    sheet('最常不合格要点', [8, 60, 24, 12], topPoints(figures)),
  ], [...CHECK_NOTES, ...(dueLater(figures) > 0 ? [`月度趋势：统计时间内到期的科室任务；另有 ${dueLater(figures)} 项在统计时间之后到期`] : [])]);
}

export async function exportDeclarationStatistics(context: ServerContext, caller: Caller, period: StatPeriod): Promise<WorkbookFile> {
  const figures = await declarationStatistics(context, caller, period);
  return exported(context, caller, '自主申报统计', period, figures.departments, [
    sheet('科室申报', [20, ...DECLARATION_TYPES.map(() => 12), 10], [
      header('科室', ...DECLARATION_TYPES, '合计'),
      ...figures.departments.map((dept) => row(dept.deptName, ...dept.byType, dept.total)),
      row('合计', ...figures.byType, figures.total),
    ]),
    sheet('月度申报', [12, ...DECLARATION_TYPES.map(() => 12)], [
      header('月份', ...DECLARATION_TYPES),
      ...figures.months.map((month) => row(month.month, ...month.byType)),
    ]),
    sheet('本年未申报', [16, 20], notDeclared(figures)),
  ], DECLARATION_NOTES);
}

/** What each number counts, as the screens say it. */
const CHECK_NOTES = [
  '科室任务、按时提交、逾期提交、未提交：自查时间与统计时间有重合的任务，不含已取消的',
  '已查要点、已判定、不合格、已整改：统计时间内提交的科室任务中的结果；已判定为合格或不合格，不含不适用',
  '不合格率 = 不合格 ÷ 已判定；整改率 = 已整改 ÷ 不合格',
  '评分 = 100 × 合格要点的分值 ÷ 已判定要点的分值；否决项（★）不合格时等级为重点',
];
const DECLARATION_NOTES = ['按申报日期统计，不含草稿'];

async function exported(
  { db, now }: ServerContext,
  caller: Caller,
  title: string,
  { startDate, endDate, deptId }: StatPeriod,
  depts: readonly { deptName: string }[],
  sheets: Sheet[],
  notes: readonly string[],
): Promise<WorkbookFile> {
  const at = now();
  const dept = deptId === undefined ? '全部科室' : (depts[0]?.deptName ?? '');
  const summary = `导出${title}：${startDate} 至 ${endDate}，${dept}`;
  await recordAudit(db, caller, { action: 'statistics.export', objectType: 'company', objectId: caller.compNo, summary }, at);
  const about: SheetRow[] = [
    row('统计', title),
    row('统计期间', `${startDate} 至 ${endDate}`),
    row('科室', dept),
    row('导出', `${caller.employeeName} ${shanghaiTime(at)}`),
    ...notes.map((note) => row('口径', note)),
  ];
  const fileName = `${title}_${startDate}_${endDate}_${shanghaiDay(at)}.xlsx`;
  return { fileName, content: streamWorkbook([...sheets, { name: '说明', widths: [14, 60], isTable: false, rows: () => about }], at) };
}

const byDepartment = ({ total, departments }: CheckStatistics): SheetRow[] => [
  header('科室', '科室任务', '按时提交', '逾期提交', '未提交', '已查要点', '其中已判定', '不合格', '不合格率（%）', '已整改', '整改率（%）', '评分', '等级'),
  ...departments.map((dept) => row(dept.deptName, ...countCells(dept))),
  row('合计', ...countCells(total)),
];

const countCells = (counts: CheckCounts): Cell[] => [
  counts.deptTasks,
  counts.onTime,
  counts.late,
  counts.notSubmitted,
  counts.checked,
  counts.judged,
  counts.unqualified,
  percentOf(counts.unqualified, counts.judged) ?? '',
  counts.corrected,
  counts.correctionRate ?? '',
  counts.score.value ?? '',
  counts.score.scoreClass === null ? '' : scoreClassLabel[counts.score.scoreClass],
];

const byMonth = ({ months }: CheckStatistics): SheetRow[] => [
  header('月份', '科室任务', '已提交', '已查要点', '其中已判定', '不合格', '不合格率（%）'),
  ...months.map((month) => row(month.month, month.deptTasks, month.submitted, month.checked, month.judged, month.unqualified, percentOf(month.unqualified, month.judged) ?? '')),
];

const topPoints = (figures: CheckStatistics): SheetRow[] => [
  header('序号', '检查要点', '自查类别', '不合格次数'),
  ...figures.topPoints.map((point, index) => row(index + 1, point.content, point.categoryName, point.count)),
];

const notDeclared = ({ year, withoutAny, without }: DeclarationStatistics): SheetRow[] => [
  header('申报类型', `${year}年未申报的科室`),
  ...withoutAny.map((dept) => row('全部类型', dept.deptName)),
  ...without.flatMap(({ selfDeclaredType, departments }) => departments.map((dept) => row(DECLARATION_TYPES[selfDeclaredType] ?? '', dept.deptName))),
];

const sheet = (name: string, widths: number[], rows: SheetRow[]): Sheet => ({ name, widths, isTable: true, rows: () => rows });
const header = (...cells: Cell[]): SheetRow => ({ cells, isHeader: true });
const row = (...cells: Cell[]): SheetRow => ({ cells });
