import type { DeclarationStatus } from '#contract/declaration.ts';
import type { Caller } from '../../caller.ts';

/** What was declared is a record: only an administrator corrects it. */
export const mayChange = (caller: Caller, declaration: { status: DeclarationStatus }): boolean =>
  caller.role === 'admin' || declaration.status === 'draft';
