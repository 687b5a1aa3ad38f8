import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { readConfig } from '../../server/config.ts';
import { startServer } from '../../server/start-server.ts';
import { createTestDatabase, testDialect } from '../server/support/database.ts';
import { insertFixture } from '../server/support/fixture.ts';
import { startNginx } from '../support/nginx.ts';
import { freePort, type ServerProcess, serverProcess } from '../support/server-process.ts';

const START_LIMIT_MS = 30_000;

export interface ProxiedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  json: () => { code: number; message: unknown };
}

export interface ProxiedSite {
  httpPort: number;
  processes: ServerProcess[];
  /** Over HTTPS and HTTP/2, by the certificate. */
  /** `connection` says over which of those that are held open. */
  request: (path: string, options?: { method?: string; headers?: Record<string, string>; body?: Buffer | string; connection?: number }) => Promise<ProxiedAnswer>;
  /** The version that is agreed on; undefined when nginx refuses. */
  tlsVersion: (oldest: SecureVersion, newest: SecureVersion) => Promise<string | undefined>;
  /** What nginx negotiated. */
  protocol: () => string | undefined;
  accessLog: () => Promise<string>;
  /** Every log there is: nginx's own, and what the processes wrote. */
  everyLog: () => Promise<string>;
  stop: () => Promise<void>;
}

/** The shipped nginx configuration before real server processes with the fixture's companies. */
export async function startProxiedSite(nginx: string): Promise<ProxiedSite> {
  const directory = await mkdtemp(join(tmpdir(), 'zyzc-deploy-'));
  const database = await createTestDatabase();
  const processes: ServerProcess[] = [];
  const closing: (() => Promise<unknown> | void)[] = [() => rm(directory, { recursive: true, force: true }), database.drop];
  const stop = async (): Promise<void> => {
    for (const close of closing.toReversed()) await close();
  };
  try {
    const dataDir = join(directory, 'data');
    const first = await startServer({
      config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' }),
      clientDirectory: join(directory, 'none'),
    });
    await insertFixture(first.context);
    await first.stop();
    // SQLite is for one process.
    for (let index = 0; index < (testDialect === 'postgres' ? 2 : 1); index += 1) {
      const one = await serverProcess({
        dataDir,
        env: { NODE_ENV: 'production', DATABASE_URL: database.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'trace' },
      });
      closing.push(one.stop);
      await one.start();
      processes.push(one);
    }

    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    const [key, certificate] = [join(directory, 'tls.key'), join(directory, 'tls.crt')];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
      { stdio: 'ignore' },
    );
    const proxy = await startNginx({ program: nginx, directory, port: httpsPort, upstreams: processes.map((one) => one.port), tls: { httpPort, key, certificate } });
    closing.push(proxy.stop);

    const ca = await readFile(certificate);
    const connections = new Map<number, Promise<ClientHttp2Session>>();
    let protocol: string | undefined;
    const connect = async (number: number): Promise<ClientHttp2Session> => {
      const opened = connectHttp2(`https://localhost:${httpsPort}`, { ca, lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) });
      closing.push(() => opened.destroy());
      opened.on('error', () => undefined);
      opened.on('close', () => connections.delete(number));
      await once(opened, 'connect');
      protocol = opened.alpnProtocol;
      return opened;
    };
    const open = (number: number): Promise<ClientHttp2Session> => {
      const connecting = connections.get(number) ?? connect(number);
      connections.set(number, connecting);
      return connecting;
    };
    const request: ProxiedSite['request'] = async (path, { method = 'GET', headers = {}, body, connection = 0 } = {}) => {
      const stream = (await open(connection)).request({ ':method': method, ':path': path, ...headers });
      const chunks: Buffer[] = [];
      let answer: Record<string, unknown> = {};
      stream.on('response', (received) => (answer = received));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const ended = once(stream, 'close');
      // A body that is refused before its end is cut off; the answer counts.
      stream.on('error', () => undefined);
      stream.end(body);
      await ended;
      const bytes = Buffer.concat(chunks);
      return {
        status: Number(answer[':status']),
        headers: Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, String(value as string)])),
        body: bytes,
        json: () => JSON.parse(bytes.toString()) as { code: number; message: unknown },
      };
    };
    const tlsVersion: ProxiedSite['tlsVersion'] = async (minVersion, maxVersion) => {
      // Security level 0, or our own side would refuse what is old.
      const socket = connectTls({ port: httpsPort, host: '127.0.0.1', servername: 'localhost', ca, minVersion, maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' });
      const isAgreed = await once(socket, 'secureConnect').then(
        () => true,
        () => false,
      );
      const version = isAgreed ? (socket.getProtocol() ?? undefined) : undefined;
      socket.destroy();
      return version;
    };
    const deadline = Date.now() + START_LIMIT_MS;
    while ((await request('/healthz').catch(() => undefined))?.status !== 200) {
      if (!proxy.isRunning() || Date.now() > deadline) throw new Error(`nginx did not start:\n${await proxy.everyLog()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return {
      httpPort,
      processes,
      request,
      tlsVersion,
      protocol: () => protocol,
      accessLog: proxy.accessLog,
      everyLog: async () => (await proxy.everyLog()) + processes.map((one) => one.output()).join(''),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
