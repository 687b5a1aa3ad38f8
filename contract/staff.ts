import { z } from 'zod';
import { pageQuery } from './envelope.ts';
import { id, optionalFilter, optionalText, orderedBy, requiredText, textRead, wholeNumber } from './fields.ts';
import { ASKED_PASSWORD_MAX, EMAIL_MAX, PERSON_NAME_MAX } from './limits.ts';
import { personName, plainName, rules } from './rules.ts';
import { importReport } from './spreadsheet-import.ts';

const flag = (message: string) => wholeNumber(0, 1, message);

const isAdmin = flag('角色只能为管理员或普通用户');
const enabled = flag('状态只能为启用或停用');

const fields = {
  employeeName: requiredText(PERSON_NAME_MAX, personName),
  sex: z.enum(['', '男', '女'], '性别只能为男或女').default(''),
  tel: optionalText(20, rules.phone),
  email: optionalText(EMAIL_MAX, rules.email),
  idCard: optionalText(18, rules.idCard),
  deptId: id,
  isAdmin: isAdmin.default(0),
  enabled: enabled.default(1),
};

export const newEmployee = z.object({
  ...fields,
  account: requiredText(32, rules.account),
  pwd: requiredText(16, rules.strongPassword),
});

/**
 * What is absent stays as it is: lists hold masked data only, which must not be written back, nobody becomes or
 * ceases to be an administrator by being left out, and what another administrator saved meanwhile is kept. `read` has what
 * the form began with: what somebody else has put in its place since is not overwritten without a word.
 */
export const changedEmployee = z.object({
  id,
  employeeName: fields.employeeName.optional(),
  deptId: id.optional(),
  sex: fields.sex.unwrap().optional(),
  tel: optionalText(20, rules.phone).unwrap().optional(),
  email: fields.email.unwrap().optional(),
  idCard: optionalText(18, rules.idCard).unwrap().optional(),
  isAdmin: isAdmin.optional(),
  enabled: enabled.optional(),
  read: z
    .object({ employeeName: textRead, deptId: textRead, sex: textRead, tel: textRead, email: textRead, idCard: textRead, isAdmin: isAdmin.optional(), enabled: enabled.optional() })
    .optional(),
});

/** As in lists: telephone, e-mail and ID card masked. */
export const employee = z.object({
  id: z.string(),
  account: z.string(),
  employeeName: z.string(),
  sex: z.string(),
  tel: z.string(),
  email: z.string(),
  idCard: z.string(),
  deptId: z.string(),
  deptName: z.string(),
  roleId: z.number(),
  isAdmin: z.number(),
  enabled: z.number(),
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
});
export type Employee = z.infer<typeof employee>;

/** What a search for people needs of those whose account is in use; at most `STAFF_NAMES_MAX`, the newest. */
export const staffName = employee.pick({ id: true, account: true, employeeName: true, deptName: true });
export type StaffName = z.infer<typeof staffName>;

export const employeeQuery = pageQuery.extend({
  employeeName: optionalText(PERSON_NAME_MAX),
  account: optionalText(32),
  deptId: optionalFilter(id),
  isAdmin: optionalFilter(isAdmin),
  enabled: optionalFilter(enabled),
  ...orderedBy(['account', 'lastSignInAt']),
});

/**
 * New password of an account: an administrator's for anyone of the company, anyone's for the own account.
 * `oldPwd` is asked for when the account is the caller's own. `again` replaces what another administrator has set a moment
 * ago, of which the person was told.
 */
export const passwordChange = z.object({
  account: requiredText(32, rules.account),
  pwd: requiredText(16, rules.strongPassword),
  oldPwd: optionalText(ASKED_PASSWORD_MAX),
  again: wholeNumber(0, 1, '只能为 0 或 1').default(0),
});

/** A row of an imported spreadsheet: words where the wire has numbers and identifiers. */
export const importedEmployee = z.object({
  employeeName: fields.employeeName,
  account: newEmployee.shape.account,
  deptName: requiredText(50, plainName),
  sex: fields.sex,
  tel: fields.tel,
  email: fields.email,
  idCard: fields.idCard,
  role: z.enum(['', '普通用户', '管理员'], '角色只能为管理员或普通用户'),
  /** Empty: the server makes one. */
  pwd: optionalText(16, rules.strongPassword),
});

/** A password that the server made; it is told once, and has to be changed at the first sign-in. */
export const initialPassword = z.object({ account: z.string(), employeeName: z.string(), deptName: z.string(), pwd: z.string() });
export type InitialPassword = z.infer<typeof initialPassword>;

export const staffImportReport = importReport.extend({ initialPasswords: z.array(initialPassword) });
export type StaffImportReport = z.infer<typeof staffImportReport>;
