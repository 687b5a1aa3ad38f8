/** Where a message ends: whoever can make proxy and server disagree on it smuggles a request into somebody else's line. */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/server.ts';

/** What somebody would smuggle in behind a message. */
const HIDDEN = 'GET /hidden HTTP/1.1\r\nhost: x\r\n\r\n';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.stop());

/** Sends bytes as they are. @returns all that came until the server closed the line */
async function answersTo(head: string[], body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  // It may be closed while there is still something on its way.
  socket.on('error', () => undefined);
  socket.write(['POST /api/auth/login HTTP/1.1', 'host: x', 'content-type: application/json', ...head, '', body].join('\r\n'));
  await once(socket, 'close');
  return received;
}

it.each([
  ['both a length and chunks', ['content-length: 4', 'transfer-encoding: chunked'], `0\r\n\r\n${HIDDEN}`],
  ['chunks and a length', ['transfer-encoding: chunked', 'content-length: 4'], `0\r\n\r\n${HIDDEN}`],
  ['two lengths', ['content-length: 2', `content-length: ${2 + HIDDEN.length}`], `{}${HIDDEN}`],
  ['a list of lengths', [`content-length: 2, ${2 + HIDDEN.length}`], `{}${HIDDEN}`],
  ['a length that is no number', ['content-length: +2'], `{}${HIDDEN}`],
  ['chunks that are not the last encoding', ['transfer-encoding: chunked, identity'], `0\r\n\r\n${HIDDEN}`],
  ['an encoding that nobody knows', ['transfer-encoding: xchunked'], `0\r\n\r\n${HIDDEN}`],
  ['a chunk of no size', ['transfer-encoding: chunked'], `zz\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk longer than it says', ['transfer-encoding: chunked'], `1\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ['a space before the colon', ['content-length : 2'], `{}${HIDDEN}`],
  ['a folded header', ['x-long: a', ' content-length: 2'], `{}${HIDDEN}`],
])('ends where nobody can doubt it, or the line is closed: %s', async (_what, head, body) => {
  const received = await answersTo(head, body);
  expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
  expect(server.logs.join('')).not.toContain('/hidden');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});
