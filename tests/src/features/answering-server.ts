import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JSDOM } from 'jsdom';
import { afterAll, beforeAll } from 'vitest';
import { code } from '#contract/codes.ts';
import type { FieldError } from '#contract/envelope.ts';

interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  /** What was sent as JSON. */
  read: () => unknown;
}

interface Said {
  /** `code.success` where it is left out. */
  code?: number;
  message: unknown;
  /** What is wrong with fields. */
  details?: FieldError[];
  /** Of a file, which `message` then is as it is. */
  type?: string;
}

const statuses: Record<number, number> = { [code.forbidden]: 403, [code.conflict]: 409, [code.notFound]: 404, [code.internal]: 500 };

/**
 * For the tests of a file: what the page asks is answered over HTTP.
 * @param answer undefined where the connection is cut; a promise for what comes late
 */
export function answerCalls(answer: (asked: Asked) => Said | undefined | Promise<Said | undefined>): void {
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += String(piece)));
      request.on('end', () => {
        const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://127.0.0.1');
        // The page keeps the origin that it was made with.
        const headers = { 'access-control-allow-origin': '*', 'access-control-allow-methods': '*', 'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*' };
        if (request.method === 'OPTIONS') return void response.writeHead(200, headers).end();
        const asked = { method: request.method ?? '', path, query, read: () => JSON.parse(body) as unknown };
        void Promise.resolve(answer(asked)).then((said) => {
          if (said === undefined) return void response.destroy();
          const { code: found = code.success, message, details, type } = said;
          response
            .writeHead(statuses[found] ?? 200, { ...headers, 'content-type': type ?? 'application/json' })
            .end(type === undefined ? JSON.stringify({ code: found, message, ...(details && { details }) }) : message);
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    (globalThis as unknown as { jsdom: JSDOM }).jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  });
  afterAll(() => void server.close());
}
