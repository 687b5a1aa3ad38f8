import type { Department } from '#contract/department.ts';
import { describe, type DepartmentRow } from './department-repository.ts';

export const toDepartment = (row: DepartmentRow): Department => ({
  id: row.id,
  deptName: row.dept_name,
  leader: row.leader,
  tel: row.tel,
  extension: row.extension,
  remark: row.remark,
  sort: row.sort,
  employeeCount: row.employee_count ?? 0,
  ...describe(row),
});
