import type { Caller } from '../../caller.ts';

interface Owned {
  comp_no: string;
  dept_id: string;
}

/** The own department's, or any of the company for an administrator. */
export const mayRead = (caller: Caller, correction: Owned): boolean =>
  correction.comp_no === caller.compNo && (caller.role === 'admin' || correction.dept_id === caller.deptId);

/** The own department's only, for an administrator too: whoever confirms must not have written it for somebody else. */
export const mayFillIn = (caller: Caller, correction: Owned): boolean =>
  correction.comp_no === caller.compNo && correction.dept_id === caller.deptId;
