import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { decideRewordings, findRewordings } from './rewording-service.ts';

export function rewordingRoutes(register: Register, context: ServerContext): void {
  register('rewordings', ({ caller, query }) => findRewordings(context, caller, query));

  register('decideRewordings', async ({ caller, body }) => ({ count: await decideRewordings(context, caller, body) }));
}
