import { maskEmail, maskIdCard, maskTel } from '#contract/masking.ts';
import type { AccountSession, UserInfo } from '#contract/session.ts';
import type { AccountRow, OpenSessionRow } from './session-repository.ts';

export const toUserInfo = (row: AccountRow): UserInfo => ({
  employeeId: row.id,
  roleId: row.role_id,
  avator: row.avator,
  compName: row.comp_name,
  siteTitle: row.site_title,
  employeeName: row.employee_name,
  compNo: row.comp_no,
  specCode: row.spec_code,
  isAdmin: row.is_admin,
  account: row.account,
  sex: row.sex,
  tel: maskTel(row.tel),
  email: maskEmail(row.email),
  idCard: maskIdCard(row.id_card),
  deptId: row.dept_id,
  deptName: row.dept_name,
  mustChangePassword: row.must_change_password === 1,
});

export const toAccountSession = (row: OpenSessionRow, currentFamilyId: string): AccountSession => ({
  id: row.family_id,
  isCurrent: row.family_id === currentFamilyId,
  userAgent: row.user_agent,
  address: row.address,
  signedInAt: row.signed_in_at,
  lastUsedAt: row.last_used_at,
});
