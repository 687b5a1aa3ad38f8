import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerUnknownCall } from './error-handler.ts';

const ONE_YEAR_S = 365 * 24 * 60 * 60;

/**
 * Serves the built client. Files under /assets/ and /pdfjs/ carry a hash or a version in their address and are
 * kept for ever; everything else, the service worker above all, is asked for again each time. A proxy that shrinks
 * pictures or adds scripts is told not to: phones keep no other file than the one that was built.
 */
export async function serveClient(app: FastifyInstance, directory: string): Promise<void> {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path === '/api' || path.startsWith('/api/')) return answerUnknownCall(request, reply);
    return reply.status(404).type('text/plain; charset=utf-8').send('404 页面不存在');
  });
  if (!existsSync(directory)) return;
  await app.register(fastifyStatic, {
    root: directory,
    preCompressed: true, // the build leaves .br and .gz beside its files
    cacheControl: false,
    // Its own route reads the whole folder at each request, to tell a name from one in other letters.
    serve: false,
    setHeaders: (reply, path) => {
      const isVersioned = /[\\/](assets|pdfjs)[\\/]/.test(path.slice(directory.length));
      reply.header('cache-control', isVersioned ? `public, max-age=${ONE_YEAR_S}, immutable, no-transform` : 'no-cache, no-transform');
    },
  });
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => reply.sendFile(`/${request.params['*']}`));
}
