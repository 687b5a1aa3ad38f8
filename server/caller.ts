import type { Role } from '#contract/roles.ts';
import type { Operation } from './database/operations.ts';

/** Who makes a call: the employee of a valid session, and from where. */
export interface Caller {
  employeeId: string;
  account: string;
  employeeName: string;
  compNo: string;
  deptId: string;
  role: Role;
  /** The password is an initial or reset one, which somebody else knows. */
  mustChangePassword: boolean;
  sessionId: string;
  familyId: string;
  address: string;
  /** What the call is, where the server has to know a repeat of it. */
  operation?: Operation | undefined;
}

/** What a department answers for. */
interface Owned {
  comp_no: string;
  dept_id: string;
}

/** The own department's, or any of the company for an administrator. */
export const mayRead = (caller: Caller, owned: Owned): boolean => owned.comp_no === caller.compNo && (caller.role === 'admin' || owned.dept_id === caller.deptId);

/** The own department's only, for an administrator too: whoever confirms a correction must not have written it for somebody else. */
export const mayFillIn = (caller: Pick<Caller, 'compNo' | 'deptId'>, owned: Owned): boolean => owned.comp_no === caller.compNo && owned.dept_id === caller.deptId;
