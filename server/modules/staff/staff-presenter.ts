import { maskEmail, maskIdCard, maskTel } from '#contract/masking.ts';
import type { Employee } from '#contract/staff.ts';
import type { EmployeeRow } from './staff-repository.ts';

/** With telephone, e-mail and ID card in full: only for a detail call that is audited. */
export const toFullEmployee = (row: EmployeeRow): Employee => ({
  id: row.id,
  account: row.account,
  employeeName: row.employee_name,
  sex: row.sex,
  tel: row.tel,
  email: row.email,
  idCard: row.id_card,
  deptId: row.dept_id,
  deptName: row.dept_name,
  roleId: row.role_id,
  isAdmin: row.is_admin,
  enabled: row.enabled,
  createdAt: row.created_at,
  lastSignInAt: row.last_sign_in_at,
});

export const toMaskedEmployee = (row: EmployeeRow): Employee => ({
  ...toFullEmployee(row),
  tel: maskTel(row.tel),
  email: maskEmail(row.email),
  idCard: maskIdCard(row.id_card),
});
