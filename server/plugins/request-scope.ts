import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

const scope = new AsyncLocalStorage<FastifyBaseLogger>();

/** Lets what runs on behalf of a request, deep below it, log under that request's number. */
export function keepRequestScope(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => scope.run(request.log, done));
  // Once more after the body, whose events come from outside of the scope.
  app.addHook('preValidation', (request, _reply, done) => scope.run(request.log, done));
}

/** The log of the request under way; undefined for work that no request asked for. */
export const requestLog = (): FastifyBaseLogger | undefined => scope.getStore();
