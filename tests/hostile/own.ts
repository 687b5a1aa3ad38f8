import { once } from 'node:events';
import { connect } from 'node:net';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { HostileSite } from './site.ts';
import type { Attack } from './tools.ts';

const WRONG_PASSWORDS = 10_000;
const AT_ONCE = 50;
const ANSWER_LIMIT_MS = 90_000;
const MIB = 1024 * 1024;

/** Sends bytes as they are. @returns the status, or undefined when the line was closed without an answer */
async function sendRaw(url: string, pieces: readonly (string | Buffer)[]): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (piece: Buffer) => (received += piece.toString('latin1')));
  socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
  const closed = once(socket, 'close').catch(() => undefined);
  for (const piece of pieces) if (!socket.destroyed && !socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  socket.end();
  await closed;
  const status = /^HTTP\/1\.\d (\d{3})/.exec(received)?.[1];
  return status === undefined ? undefined : Number(status);
}

/** Raw requests, each of which has to be refused, in words or by the end of the line, and none with a failure of the server. */
const refused = (name: string, requests: (site: HostileSite) => (string | Buffer)[][]): Attack => ({
  name,
  run: async (site) => {
    const findings: string[] = [];
    for (const base of new Set([site.url, site.serverUrl])) {
      for (const [index, pieces] of requests(site).entries()) {
        const status = await sendRaw(base, pieces);
        if (status !== undefined && (status < 400 || status >= 500)) findings.push(`request ${index + 1} at ${base} was answered with ${status}`);
      }
    }
    return findings;
  },
});

const post = (path: string, headers: string, body: string | Buffer): (string | Buffer)[] => [`POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n\r\n`, body];
const login = apiPaths.login.path;

export const ownAttacks: Attack[] = [
  refused('huge headers', () => [
    [`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'a'.repeat(MIB)}\r\n\r\n`],
    [`GET / HTTP/1.1\r\nhost: x\r\n${Array.from({ length: 20_000 }, (_, index) => `x-${index}: a\r\n`).join('')}\r\n`],
    [`GET /${'a'.repeat(MIB)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ]),
  refused('huge bodies', () => [
    post(login, `content-type: application/json\r\ncontent-length: ${64 * MIB}`, Buffer.alloc(64 * MIB, 'a')),
    post(login, 'content-type: application/json\r\ntransfer-encoding: chunked', `${(32 * MIB).toString(16)}\r\n${'a'.repeat(32 * MIB)}\r\n0\r\n\r\n`),
    post(login, `content-type: application/json\r\ncontent-length: ${3 * MIB}`, '['.repeat(3 * MIB)),
  ]),
  refused('malformed multipart and doubtful lengths', ({ adminToken }) => [
    ...['multipart/form-data', 'multipart/form-data; boundary=', `multipart/form-data; boundary=${'b'.repeat(5000)}`].map((type) =>
      post(apiPaths.importCompanyAccount.path, `accessToken: ${adminToken}\r\ncontent-type: ${type}\r\ncontent-length: 20`, '--b\r\n\r\n--b--\r\n\r\n\r\n\r\n'),
    ),
    post(login, 'content-type: application/json\r\ncontent-length: 4\r\ntransfer-encoding: chunked', '0\r\n\r\nGET /x HTTP/1.1\r\n\r\n'),
    post(login, 'content-type: application/json\r\ncontent-length: -1', '{}'),
    post(login, 'content-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3', '{}x'),
  ]),
  refused('paths that lead out', () =>
    ['/../../../../etc/passwd', '/..%2f..%2f..%2fetc/passwd', '/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/assets/..%5c..%5cpackage.json', '/%00', '/api/%2e%2e/%2e%2e/etc/passwd', '//etc/passwd'].map((path) => [
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    ]),
  ),
  {
    name: '300 requests that never end',
    run: async (site) => {
      const { hostname, port } = new URL(site.serverUrl);
      const sockets = Array.from({ length: 300 }, (_, index) => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        socket.write(index % 2 === 0 ? 'GET / HTTP/1.1\r\nhost: x\r\nx-a: ' : `POST ${login} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`);
        return socket;
      });
      const drip = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write('a');
      }, 1000);
      // The server looks each half minute for requests that take longer than a minute.
      const deadline = Date.now() + 100_000;
      while (sockets.some((socket) => !socket.destroyed) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 500));
      clearInterval(drip);
      const open = sockets.filter((socket) => !socket.destroyed).length;
      for (const socket of sockets) socket.destroy();
      return open === 0 ? [] : [`${open} of 300 were still open after 100 s`];
    },
  },
  {
    name: `${WRONG_PASSWORDS} wrong passwords`,
    run: async (site) => {
      let index = 0;
      const answers = new Map<string, number>();
      const guess = async (): Promise<void> => {
        while (index < WRONG_PASSWORDS) {
          index += 1;
          const body = JSON.stringify({ userNo: index % 2 === 0 ? 'staff01' : `nobody${index}`, password: `Wrong${index}`, loginType: 9 });
          const response = await fetch(site.serverUrl + login, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
          const envelope = (await response.json()) as { code: number };
          const answer = `${response.status} ${envelope.code}`;
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, guess));
      const expected = new Set([code.badRequest, code.tooManyAttempts, code.validation].map(String));
      return [...answers].filter(([answer]) => !expected.has(answer.split(' ')[1] ?? '')).map(([answer, count]) => `${count} answers ${answer}`);
    },
  },
];
