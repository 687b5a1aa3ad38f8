import { z } from 'zod';
import { pageQuery } from './envelope.ts';
import { day, id, optionalFilter } from './fields.ts';
import { score } from './score-setting.ts';
import { STAT_KINDS } from './statistics-kind.ts';
import { deptTask, taskTypeValue } from './task.ts';

/** Days of Shanghai, both included; without `deptId` all departments. */
const scope = { startDate: day, endDate: day, deptId: optionalFilter(id) };
export const statQuery = z.object(scope);
export type StatQuery = z.input<typeof statQuery>;

const month = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
});

/**
 * Counts of department tasks whose period touches the asked one, and of the answers in those that were submitted in it:
 * as the figures of the home screen count them.
 */
const checkCounts = z.object({
  deptTasks: z.number(),
  onTime: z.number(),
  late: z.number(),
  notSubmitted: z.number(),
  /** Answers, 不适用 included. */
  checked: z.number(),
  /** 合格 or 不合格: what a failure rate is a share of. */
  judged: z.number(),
  unqualified: z.number(),
  corrected: z.number(),
  /** Corrected ones among the 不合格, in percent; null where there is none. */
  correctionRate: z.number().nullable(),
  /** Of all these answers together. */
  score,
});
export type CheckCounts = z.infer<typeof checkCounts>;

export const deptCheckCounts = checkCounts.extend({ deptId: z.string(), deptName: z.string() });
export type DeptCheckCounts = z.infer<typeof deptCheckCounts>;

export const checkStatistics = z.object({
  total: checkCounts,
  /** Every department that was asked for, in their order, those without a task too. */
  departments: z.array(deptCheckCounts),
  months: z.array(month.extend({ deptTasks: z.number(), submitted: z.number(), checked: z.number(), judged: z.number(), unqualified: z.number() })),
  /** The check points that failed most, at most ten. */
  topPoints: z.array(z.object({ pointId: z.string(), content: z.string(), categoryName: z.string(), count: z.number() })),
});
export type CheckStatistics = z.infer<typeof checkStatistics>;

/** The department tasks behind a number; with `pointId` those in which that point was 不合格. */
export const statDeptTaskQuery = pageQuery.extend({
  ...scope,
  /** Without it: of all types, as the home screen counts. */
  taskType: optionalFilter(taskTypeValue),
  kind: z.enum(STAT_KINDS, '统计项错误').default('all'),
  pointId: optionalFilter(id),
});
export type StatDeptTaskQuery = z.input<typeof statDeptTaskQuery>;

export const statDeptTask = deptTask.extend({ correctedCount: z.number() });
export type StatDeptTask = z.infer<typeof statDeptTask>;

export const statExportQuery = z.object({ ...scope, taskType: taskTypeValue });

const deptRef = z.object({ deptId: z.string(), deptName: z.string() });

/** Declared records, by the day of declaration in Shanghai. Lists of counts have one for each type, from 0 to 6. */
export const declarationStatistics = z.object({
  total: z.number(),
  byType: z.array(z.number()),
  months: z.array(month.extend({ byType: z.array(z.number()) })),
  /** Every department that was asked for, in their order. */
  departments: z.array(deptRef.extend({ total: z.number(), byType: z.array(z.number()) })),
  /** The year of today, and the departments that have declared nothing for it: of any type, and of each. */
  year: z.number(),
  withoutAny: z.array(deptRef),
  without: z.array(z.object({ selfDeclaredType: z.number(), departments: z.array(deptRef) })),
});
export type DeclarationStatistics = z.infer<typeof declarationStatistics>;
