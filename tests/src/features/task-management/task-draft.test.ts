import { describe, expect, test } from 'vitest';
import type { DepartmentKind } from '#contract/department-kind.ts';
import { groupPoints } from '@/features/task-management/point-selection.ts';
import { changeType, inputAgain, newDraft, sayingByDept, suggestName } from '@/features/task-management/task-draft.ts';
import { checkItems, checkPoints } from './fixture.ts';

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

describe('a form filled in after a task', () => {
  const ofKinds = (id: string, kinds: DepartmentKind[]) => ({ ...checkPoints.find((point) => point.id === id)!, kinds });
  // p1 is for dentists, p2 for surgery, p3 for everybody.
  const categories = groupPoints(checkItems, [ofKinds('p1', ['dental']), ofKinds('p2', ['surgery']), checkPoints[2]!]);
  const departments = [
    { id: 'd1', kind: 'dental' as const },
    { id: 'd2', kind: 'surgery' as const },
    { id: 'd3', kind: 'surgery' as const },
  ];
  const issued = { taskName: '六月自查', taskType: 3, startDate: '2026-06-01', correctDays: 15, remark: '' };
  const formAfter = (lists: { deptIds: string[]; pointIds: string[]; deptPointIds: Record<string, string[]> }) =>
    sayingByDept(inputAgain('t1', { ...issued, ...lists }, '2026-11-21'), categories, departments, [], '2026-11-21');

  test('says that departments got what applies to them, so that another one gets that too', () => {
    expect(formAfter({ deptIds: ['d1', 'd2'], pointIds: ['p1', 'p3'], deptPointIds: { d2: ['p2', 'p3'] } })).toMatchObject({
      isByDept: true,
      pointIds: new Set(['p1', 'p2', 'p3']),
      deptPointIds: new Map(),
    });
  });

  test('keeps the list of a department that got something else', () => {
    const form = formAfter({ deptIds: ['d1', 'd2', 'd3'], pointIds: ['p1', 'p3'], deptPointIds: { d2: ['p2', 'p3'], d3: ['p3'] } });
    expect(form).toMatchObject({ isByDept: true, deptPointIds: new Map([['d3', new Set(['p3'])]]) });
  });

  test('leaves it at one list for all where all got the same', () => {
    expect(formAfter({ deptIds: ['d1', 'd2'], pointIds: ['p1', 'p3'], deptPointIds: {} })).toMatchObject({ isByDept: false, pointIds: new Set(['p1', 'p3']), deptPointIds: new Map() });
  });
});
