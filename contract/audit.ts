import { z } from 'zod';
import { AUDIT_ACTIONS } from './audit-action.ts';
import { pageQuery } from './envelope.ts';
import { day, optionalFilter, optionalText, wholeNumber } from './fields.ts';

const filter = {
  /** Days of Shanghai, both included. */
  startDate: day,
  endDate: day,
  /** Part of an account or a name. */
  person: optionalText(50),
  action: optionalFilter(z.enum(AUDIT_ACTIONS, '操作不正确')),
  succeeded: optionalFilter(wholeNumber(0, 1, '只能为成功或失败')),
};
export const auditFilter = z.object(filter);
export type AuditFilter = z.input<typeof auditFilter>;
export const auditQuery = pageQuery.extend(filter);

/** Who did what on which object, when and from which address. */
export const auditRecord = z.object({
  id: z.string(),
  at: z.string(),
  /** As it was typed, for a sign-in that failed. */
  account: z.string(),
  /** Empty where the account is none of the company's any more. */
  employeeName: z.string(),
  actionName: z.string(),
  objectName: z.string(),
  objectId: z.string(),
  summary: z.string(),
  address: z.string(),
  succeeded: z.number(),
});
export type AuditRecord = z.infer<typeof auditRecord>;
