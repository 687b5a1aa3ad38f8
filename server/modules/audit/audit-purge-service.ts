import { addDays, dayStart } from '#contract/calendar.ts';
import type { ServerContext } from '../../context.ts';
import { runDaily } from '../jobs/job-service.ts';
import { deleteAuditBefore } from './audit-repository.ts';

const AT_ONCE = 1000;

/**
 * Removes audit records of more than so many whole days ago: the only thing that does. The database itself refuses to lose
 * one that is younger than 190 days.
 */
export const purgeAudit = (context: ServerContext, days: number, isStopping?: () => boolean): Promise<boolean> =>
  runDaily(
    context,
    'auditPurge',
    [async (today) => (await deleteAuditBefore(context.db, dayStart(addDays(today, -days)).toISOString(), AT_ONCE)) === AT_ONCE],
    isStopping,
  );
