import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

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
  // Every call that takes entries of an outbox tells what became of each.
  app.addHook('preSerialization', async (request, _reply, payload: EntriesAnswer | null) => {
    const { call } = request.routeOptions.config;
    if (call !== undefined && payload !== null && typeof payload.message === 'object') {
      for (const { outcome } of payload.message?.outcomes ?? []) entries.add({ call, outcome });
    }
    return payload;
  });
}
