import type { FastifyInstance } from 'fastify';
import type { CallName } from '#contract/api-paths.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** The calls that take entries of a phone's outbox; what an administrator imports or decides on is none. */
const ENTRY_CALLS: ReadonlySet<CallName> = new Set(['saveAnswers', 'saveCompanySelfCorrectInfo', 'handInAnswers', 'handInCorrections']);

interface EntriesAnswer {
  message?: { outcomes?: readonly { outcome: string }[] } | null;
}

/** Counts answers by the pattern of their route: an address holds ids and what people searched for. */
export function countRequests(app: FastifyInstance, { requests, entries }: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
  app.addHook('preSerialization', async (request, _reply, payload: EntriesAnswer | null) => {
    const { call } = request.routeOptions.config;
    if (call !== undefined && ENTRY_CALLS.has(call) && payload !== null && typeof payload.message === 'object') {
      for (const { outcome } of payload.message?.outcomes ?? []) entries.add({ call, outcome });
    }
    return payload;
  });
}
