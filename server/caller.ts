import type { Role } from '#contract/roles.ts';

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
}
