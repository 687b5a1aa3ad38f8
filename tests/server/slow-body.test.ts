/** Between the headers of a call and its body lies up to a minute. What a person may do is what holds when the body is there. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths, type CallName, fillPath } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import { prepareWorld, samples, type World } from './support/call-samples.ts';
import { readRows } from './support/database-rows.ts';
import { newDeclaration } from './support/declaration-fixture.ts';
import { depts, employees } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let world: World;
let port: number;
beforeAll(async () => {
  server = await startTestServer();
  world = await prepareWorld(server);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.stop());

const change = (account: 'admin01' | 'staff01', values: { enabled?: number; is_admin?: number; dept_id?: string }) =>
  server.context.db.updateTable('employee').set(values).where('account', '=', account).execute();

/** A body that comes after what happens meanwhile. */
const bodyAfter = (meanwhile: () => Promise<unknown>, bytes: Uint8Array): Readable =>
  Readable.from(
    (async function* wait() {
      await meanwhile();
      yield Buffer.from(bytes);
    })(),
  );

const writing = (Object.keys(apiPaths) as CallName[]).filter((name) => apiPaths[name].method !== 'GET' && apiPaths[name].access !== 'open');

describe('a call whose body comes late', () => {
  it('is refused over a line when the administrator was disabled meanwhile, and makes nobody', async () => {
    const token = await server.signIn('admin01');
    const body = Buffer.from(JSON.stringify({ employeeName: '新管理员', account: 'late01', pwd: 'Wisteria2026', deptId: depts.internal.id, isAdmin: 1 }));
    const { method, path } = apiPaths.addCompanyAccount;
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write([`${method} ${path} HTTP/1.1`, 'host: x', 'connection: close', 'content-type: application/json', `accesstoken: ${token}`, `content-length: ${body.length}`, '', ''].join('\r\n'));
    socket.write(body.subarray(0, 10));
    // Long enough for the headers to be judged.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await change('admin01', { enabled: 0 });
    try {
      socket.write(body.subarray(10));
      await once(socket, 'close');
    } finally {
      await change('admin01', { enabled: 1 });
    }
    expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({ code: code.signedOut, message: '账号已停用，请联系管理员' });
    expect(await server.context.db.selectFrom('employee').select('id').where('account', '=', 'late01').execute()).toEqual([]);
  });

  it.each(writing)('of %s is refused when the person was disabled meanwhile', async (name) => {
    const sample = await samples[name](world);
    const account = sample.as === 'admin01' || sample.as === 'staff01' ? sample.as : 'staff01';
    const token = await server.signIn(account);
    const bytes = sample.bytes?.data ?? Buffer.from(JSON.stringify(sample.body ?? null));
    const before = await readRows(server.context);
    const answer = await server.inject({
      method: apiPaths[name].method,
      url: fillPath(apiPaths[name].path, sample.params),
      query: sample.query ?? {},
      headers: { accesstoken: token, 'content-type': sample.bytes?.type ?? 'application/json' },
      payload: bodyAfter(() => change(account, { enabled: 0 }), bytes),
    });
    await change(account, { enabled: 1 });
    expect(answer).toMatchObject({ code: code.signedOut, message: '账号已停用，请联系管理员' });
    expect(await readRows(server.context)).toBe(before);
  });

  it('is refused when the person is no administrator any more', async () => {
    const token = await server.signIn('admin01');
    const answer = await server.inject({
      method: apiPaths.addCompanyDeptInfo.method,
      url: apiPaths.addCompanyDeptInfo.path,
      headers: { accesstoken: token, 'content-type': 'application/json' },
      payload: bodyAfter(() => change('admin01', { is_admin: 0 }), Buffer.from(JSON.stringify({ deptName: '迟到的科室' }))),
    });
    await change('admin01', { is_admin: 1 });
    expect(answer).toMatchObject({ status: 403, code: code.forbidden });
    expect(await readRows(server.context)).not.toContain('迟到的科室');
  });

  it.each(['importCompanyAccount', 'importCompanyDeptInfo', 'importCompanyPoint'] as const)('of %s imports nothing when the administrator is none any more once it was read', async (name) => {
    const sample = await samples[name](world);
    const token = await server.signIn('admin01');
    const before = await readRows(server.context);
    const answering = server.inject({
      method: apiPaths[name].method,
      url: apiPaths[name].path,
      query: { dryRun: '0' },
      headers: { accesstoken: token, 'content-type': sample.bytes?.type ?? '' },
      payload: Buffer.from(sample.bytes?.data ?? []),
    });
    // Later than the call has begun, and before a process was started that reads it.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await change('admin01', { is_admin: 0 });
    const answer = await answering;
    await change('admin01', { is_admin: 1 });
    expect(answer).toMatchObject({ status: 403, code: code.forbidden });
    expect(await readRows(server.context)).toBe(before);
  });

  it('counts for the department that the person is in by then', async () => {
    const token = await server.signIn('staff01');
    const answer = await server.inject({
      method: apiPaths.addSelfDeclare.method,
      url: fillPath(apiPaths.addSelfDeclare.path, { type: '6' }),
      headers: { accesstoken: token, 'content-type': 'application/json' },
      payload: bodyAfter(() => change('staff01', { dept_id: depts.surgery.id }), Buffer.from(JSON.stringify(newDeclaration()))),
    });
    await change('staff01', { dept_id: employees.staff01.dept.id });
    expect(answer.code, String(answer.message)).toBe(code.success);
    const { id } = answer.message as { id: string };
    const row = await server.context.db.selectFrom('declaration').select('dept_id').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.dept_id).toBe(depts.surgery.id);
  });
});
