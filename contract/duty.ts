import { z } from 'zod';
import { DUTY_KEYS, DUTY_STATES, dutyPlans, FREQUENCIES, frequencyLabel, isOftenEnough, lastDueMonth } from './duty-plan.ts';
import { optionalFilter, wholeNumber } from './fields.ts';

const duty = z.enum(DUTY_KEYS, '履职事项错误');
const frequency = z.enum(FREQUENCIES, '履职频次错误');

/** Of a year; without one, of this year. */
export const dutyQuery = z.object({ year: optionalFilter(wholeNumber(2000, 2100, '年份错误')) });

export const dutyPeriod = z.object({
  /** 全年, 上半年, 第一季度, 3月. */
  label: z.string(),
  from: z.string(),
  to: z.string(),
  dueDate: z.string(),
  state: z.enum(DUTY_STATES),
  /** Departments that have to meet a check, or declarations. */
  required: z.number(),
  done: z.number(),
  /** Departments that have not met a check; `isIssued` tells whether one was issued to them. */
  missing: z.array(z.object({ deptId: z.string(), deptName: z.string(), isIssued: z.boolean() })),
});
export type DutyPeriod = z.infer<typeof dutyPeriod>;

/** An administrator gets that of the institution, anybody else the own department's part in it. */
export const dutyCalendar = z.object({
  year: z.number(),
  /** Null for the institution. */
  deptName: z.string().nullable(),
  /** Duties that nothing is asked of are left out. */
  duties: z.array(z.object({ duty, frequency, periods: z.array(dutyPeriod) })),
});
export type DutyCalendar = z.infer<typeof dutyCalendar>;
export type DutyOfYear = DutyCalendar['duties'][number];

const dutySetting = z.object({ duty, frequency, dueMonth: wholeNumber(1, 15, '截止月份为 1 至 12 月，年度总结可为次年 1 至 3 月') });
export type DutySetting = z.infer<typeof dutySetting>;

/** Every duty once, in the order of the calendar. */
export const dutySettings = z.array(dutySetting);

/** What is absent stays as it is. `read` has what the form began with: what somebody else has set since is not overwritten without a word. */
export const changedDutySettings = z.object({
  duties: z
    .array(
      dutySetting.superRefine((setting, context) => {
        if (setting.dueMonth > lastDueMonth(setting.duty)) context.addIssue({ code: 'custom', path: ['dueMonth'], message: '截止月份为 1 至 12 月，年度总结可为次年 1 至 3 月' });
        if (isOftenEnough(setting.duty, setting.frequency)) return;
        const { label, frequency: least } = dutyPlans[setting.duty];
        context.addIssue({ code: 'custom', path: ['frequency'], message: `法规要求${label}至少${frequencyLabel[least]}` });
      }),
    )
    .min(1, '没有要保存的内容')
    .max(DUTY_KEYS.length, '履职事项重复')
    .refine((all) => new Set(all.map((one) => one.duty)).size === all.length, '履职事项重复'),
  read: z.array(dutySetting).max(DUTY_KEYS.length, '履职事项重复').optional(),
});
