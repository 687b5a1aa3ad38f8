import { z } from 'zod';
import { score } from './score-setting.ts';
import { TASK_STATUSES } from './task-status.ts';

const month = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
});

/** Tasks of the period by status; months count department tasks that were due and that were submitted. */
export const taskCountFigure = z.object({
  total: z.number(),
  byStatus: z.record(z.enum(TASK_STATUSES), z.number()),
  months: z.array(month.extend({ due: z.number(), submitted: z.number() })),
  /** Departments with department tasks that are overdue today, whenever they were due; the most first. */
  lateDepartments: z.array(z.object({ deptId: z.string(), deptName: z.string(), count: z.number() })),
});
export type TaskCountFigure = z.infer<typeof taskCountFigure>;

/** 全面自查 of the period: department tasks, submitted, on time; and those whose last day is past, and was in the period. */
export const overallCheckFigure = z.object({
  deptTasks: z.number(),
  submitted: z.number(),
  onTime: z.number(),
  due: z.number(),
  dueSubmitted: z.number(),
  pointCount: z.number(),
  answeredCount: z.number(),
  months: z.array(month.extend({ deptTasks: z.number(), submitted: z.number() })),
});
export type OverallCheckFigure = z.infer<typeof overallCheckFigure>;

/** 不合格 of the period among submitted answers, and how many are corrected. */
export const unqualifiedFigure = z.object({
  /** Answers, 不适用 included. */
  checked: z.number(),
  /** 合格 or 不合格: what a failure rate is a share of. */
  judged: z.number(),
  unqualified: z.number(),
  corrected: z.number(),
  /** Of all that was judged. */
  score,
  months: z.array(month.extend({ checked: z.number(), judged: z.number(), unqualified: z.number() })),
  /** The check points that failed most, at most ten. */
  topPoints: z.array(z.object({ pointId: z.string(), content: z.string(), categoryName: z.string(), count: z.number() })),
});
export type UnqualifiedFigure = z.infer<typeof unqualifiedFigure>;
