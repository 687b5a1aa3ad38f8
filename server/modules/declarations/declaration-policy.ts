import type { DeclarationStatus } from '#contract/declaration.ts';
import { PUBLISHED_OF_INSTITUTION, PUBLISHED_TYPES } from '#contract/declaration-type.ts';
import { type Caller, mayRead } from '../../caller.ts';

/** What was declared is a record: only an administrator corrects it. */
export const mayChange = (caller: Caller, declaration: { status: DeclarationStatus }): boolean =>
  caller.role === 'admin' || declaration.status === 'draft';

interface Published {
  comp_no: string;
  dept_id: string;
  self_declared_type: number;
  status: DeclarationStatus;
  is_institutional: number;
}

/** Whether everybody in the institution reads it: the regulation asks to publish results, and the institution's own plan, summary and commitment. */
export const isPublished = ({ self_declared_type: type, status, is_institutional: isInstitutional }: Published): boolean =>
  status === 'declared' && (PUBLISHED_TYPES.includes(type) || (isInstitutional === 1 && PUBLISHED_OF_INSTITUTION.includes(type)));

/** The own department's, what is published in the institution, and anything for an administrator. */
export const mayReadDeclaration = (caller: Caller, declaration: Published): boolean =>
  mayRead(caller, declaration) || (declaration.comp_no === caller.compNo && isPublished(declaration));
