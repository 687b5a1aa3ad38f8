import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { decideCitations } from './citation-decision-service.ts';
import { findLawChanges, findLawCitations, readLawChange } from './law-change-service.ts';

export function lawChangeRoutes(register: Register, context: ServerContext): void {
  register('lawChanges', ({ caller, query }) => findLawChanges(context, caller, query));

  register('lawChange', ({ caller, params }) => readLawChange(context, caller, params.id));

  register('lawCitations', ({ caller, params, query }) => findLawCitations(context, caller, params.id, query));

  register('decideCitations', async ({ caller, body }) => ({ count: await decideCitations(context, caller, body) }));
}
