import type { FastifyInstance } from 'fastify';

/**
 * Bodies are JSON and nothing else; a call without one may still name that type, as the client does whose body is null.
 * Keys that would reach an object's prototype are refused (ASVS 5.0, 15.3.6).
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, null);
    return parse(request, body, done);
  });
}
