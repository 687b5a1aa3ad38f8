import { describe, expect, it } from 'vitest';
import type { DutyCalendar, DutyPeriod } from '#contract/duty.ts';
import type { DutyState } from '#contract/duty-plan.ts';
import { countStates, dutyPath, openDuties, shortDay } from '@/features/home/duty-view.ts';

const period = (label: string, state: DutyState, dueDate: string): DutyPeriod => ({ label, from: '2026-01-01', to: dueDate, dueDate, state, required: 1, done: 0, missing: [] });
const calendar: DutyCalendar = {
  year: 2026,
  deptName: null,
  duties: [
    { duty: 'overallCheck', frequency: 'yearly', periods: [period('全年', 'due', '2026-12-31')] },
    {
      duty: 'dailyCheck',
      frequency: 'quarterly',
      periods: [
        period('第一季度', 'overdue', '2026-03-31'),
        period('第二季度', 'due', '2026-06-30'),
        period('第三季度', 'upcoming', '2026-09-30'),
        period('第四季度', 'upcoming', '2026-12-31'),
      ],
    },
    { duty: 'yearPlan', frequency: 'yearly', periods: [period('全年', 'done', '2026-03-31')] },
  ],
};

describe('the duty calendar', () => {
  it('names what is open by its due date, with the period where there are several', () => {
    expect(openDuties(calendar).map(({ label, period: { state } }) => [label, state])).toEqual([
      ['日常自查 第一季度', 'overdue'],
      ['日常自查 第二季度', 'due'],
      ['全面自查', 'due'],
    ]);
  });
  it('counts every state', () => {
    expect(countStates(calendar)).toEqual({ done: 1, due: 2, overdue: 1, upcoming: 2, notAsked: 0 });
  });
  it('leads to where a duty is met', () => {
    expect([dutyPath('dailyCheck', true), dutyPath('dailyCheck', false)]).toEqual(['/taskmanage/index?taskType=3', '/mytask/index']);
    expect([dutyPath('commitment', true), dutyPath('commitment', false)]).toEqual(['/independent/independent/6', '/independent/independent/6']);
  });
  it('names the year of a day only where it is another one', () => {
    expect([shortDay('2026-06-30', 2026), shortDay('2025-06-30', 2026)]).toEqual(['06-30', '2025-06-30']);
  });
});
