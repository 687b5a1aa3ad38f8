import { expect, test } from 'vitest';
import type { DepartmentKind } from '#contract/department-kind.ts';
import { type AskedDepartment, createDeptPoints } from '#contract/department-points.ts';

const surgery: AskedDepartment = { id: 's', kind: 'surgery' };
const pharmacy: AskedDepartment = { id: 'p', kind: 'pharmacy' };
const whole: AskedDepartment = { id: 'w', kind: 'whole' };
const unknown: AskedDepartment = { id: 'u' };
const point = (...kinds: DepartmentKind[]) => ({ id: 'x', ...(kinds.length === 0 ? {} : { kinds }) });
const asked = (departments: AskedDepartment[], kinds: DepartmentKind[], switches: { deptId: string; pointId: string; isAsked: boolean }[] = []) => {
  const points = createDeptPoints(departments, switches, '2026-06-01');
  return departments.filter((department) => points.isAsked(department, point(...kinds))).map(({ id }) => id);
};

test('a point goes to departments of its kinds, and to those of which nobody knows the kind', () => {
  expect(asked([surgery, pharmacy, whole, unknown], ['pharmacy'])).toEqual(['p', 'u']);
  expect(asked([surgery, pharmacy], [])).toEqual(['s', 'p']);
});

test('one that no open department can answer goes to who answers for the institution, else to all', () => {
  const [office, medicalAffairs]: AskedDepartment[] = [{ id: 'o', kind: 'office' }, { id: 'm', kind: 'medicalAffairs' }];
  expect(asked([surgery, office!, medicalAffairs!], ['personnel'])).toEqual(['o']);
  expect(asked([surgery, medicalAffairs!], ['personnel'])).toEqual(['m']);
  expect(asked([surgery, medicalAffairs!, whole], ['personnel'])).toEqual(['w']);
  expect(asked([surgery, whole], ['pharmacy'])).toEqual(['w']);
  expect(asked([surgery, { ...pharmacy, closedFrom: '2026-06-01' }, whole], ['pharmacy'])).toEqual(['w']);
  expect(asked([surgery, { ...pharmacy, closedFrom: '2026-06-02' }, whole], ['pharmacy'])).toEqual(['p']);
  expect(asked([surgery, pharmacy], ['imaging'])).toEqual(['s', 'p']);
});

test('what was switched by hand comes first', () => {
  expect(asked([surgery, pharmacy], ['pharmacy'], [{ deptId: 's', pointId: 'x', isAsked: true }, { deptId: 'p', pointId: 'x', isAsked: false }])).toEqual(['s']);
});
