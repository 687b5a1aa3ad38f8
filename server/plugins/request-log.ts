import type { FastifyError, FastifyInstance, FastifyServerOptions } from 'fastify';
import { REQUEST_ID_HEADER } from '#contract/limits.ts';
import { addressOf } from '../caller-address.ts';

/** No query string and no body is ever written: passwords travel in both. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** What a log line tells of a failure. A database's own fields, which quote the values of a row, are left out. */
const describeError = (error: FastifyError) => ({
  type: error.name,
  code: error.code,
  message: error.message,
  stack: error.stack ?? '',
});

export const loggerOptions = (level: string, stream?: { write: (line: string) => void }): FastifyServerOptions['logger'] => ({
  level,
  serializers: {
    req: (request) => ({ method: request.method, path: pathOf(request.url), address: addressOf(request) }),
    err: describeError,
  },
  ...(stream === undefined ? {} : { stream }),
});

/** One line for each call: who did what from where, and how it ended. Every answer names the number of its lines. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: addressOf(request),
        employee: request.caller?.employeeId,
      },
      'answered',
    );
  });
}
