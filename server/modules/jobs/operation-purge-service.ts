import { addDays, dayStart } from '#contract/calendar.ts';
import type { ServerContext } from '../../context.ts';
import { deleteOperationsBefore } from '../../database/operations.ts';
import { runDaily } from './job-service.ts';

/** A phone that lay in a drawer for a year still hears that its submission is there. */
const KEPT_DAYS = 400;
const AT_ONCE = 1000;

/** Forgets the first answers to what nobody will repeat any more. */
export const purgeOperations = ({ db, dialect, now }: ServerContext, isStopping?: () => boolean): Promise<boolean> =>
  runDaily(
    { db, now },
    'operationPurge',
    [async (today) => (await deleteOperationsBefore(db, dialect, dayStart(addDays(today, -KEPT_DAYS)).toISOString(), AT_ONCE)) === AT_ONCE],
    isStopping,
  );
