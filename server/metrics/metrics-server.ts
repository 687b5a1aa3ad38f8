import type { Server } from 'node:http';
import type { Registry } from './instruments.ts';

// Not imported: as a module it would load all that `fetch` is made of, 3 MiB that nobody here needs.
const { createServer } = process.getBuiltinModule('node:http');

/** Answers `GET /metrics`, and nothing else, on a port of its own, so that no proxy rule has to hide it. */
export async function serveMetrics(registry: Registry, place: { port: number; host: string }): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.render().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, resolve);
  });
  return server;
}
