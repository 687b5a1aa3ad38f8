import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { changeScoreLimits, scoreLimitsOf } from './score-setting-service.ts';

export function scoreRoutes(register: Register, context: ServerContext): void {
  register('queryScoreSetting', ({ caller }) => scoreLimitsOf(context.db, caller.compNo));

  register('updateScoreSetting', async ({ caller, body }) => {
    await changeScoreLimits(context, caller, body);
    return null;
  });
}
