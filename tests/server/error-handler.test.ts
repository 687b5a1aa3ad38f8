import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conflict } from '../../server/errors.ts';
import { startTestServer, type TestServer } from './support/server.ts';

class CodedError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const failures = {
  unknown: () => new Error('select * from employee: secret detail'),
  typed: () => new TypeError('undefined is not a function'),
  business: () => conflict('科室正在使用'),
  full: () => new CodedError('SQLITE_FULL', 'database or disk is full'),
  gone: () => new CodedError('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.9:5432'),
  tooLong: () => new CodedError('57014', 'canceling statement due to statement timeout'),
  text: () => 'thrown text' as unknown as Error,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.app.get('/api/test/fail/:kind', (request) => {
    const { kind } = request.params as { kind: keyof typeof failures };
    throw failures[kind]();
  });
});
afterAll(() => server.stop());

const fail = (kind: keyof typeof failures) => server.inject({ url: `/api/test/fail/${kind}` });
const errorLines = () => server.logs.map((line) => JSON.parse(line) as { level: number; reqId?: string; err?: { message: string } }).filter((line) => line.level >= 50);

describe('the error handler', () => {
  it.each(['unknown', 'typed', 'text'] as const)('hides and logs what it does not know: %s', async (kind) => {
    const answer = await fail(kind);
    expect(answer).toMatchObject({ status: 500, code: 5000, message: `服务器发生错误，请稍后重试（编号 ${String(answer.headers['x-request-id'])}）` });
    expect(answer.body.toString()).not.toMatch(/secret|function|thrown|at /);
  });

  it.each(['/healthz', '/nowhere', '/api/nowhere', '/api/%zz', '/api/admin/getSiteByKey'])('%s is answered with a number, which no caller chooses', async (url) => {
    const answer = await server.inject({ url, headers: { 'x-request-id': 'chosen' } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{12}$/);
  });

  it('logs the failure under the number that the answer carries', async () => {
    const answer = await fail('unknown');
    const line = errorLines().find((candidate) => candidate.reqId === answer.headers['x-request-id']);
    expect(line?.err?.message).toContain('secret detail');
  });

  it('shows what is meant for the person, and does not log it as an error', async () => {
    const before = errorLines().length;
    expect(await fail('business')).toMatchObject({ status: 409, code: 4009, message: '科室正在使用' });
    expect(errorLines()).toHaveLength(before);
  });

  it('says what to do about work that takes longer than it may', async () => {
    expect(await fail('tooLong')).toMatchObject({
      status: 503,
      code: 5003,
      message: '处理时间过长，没有完成，没有任何更改。请稍后重试；仍不成功时，请缩小范围分几次进行，或联系管理员',
    });
  });

  it.each(['full', 'gone'] as const)('names a state that passes, and logs it: %s', async (kind) => {
    const before = errorLines().length;
    expect(await fail(kind)).toMatchObject({ status: 503, code: 5003 });
    expect(errorLines()).toHaveLength(before + 1);
  });
});

describe('what no call is meant by', () => {
  it.each(['/api', '/api/', '/api/nowhere', '/api/auth/login', '/api/admin/userInfo/', '/api/admin/userInfo/x', '/api/Admin/userInfo'])(
    'answers 接口不存在: GET %s',
    async (url) => {
      expect(await server.inject({ url })).toMatchObject({ status: 404, code: 4004, message: '接口不存在' });
    },
  );

  it('answers a page below no /api in plain text', async () => {
    const answer = await server.inject({ url: '/nowhere' });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('answers an address that cannot be read in Chinese', async () => {
    for (const url of ['/api/%E0%A4%A', '/%', '/api/admin/test/%ff', `/api/admin/test/${'a'.repeat(3000)}`]) {
      expect(await server.inject({ url })).toMatchObject({ status: 400, code: 4000, message: '请求地址不正确' });
    }
  });

});

describe('a body that cannot be read', () => {
  const post = async (payload: string, type: string) =>
    server.inject({ method: 'POST', url: '/api/auth/login', payload, headers: { 'content-type': type } });

  it.each(['{', '{"a":}', 'null null', '\u0000', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}'])('is refused: %j', async (payload) => {
    expect(await post(payload, 'application/json')).toMatchObject({ status: 400, code: 4000, message: '请求内容不是有效的 JSON' });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each(['text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])('is refused in the type %s', async (type) => {
    expect(await post('userNo=a', type)).toMatchObject({ status: 415, code: 4000, message: '不支持的内容类型' });
  });

  it('is refused when too large, and from a stranger before it is read', async () => {
    const large = JSON.stringify({ userNo: 'a'.repeat(5 * 1024 * 1024) });
    expect(await post(large, 'application/json')).toMatchObject({ status: 413, code: 4013 });
    const answer = await server.inject({
      method: 'POST',
      url: '/api/qyzc/company/dept/addCompanyDeptInfo',
      payload: large,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 401, code: 4001 });
  });

  it('is refused when too large while it is still on its way, over a line that stays open', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    const size = 8 * 1024 * 1024;
    socket.write(`POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n{`);
    await expect.poll(() => received).toContain('"code":4013');
    expect(received).not.toMatch(/^connection: close/im);
    socket.write(Buffer.alloc(size - 1, 0x20));
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => received).toContain('HTTP/1.1 200');
    socket.destroy();
  });

  it('may be missing though its type is named', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      query: { userNo: 'staff01', password: 'Staff2026', loginType: '9' },
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.code).toBe(1000);
  });
});
