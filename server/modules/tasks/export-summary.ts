import { shanghaiTime } from '#contract/calendar.ts';
import { RESULTS, type Result } from '#contract/result.ts';
import { addSums, NO_SUMS, type ScoredPoint, type ScoreLimits, scoreClassLabel, scoreOf, type ScoreSums, sumsOf } from '#contract/score.ts';
import { deptTaskStatusLabel, deptTaskStatusOf, isLateSubmission, isOverdueAt, taskTypeLabel } from '#contract/task-status.ts';
import type { SheetRow } from '../../files/workbook-stream.ts';
import type { ExportedDeptTask } from './export-repository.ts';
import type { TaskRowOfList } from './task-repository.ts';

interface Counts extends Record<Result, number>, ScoreSums {
  points: number;
  photos: number;
}

/** Adds up the rows as they are written, so that both sheets of one file always agree. */
export class ExportSummary {
  private readonly counts = new Map<string, Counts>();
  private readonly task: TaskRowOfList;
  private readonly deptTasks: readonly ExportedDeptTask[];
  private readonly limits: ScoreLimits;
  private readonly made: { by: string; at: Date };

  constructor(task: TaskRowOfList, deptTasks: readonly ExportedDeptTask[], limits: ScoreLimits, made: { by: string; at: Date }) {
    this.task = task;
    this.deptTasks = deptTasks;
    this.limits = limits;
    this.made = made;
    for (const { id } of deptTasks) this.counts.set(id, noCounts());
  }

  add(deptTaskId: string, point: ScoredPoint & { result: Result | null }, photoCount: number): void {
    const counts = this.counts.get(deptTaskId);
    if (counts === undefined) return;
    counts.points += 1;
    counts.photos += photoCount;
    if (point.result !== null) counts[point.result] += 1;
    addSums(counts, sumsOf(point, point.result));
  }

  *rows(): Generator<SheetRow> {
    const { task, limits, made } = this;
    yield { cells: ['任务名称', task.task_name] };
    yield { cells: ['任务类型', taskTypeLabel(task.task_type)] };
    yield { cells: ['起止日期', `${task.start_date} 至 ${task.end_date}`] };
    if (task.cancelled_at !== null) yield { cells: ['任务状态', '已取消'] };
    yield { cells: ['导出', `${made.by} ${shanghaiTime(made.at)}`] };
    yield { cells: ['评分', '100 × 合格要点的分值合计 ÷ 已判定（合格或不合格）要点的分值合计，不适用和未查不计入'] };
    yield { cells: ['等级', `优秀 ${limits.excellent} 分以上，合格 ${limits.passed} 分以上，其余为重点；否决项（★）不合格的一律为重点`] };
    yield { cells: [] };
    yield { cells: ['科室', '状态', '检查要点数', '合格', '不合格', '不适用', '未查', '评分', '等级', '照片数', '提交时间', '提交人'], isHeader: true };
    const total = noCounts();
    for (const deptTask of this.deptTasks) {
      const counts = this.counts.get(deptTask.id) ?? noCounts();
      for (const key of [...RESULTS, 'points', 'photos'] as const) total[key] += counts[key];
      addSums(total, counts);
      yield { cells: [deptTask.dept_name, this.statusOf(deptTask), ...this.figures(counts), timeOf(deptTask.submitted_at), deptTask.submitted_by_name ?? ''] };
    }
    yield { cells: ['合计', '', ...this.figures(total)] };
  }

  private figures(counts: Counts): (number | string)[] {
    const unanswered = counts.points - counts.qualified - counts.unqualified - counts.notApplicable;
    const { value, scoreClass } = scoreOf(counts, this.limits);
    return [
      counts.points,
      counts.qualified,
      counts.unqualified,
      counts.notApplicable,
      unanswered,
      value ?? '',
      scoreClass === null ? '' : scoreClassLabel[scoreClass],
      counts.photos,
    ];
  }

  private statusOf(deptTask: ExportedDeptTask): string {
    const status = deptTaskStatusOf({
      isCancelled: this.task.cancelled_at !== null,
      submittedAt: deptTask.submitted_at,
      hasOpenCorrection: deptTask.correction_id !== null && deptTask.corrected_at === null,
      answeredCount: deptTask.answered_count,
      isReturned: deptTask.is_returned === 1,
    });
    const times = {
      endDate: this.task.end_date,
      submittedAt: deptTask.submitted_at,
      firstSubmittedAt: deptTask.first_submitted_at,
      isCancelled: this.task.cancelled_at !== null,
    };
    const mark = isOverdueAt(times, this.made.at) ? '（已逾期）' : isLateSubmission(times) ? '（逾期提交）' : '';
    return deptTaskStatusLabel[status] + mark;
  }
}

const noCounts = (): Counts => ({ points: 0, photos: 0, qualified: 0, unqualified: 0, notApplicable: 0, ...NO_SUMS });

const timeOf = (instant: string | null): string => (instant === null ? '' : shanghaiTime(new Date(instant)));
