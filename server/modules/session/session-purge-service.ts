import type { ServerContext } from '../../context.ts';
import { runDaily } from '../jobs/job-service.ts';
import { deleteEndedBefore } from './session-repository.ts';
import { deleteFailuresBefore } from './sign-in-attempt-repository.ts';
import { SLOW_LOOK_BACK_MS } from './sign-in-policy.ts';

const AT_ONCE = 1000;

/** Removes sessions that have ended, and failed sign-ins that are too old to slow anybody down. */
export const purgeSessions = (context: ServerContext, isStopping?: () => boolean): Promise<boolean> =>
  runDaily(
    context,
    'sessionPurge',
    [
      async () => (await deleteEndedBefore(context, context.now().toISOString(), AT_ONCE)) === AT_ONCE,
      async () => (await deleteFailuresBefore(context, new Date(context.now().getTime() - SLOW_LOOK_BACK_MS), AT_ONCE)) === AT_ONCE,
    ],
    isStopping,
  );
