import { z } from 'zod';
import { pageQuery } from './envelope.ts';
import { id, optionalText, requiredText, wholeNumber } from './fields.ts';
import { DEPARTMENT_SORT_MAX, EXTENSION_MAX } from './limits.ts';
import { plainName, rules, telephone } from './rules.ts';

const fields = {
  deptName: requiredText(50, plainName),
  leader: optionalText(50, plainName),
  tel: optionalText(20, telephone),
  /** Inside the building, or after the number of the switchboard. */
  extension: optionalText(EXTENSION_MAX, rules.digits),
  remark: optionalText(500),
  sort: wholeNumber(0, DEPARTMENT_SORT_MAX, { type: '只能输入非负整数', min: '只能输入非负整数', max: `最大 ${DEPARTMENT_SORT_MAX}` }).optional(),
};

/** Without `sort`, it comes after all others. */
export const newDepartment = z.object(fields);
/** What is absent stays as it is: two administrators who change different things both get their way. */
export const changedDepartment = z.object({
  id,
  deptName: fields.deptName.optional(),
  leader: fields.leader.unwrap().optional(),
  tel: fields.tel.unwrap().optional(),
  extension: fields.extension.unwrap().optional(),
  remark: fields.remark.unwrap().optional(),
  sort: fields.sort,
});

export const department = z.object({
  id: z.string(),
  deptName: z.string(),
  leader: z.string(),
  tel: z.string(),
  extension: z.string(),
  remark: z.string(),
  sort: z.number(),
  employeeCount: z.number(),
});
export type Department = z.infer<typeof department>;

export const departmentQuery = pageQuery.extend({ deptName: optionalText(50) });

/** For pickers: every department of the company, in its order. */
export const departmentOption = z.object({ id: z.string(), deptName: z.string(), employeeCount: z.number() });
export type DepartmentOption = z.infer<typeof departmentOption>;
