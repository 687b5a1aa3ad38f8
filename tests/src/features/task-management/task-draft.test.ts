import { describe, expect, test } from 'vitest';
import { changeType, newDraft, suggestName } from '@/features/task-management/task-draft.ts';

describe('a draft of a task', () => {
  test.each([
    [3, '2026-11-21', '2026年第四季度日常自查'],
    [3, '2026-03-31', '2026年第一季度日常自查'],
    [3, '2026-04-01', '2026年第二季度日常自查'],
    [1, '2026-11-21', '2026年度全面自查'],
    [2, '2026-09-01', '2026年9月专项自查'],
  ])('type %i on %s is called %s', (type, day, name) => {
    expect(suggestName(type, day)).toBe(name);
  });

  test('starts today and runs as long as its type usually does', () => {
    expect(newDraft(3, '2026-11-21')).toMatchObject({ startDate: '2026-11-21', endDate: '2026-11-27', correctDays: '15' });
    expect(newDraft(1, '2026-12-15')).toMatchObject({ endDate: '2027-01-13' });
  });

  test('another type changes name and period only while nobody has touched them', () => {
    const draft = newDraft(3, '2026-11-21');
    expect(changeType(draft, 1)).toMatchObject({ taskType: 1, taskName: '2026年度全面自查', startDate: '2026-11-21', endDate: '2026-12-20' });
    const touched = { ...draft, taskName: '迎检自查', endDate: '2026-11-30' };
    expect(changeType(touched, 1)).toMatchObject({ taskType: 1, taskName: '迎检自查', endDate: '2026-11-30' });
    expect(changeType({ ...draft, startDate: '' }, 1)).toEqual({ ...draft, taskType: 1, startDate: '' });
  });
});
