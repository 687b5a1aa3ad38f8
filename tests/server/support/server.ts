import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { apiPaths, type CallName, fillPath } from '#contract/api-paths.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import type { FieldError } from '#contract/envelope.ts';
import { readConfig } from '../../../server/config.ts';
import type { ServerContext } from '../../../server/context.ts';
import { type RunningServer, startServer } from '../../../server/start-server.ts';
import { createTestDatabase, testDialect } from './database.ts';
import { type Account, insertFixture, isAccount, passwordOf } from './fixture.ts';
import { takeMigratedDatabase } from './reused-databases.ts';

export interface CallOptions {
  /** Account of the fixture to sign in, or any other whose password is given by `signIn`. */
  as?: Account | (string & {});
  /** Instead of `as`: sent as it is. */
  token?: string;
  /** Address the call seems to come from. */
  from?: string;
  headers?: Record<string, string>;
  /** Raw body instead of JSON, for uploads. */
  bytes?: { data: Uint8Array; type: string };
}

export interface Answer<Payload> {
  status: number;
  code: number;
  /** The payload; on failure the sentence. */
  message: Payload;
  details: FieldError[] | undefined;
  headers: Record<string, string | string[] | number | undefined>;
  /** The body as sent, for calls whose answer is a file. */
  body: Buffer;
}

/** The server's clock, which stands still until it is moved. */
export interface TestClock {
  now: () => Date;
  set: (at: string | Date) => void;
  advance: (milliseconds: number) => void;
}

export interface TestServer {
  app: FastifyInstance;
  context: ServerContext;
  clock: TestClock;
  dataDir: string;
  /** Empty for SQLite. */
  databaseUrl: string;
  /** Lines that the server logged, JSON each. */
  logs: string[];
  /** Calls an endpoint of the contract over HTTP. */
  call: <Name extends CallName>(name: Name, input: CallInput<Name>, options?: CallOptions) => Promise<Answer<CallAnswer<Name>>>;
  /** Any request, for what the contract's types would not let through. */
  inject: (request: InjectOptions) => Promise<Answer<unknown>>;
  /** Access token of an account; kept until the clock passes its end. */
  signIn: (account: string, password?: string) => Promise<string>;
  /** As `RunningServer` has it. */
  startMetrics: () => Promise<number | undefined>;
  stop: () => Promise<void>;
}

/** 10:00 in Shanghai on a Monday. */
const DEFAULT_NOW = '2026-06-15T02:00:00.000Z';

/** A real server on a fresh database with the fixture's two companies; `TEST_DATABASE=postgres` makes it PostgreSQL. */
export async function startTestServer(options: { now?: string | Date; env?: Record<string, string>; withoutFixture?: boolean } = {}): Promise<TestServer> {
  let now = new Date(options.now ?? DEFAULT_NOW);
  const clock: TestClock = {
    now: () => new Date(now),
    set: (at) => {
      now = new Date(at);
    },
    advance: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'zyzc-test-'));
  const database = await (testDialect === 'postgres' ? takeMigratedDatabase() : createTestDatabase());
  const removeAll = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const logs: string[] = [];
  let server: RunningServer | undefined;
  try {
    server = await startServer({
      config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, ...options.env }),
      clientDirectory: join(dataDir, 'client'),
      now: clock.now,
      logStream: { write: (line) => void logs.push(line) },
    });
    if (options.withoutFixture !== true) await insertFixture(server.context);
    const { app, context, startMetrics, stop: stopServer } = server;

    const inject = async (request: InjectOptions): Promise<Answer<unknown>> => {
      const response = await app.inject(request);
      const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== '';
      const envelope = isJson ? response.json<{ code: number; message: unknown; details?: FieldError[] }>() : undefined;
      return {
        status: response.statusCode,
        code: envelope?.code ?? Number.NaN,
        message: envelope?.message,
        details: envelope?.details,
        headers: response.headers,
        body: response.rawPayload,
      };
    };

    const tokens = new Map<string, { token: string; expiresAt: Date }>();
    const signIn = async (account: string, password?: string): Promise<string> => {
      const known = tokens.get(account);
      if (password === undefined && known !== undefined && known.expiresAt > now) return known.token;
      const userPassword = password ?? (isAccount(account) ? passwordOf(account) : undefined);
      if (userPassword === undefined) throw new Error(`no password known for ${account}: sign it in with one first`);
      const answer = await call('login', { body: { userNo: account, password: userPassword, loginType: 9 } });
      if (answer.code !== 1000) throw new Error(`${account} could not sign in: ${answer.body.toString()}`);
      tokens.set(account, { token: answer.message.accessToken, expiresAt: new Date(answer.message.expiresTime) });
      return answer.message.accessToken;
    };

    const call = async <Name extends CallName>(name: Name, input: CallInput<Name>, callOptions: CallOptions = {}): Promise<Answer<CallAnswer<Name>>> => {
      const { method, path } = apiPaths[name];
      const parts = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
      const token = callOptions.token ?? (callOptions.as === undefined ? undefined : await signIn(callOptions.as));
      const payload = callOptions.bytes === undefined ? jsonBody(method, parts.body) : Buffer.from(callOptions.bytes.data);
      const answer = await inject({
        method,
        url: fillPath(path, parts.params),
        query: textFields(parts.query),
        headers: {
          ...(token === undefined ? {} : { accesstoken: token }),
          ...(payload === undefined ? {} : { 'content-type': callOptions.bytes?.type ?? 'application/json' }),
          ...callOptions.headers,
        },
        ...(payload === undefined ? {} : { payload }),
        ...(callOptions.from === undefined ? {} : { remoteAddress: callOptions.from }),
      });
      return answer as Answer<CallAnswer<Name>>;
    };

    const stop = async () => {
      await stopServer();
      await removeAll();
    };
    return { app, context, clock, dataDir, databaseUrl: database.url, logs, call, inject, signIn, startMetrics, stop };
  } catch (error) {
    await server?.stop();
    await removeAll();
    throw error;
  }
}

/** The client sends `null` where a call has no body. */
const jsonBody = (method: string, body: unknown): string | undefined => (method === 'GET' ? undefined : JSON.stringify(body ?? null));

const textFields = (query: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );
