import type { DeclarationStatus } from '#contract/declaration.ts';
import type { Caller } from '../../caller.ts';

interface Owned {
  comp_no: string;
  dept_id: string;
}

/** The own department's, or any of the company for an administrator. */
export const mayRead = (caller: Caller, declaration: Owned): boolean =>
  declaration.comp_no === caller.compNo && (caller.role === 'admin' || declaration.dept_id === caller.deptId);

/** What was declared is a record: only an administrator corrects it. */
export const mayChange = (caller: Caller, declaration: { status: DeclarationStatus }): boolean =>
  caller.role === 'admin' || declaration.status === 'draft';
