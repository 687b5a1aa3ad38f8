import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { figureScope, submissionFigure, taskFigure, unqualifiedFigure } from '../statistics/figure-service.ts';

/** `a` and `b` are the first and the last day of the period, `c` a department or `all`. */
interface HomePeriod {
  a: string;
  b: string;
  c: string;
}

export function homeRoutes(register: Register, context: ServerContext): void {
  const scopeOf = (caller: Caller, { a, b, c }: HomePeriod) =>
    figureScope(context, caller, { from: a, to: b, deptId: c === 'all' ? undefined : c }, 'b');

  register('statTaskCount', async ({ params, caller }) => taskFigure(context, await scopeOf(caller, params)));
  register('statQmzc', async ({ params, caller }) => (await submissionFigure(context, { ...(await scopeOf(caller, params)), taskType: 1 })).figure);
  register('statUnQualified', async ({ params, caller }) => unqualifiedFigure(context, await scopeOf(caller, params)));
}
