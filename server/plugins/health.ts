import type { FastifyInstance } from 'fastify';

const PROBE_LIMIT_MS = 3000;

/**
 * `GET /healthz`: 200 when database and file store answer, else 503 naming what does not.
 * Phones probe it too, so the body says whose it is: a captive portal also answers 200.
 */
export function answerHealth(app: FastifyInstance, parts: Record<string, () => Promise<void>>): void {
  app.get('/healthz', { logLevel: 'warn' }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const failed: string[] = [];
    for (const [name, ping] of Object.entries(parts)) {
      try {
        await withLimit(ping());
      } catch (error) {
        request.log.error({ err: error, part: name }, 'health check failed');
        failed.push(name);
      }
    }
    if (failed.length === 0) return { service: 'zyzc', status: 'ok' };
    return reply.status(503).send({ service: 'zyzc', status: 'failed', failed });
  });
}

async function withLimit(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PROBE_LIMIT_MS} ms`)), PROBE_LIMIT_MS);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
