import type { Caller } from '../../caller.ts';

/** Unmasked numbers are for an administrator of the company and for the person. */
export const maySeeInFull = (caller: Caller, employeeId: string): boolean =>
  caller.role === 'admin' || caller.employeeId === employeeId;

/** Everyone may change the own password, an administrator anyone's of the company. */
export const mayChangePassword = (caller: Caller, employeeId: string): boolean =>
  caller.role === 'admin' || caller.employeeId === employeeId;

/** @returns why an administrator may not change the own account so: nobody shuts himself out by mistake */
export function ownChangeProblem(
  before: { is_admin: number; enabled: number },
  after: { isAdmin?: number | undefined; enabled?: number | undefined },
): string | undefined {
  if ((after.enabled ?? before.enabled) !== before.enabled) return '不能停用自己的账号';
  return (after.isAdmin ?? before.is_admin) === before.is_admin ? undefined : '不能更改自己的角色';
}

/** Whether a change takes an administrator away. */
export const losesAdmin = (
  before: { is_admin: number; enabled: number },
  after: { isAdmin?: number | undefined; enabled?: number | undefined },
): boolean => before.is_admin === 1 && before.enabled === 1 && ((after.isAdmin ?? 1) === 0 || (after.enabled ?? 1) === 0);
