import type { Caller } from '../../caller.ts';

/** The own department's, or any of the company for an administrator. */
export const mayRead = (caller: Caller, deptTask: { comp_no: string; dept_id: string }): boolean =>
  deptTask.comp_no === caller.compNo && (caller.role === 'admin' || deptTask.dept_id === caller.deptId);

/** The own department's only, for an administrator too: a department answers for itself. */
export const mayFillIn = (caller: Pick<Caller, 'compNo' | 'deptId'>, deptTask: { comp_no: string; dept_id: string }): boolean =>
  deptTask.comp_no === caller.compNo && deptTask.dept_id === caller.deptId;
