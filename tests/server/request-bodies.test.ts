/** What is refused of a body before anybody looks into it. */
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths, type CallName, fillPath } from '#contract/api-paths.ts';
import { endpoint } from '#contract/endpoints.ts';
import { PHOTO_TYPES } from '#contract/file.ts';
import { bodyLimits } from '#contract/json-size.ts';
import { SPREADSHEET_TYPE } from '#contract/limits.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const MIB = 1024 * 1024;
const refusedType = { status: 415, code: 4000, message: '不支持的内容类型' };

let server: TestServer;
let port: number;
let tokens: Record<'user' | 'admin', string>;
beforeAll(async () => {
  server = await startTestServer();
  tokens = { user: await server.signIn('staff01'), admin: await server.signIn('admin01') };
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.stop());

const calls = Object.keys(apiPaths) as CallName[];
const writing = calls.filter((name) => apiPaths[name].method !== 'GET');
const open = writing.filter((name) => apiPaths[name].access === 'open');

const pathOf = (name: CallName) => fillPath(apiPaths[name].path, { id: '01900000-0000-7000-8000-000000000001', sha256: 'a'.repeat(64), type: '6' });
const tokenFor = (name: CallName) => {
  const { access } = apiPaths[name];
  return access === 'open' ? {} : { accesstoken: tokens[access] };
};
const send = (name: CallName, payload: string | Buffer, headers: Record<string, string>) =>
  server.inject({ method: apiPaths[name].method, url: pathOf(name), payload, headers: { ...tokenFor(name), ...headers } });

/** Sends the head of a request whose body never comes. @returns the body of the answer */
async function answerToHead(name: CallName, headers: Record<string, string>): Promise<unknown> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  const lines = Object.entries({ host: 'x', ...tokenFor(name), ...headers }).map(([field, value]) => `${field}: ${value}`);
  socket.write([`${apiPaths[name].method} ${pathOf(name)} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  await expect.poll(() => received).toMatch(/\r\n\r\n\{.*\}$/s);
  socket.destroy();
  return JSON.parse(received.slice(received.indexOf('\r\n\r\n'))) as unknown;
}

describe('a body of a type that the call does not name', () => {
  const all = ['application/json', 'application/octet-stream', SPREADSHEET_TYPE, ...PHOTO_TYPES];
  const foreign = (name: CallName) => all.filter((type) => !(endpoint(name).bodyTypes ?? ['application/json']).includes(type));

  it.each(writing)('is refused by %s', async (name) => {
    expect(foreign(name)).not.toEqual([]);
    for (const type of foreign(name)) expect(await send(name, '{}', { 'content-type': type }), type).toMatchObject(refusedType);
    expect(await send(name, '{}', { 'content-type': `${foreign(name)[0] ?? ''}; charset=utf-8` })).toMatchObject(refusedType);
    expect(await send(name, '{}', {})).toMatchObject(refusedType);
  });

  it.each(writing)('is refused by %s before it has come', async (name) => {
    const headers = { 'content-type': foreign(name)[0] ?? '', 'content-length': '1000' };
    expect(await answerToHead(name, headers)).toEqual({ code: 4000, message: '不支持的内容类型' });
  });

  it.each(writing)('is taken by %s in its own type, whatever its case and charset', async (name) => {
    for (const type of endpoint(name).bodyTypes ?? ['application/json', 'Application/JSON; charset=UTF-8']) {
      expect((await send(name, '{}', { 'content-type': type })).status, type).not.toBe(415);
    }
  });

  it.each(writing)('is refused by %s when it is compressed', async (name) => {
    const [type = 'application/json'] = endpoint(name).bodyTypes ?? [];
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      expect(await send(name, '{}', { 'content-type': type, 'content-encoding': encoding })).toMatchObject({ status: 415, code: 4000, message: '不支持压缩的内容' });
    }
    expect((await send(name, '{}', { 'content-type': type, 'content-encoding': 'identity' })).status).not.toBe(415);
  });
});

describe('a body that is no object', () => {
  it.each(writing.filter((name) => endpoint(name).body !== undefined))('never reaches the schema of %s', async (name) => {
    for (const payload of ['[]', '["userNo"]', '[[]]', '"text"', '1', 'true', 'false']) {
      const answer = await send(name, payload, { 'content-type': 'application/json' });
      expect(answer, payload).toMatchObject({ status: 422, code: 4022, message: '格式不正确', details: [{ field: '', message: '格式不正确' }] });
    }
  });
});

describe('a call that needs no session', () => {
  it.each(open)('takes some KiB only: %s', async (name) => {
    const padded = (length: number) => `{"x":"${' '.repeat(length - 8)}"}`;
    expect((await send(name, padded(4096), { 'content-type': 'application/json' })).status).not.toBe(413);
    expect(await send(name, padded(4097), { 'content-type': 'application/json' })).toMatchObject({ status: 413, code: 4013 });
    expect(await answerToHead(name, { 'content-type': 'application/json', 'content-length': String(4 * MIB) })).toMatchObject({ code: 4013 });
  });

  it('counts a body whose length nobody told', async () => {
    const answer = await server.inject({ method: 'POST', url: pathOf('login'), payload: Readable.from([Buffer.alloc(4000, ' '), Buffer.alloc(4000, ' ')]), headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 413, code: 4013 });
  });

  it('never waits for the body of a GET', async () => {
    expect(await answerToHead('getSiteByKey', { 'content-type': 'application/octet-stream', 'content-length': String(4 * MIB) })).toMatchObject({ code: 1000 });
  });

  it.each(['/api/nowhere', '/nowhere', '/', '/healthz', '/api/auth/login'])('takes no more where there is none: %s', async (url) => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const answer = await server.inject({ method, url, payload: Buffer.alloc(4 * MIB, '['), headers: { 'content-type': 'application/json' } });
      expect([404, 413], `${method} ${url}`).toContain(answer.status);
    }
  });
});

describe('JSON that is nested deeper than anything the contract knows', () => {
  const nested = (depth: number, begin: string, end: string) => `{"x":${begin.repeat(depth)}1${end.repeat(depth)}}`;

  it.each(writing.filter((name) => endpoint(name).bodyTypes === undefined))('is refused by %s', async (name) => {
    for (const payload of [nested(100, '[', ']'), nested(100, '{"a":', '}'), nested(50, '[{"a":', '}]'), '['.repeat(200), `"\\"${'['.repeat(100)}"${'['.repeat(100)}`]) {
      const answer = await send(name, payload, { 'content-type': 'application/json' });
      expect(answer, payload.slice(0, 20)).toMatchObject({ status: 400, code: 4000, message: '请求内容的层次过多' });
    }
  });

  it('is told from brackets in a text', async () => {
    const body = { userNo: 'staff01', password: `[{"\\${'[{'.repeat(40)}`, loginType: 9 };
    expect(await server.call('login', { body })).toMatchObject({ code: 4000, message: '账号或密码错误' });
  });
});

describe('JSON that is more than the contract takes', () => {
  const numbers = (count: number) => `[${Array.from({ length: count }, () => '0').join()}]`;
  const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`;

  it.each(writing.filter((name) => endpoint(name).bodyTypes === undefined))('is not parsed for %s', async (name) => {
    const limits = bodyLimits(endpoint(name).body);
    const tooMuch = { values: numbers(limits.values + 1), keys: keys(limits.keys + 1), bytes: `"${'a'.repeat(limits.bytes - 6)}"` };
    for (const [what, json] of Object.entries(tooMuch)) {
      // Broken: who parses it says so.
      expect(await send(name, `{"x":${json}`, { 'content-type': 'application/json' }), what).toMatchObject({ status: 413, code: 4013, message: '提交的内容过大' });
    }
  });

  it('is told from commas and colons in a text', async () => {
    const body = { userNo: 'staff01', password: ',:'.repeat(60), loginType: 9 };
    expect(await server.call('login', { body })).toMatchObject({ code: 4000, message: '账号或密码错误' });
  });

  it('is refused by its first fault where hundreds of thousands of values are taken', async () => {
    const lists = Array.from({ length: 100 }, (_, index) => [`01900000-0000-7000-8000-${String(index).padStart(12, '0')}`, Array.from({ length: 2000 }, () => 'x')]);
    const answer = await send('issueTask', JSON.stringify({ deptPointIds: Object.fromEntries(lists) as unknown }), { 'content-type': 'application/json' });
    expect(answer).toMatchObject({ status: 422, code: 4022 });
    expect(answer.details?.filter(({ field }) => field.startsWith('deptPointIds'))).toEqual([{ field: 'deptPointIds.01900000-0000-7000-8000-000000000000.0', message: '编号格式错误' }]);
  });

  it('is told of in twenty places at most', async () => {
    const entries = Array.from({ length: 200 }, () => ({}));
    const answer = await send('saveAnswers', JSON.stringify({ deptTaskId: 'x', entries }), { 'content-type': 'application/json' });
    expect(answer).toMatchObject({ status: 422, code: 4022 });
    expect(answer.details).toHaveLength(20);
  });
});
