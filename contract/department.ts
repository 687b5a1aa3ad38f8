import { z } from 'zod';
import { DEPARTMENT_KINDS } from './department-kind.ts';
import { pageQuery } from './envelope.ts';
import { day, id, optionalText, orderedBy, requiredText, textRead, wholeNumber } from './fields.ts';
import { DEPARTMENT_SORT_MAX, DEPTS_PER_TASK, EXTENSION_MAX, POINTS_PER_SWITCH } from './limits.ts';
import { plainName, rules, telephone } from './rules.ts';

const fields = {
  deptName: requiredText(50, plainName),
  leader: optionalText(50, plainName),
  tel: optionalText(20, telephone),
  /** Inside the building, or after the number of the switchboard. */
  extension: optionalText(EXTENSION_MAX, rules.digits),
  remark: optionalText(500),
  kind: z.enum(DEPARTMENT_KINDS, '科室类别错误').nullable().optional(),
  sort: wholeNumber(0, DEPARTMENT_SORT_MAX, { type: '只能输入非负整数', min: '只能输入非负整数', max: `最大 ${DEPARTMENT_SORT_MAX}` }).optional(),
};

/** Without `sort`, it comes after all others. */
export const newDepartment = z.object(fields);
/**
 * What is absent stays as it is: two administrators who change different things both get their way. `read` has what the form
 * began with: what somebody else has put in its place since is not overwritten without a word.
 */
export const changedDepartment = z.object({
  id,
  deptName: fields.deptName.optional(),
  leader: fields.leader.unwrap().optional(),
  tel: fields.tel.unwrap().optional(),
  extension: fields.extension.unwrap().optional(),
  remark: fields.remark.unwrap().optional(),
  kind: fields.kind,
  sort: fields.sort,
  read: z
    .object({ deptName: textRead, leader: textRead, tel: textRead, extension: textRead, remark: textRead, kind: fields.kind, sort: fields.sort })
    .optional(),
});

const described = {
  /** Absent where nobody said: it is then asked everything. */
  kind: z.enum(DEPARTMENT_KINDS).optional(),
  /** The first day on which it is closed; absent where it is open. */
  closedFrom: z.string().optional(),
};

/**
 * No more in pickers, duties and plans from that day on; what it did stays. `read` has the day that the form began with, empty
 * for none: another that somebody has set since is not replaced without a word.
 */
export const closedDepartment = z.object({ id, from: day, read: z.object({ from: textRead }).optional() });

export const department = z.object({
  ...described,
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

/** What a department is asked, or not, by hand: against what its kind has. */
export const deptPointSwitch = z.object({ deptId: z.string(), pointId: z.string(), isAsked: z.boolean() });

/** What the department is asked from now on, whatever its kind is by then. */
export const switchedDeptPoints = z.object({
  deptId: id,
  pointIds: z.array(id, '请选择检查要点').min(1, '请选择检查要点').max(POINTS_PER_SWITCH, `一次最多 ${POINTS_PER_SWITCH} 个要点`),
  choice: z.enum(['asked', 'notAsked'], '只能为自查或不自查'),
});

/** Kinds for departments that have none; one that was given a kind meanwhile keeps it. */
export const kindsOfDepts = z.object({
  kinds: z
    .array(z.object({ id, kind: z.enum(DEPARTMENT_KINDS, '科室类别错误') }))
    .min(1, '请选择科室类别')
    .max(DEPTS_PER_TASK, `一次最多 ${DEPTS_PER_TASK} 个科室`),
});

export const departmentQuery = pageQuery.extend({ deptName: optionalText(50), ...orderedBy(['employeeCount']) });

/** For pickers: every department of the company, in its order, those that are closed too. */
export const departmentOption = z.object({ ...described, id: z.string(), deptName: z.string(), employeeCount: z.number() });
export type DepartmentOption = z.infer<typeof departmentOption>;
