import type { DutyCalendar, DutyPeriod } from '#contract/duty.ts';
import { type DutyKey, dutyPlans, type DutyState } from '#contract/duty-plan.ts';
import { declarationsPath, paths } from '@/lib/paths.ts';
import type { StatusTone } from '@/ui/basics/StatusTag.tsx';

export const dutyTones: Record<DutyState, StatusTone> = {
  done: 'qualified',
  due: 'primary',
  overdue: 'unqualified',
  upcoming: 'neutral',
  notAsked: 'notApplicable',
};

/** Where a duty is met: an administrator issues checks, staff fill them in; a declaration has its own list. */
export function dutyPath(duty: DutyKey, isAdmin: boolean): string {
  const { source } = dutyPlans[duty];
  if ('selfDeclaredType' in source) return declarationsPath(source.selfDeclaredType);
  return isAdmin ? paths.taskManage.to({ taskType: String(source.taskType) }) : paths.myTask.to();
}

/** `06-30`, with the year where it is another one. */
export const shortDay = (day: string, year: number): string => (day.startsWith(String(year)) ? day.slice(5) : day);

export interface OpenDuty {
  duty: DutyKey;
  /** 日常自查 第一季度. */
  label: string;
  period: DutyPeriod;
}

/** What is asked for now or was to be done already, the first to be due leading. */
export function openDuties({ duties }: DutyCalendar): OpenDuty[] {
  return duties
    .flatMap(({ duty, periods }) =>
      periods
        .filter((period) => period.state === 'due' || period.state === 'overdue')
        .map((period) => ({ duty, label: periods.length === 1 ? dutyPlans[duty].label : `${dutyPlans[duty].label} ${period.label}`, period })),
    )
    .sort((one, other) => (one.period.dueDate < other.period.dueDate ? -1 : one.period.dueDate > other.period.dueDate ? 1 : 0));
}

/** `已完成 3 · 待完成 2 · 已逾期 1`; of what nothing is asked says nothing. */
export function countStates({ duties }: DutyCalendar): Record<DutyState, number> {
  const counts: Record<DutyState, number> = { done: 0, due: 0, overdue: 0, upcoming: 0, notAsked: 0 };
  for (const { periods } of duties) for (const { state } of periods) counts[state] += 1;
  return counts;
}
