import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiCall, apiPaths, type CallName, OPERATION_HEADER, type Repeat } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import { prepareWorld, type Sample, samples, send, type World } from './support/call-samples.ts';
import { readRows } from './support/database-rows.ts';
import { depts, passwords } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { expectSuccess } from './support/task-fixture.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await prepareWorld(server);
});
afterAll(() => server.stop());

const calls = Object.keys(apiPaths) as CallName[];
const knownBy = (...ways: Repeat[]): CallName[] =>
  calls.filter((name) => {
    const { repeat, access }: ApiCall = apiPaths[name];
    // Tokens have rules of their own: see session.test.ts.
    return repeat !== undefined && ways.includes(repeat) && access !== 'open';
  });
/** Each time that somebody was given these, the log says so. */
const told: ReadonlySet<CallName> = new Set(['queryCompanyAccountById', 'createExportLink']);
const done = knownBy('operation', 'record');

const underId = (sample: Sample, id: string = uuidv7()): Sample => ({ ...sample, headers: { [OPERATION_HEADER]: id } });
const countAudits = async (): Promise<number> => (await server.context.db.selectFrom('audit_record').select('id').execute()).length;
const readAll = async () => [await readRows(server.context), await countAudits()];

describe('a call whose answer was lost', () => {
  it.each(done)('%s comes again, is answered as at first, and changes nothing', async (name) => {
    const sample = underId(await samples[name](world));
    const first = await send(server, name, sample);
    expect(first.code).toBe(code.success);
    const before = await readAll();
    server.clock.advance(60_000);
    const second = await send(server, name, sample);
    expect([second.status, second.body.toString()]).toEqual([first.status, first.body.toString()]);
    expect(await readAll()).toEqual(before);
  });

  it.each(done)('%s comes twice at once, and is done once', async (name) => {
    const sample = underId(await samples[name](world));
    const before = await countAudits();
    const [one, other] = await Promise.all([send(server, name, sample), send(server, name, sample)]);
    expect(one.code).toBe(code.success);
    expect(other.body.toString()).toBe(one.body.toString());
    expect(await countAudits()).toBe(before + 1);
  });

  it.each(knownBy('entry', 'safe'))('%s needs no id: it comes again, is a success, and changes no more', async (name) => {
    const sample = await samples[name](world);
    expect((await send(server, name, sample)).code).toBe(code.success);
    const before = await readAll();
    expect((await send(server, name, sample)).code).toBe(code.success);
    if (!told.has(name)) expect(await readAll()).toEqual(before);
  });
});

describe('an operation', () => {
  const add = (deptName: string, id: string | undefined, as = 'admin01') =>
    server.call('addCompanyDeptInfo', { body: { deptName } }, { as, headers: id === undefined ? {} : { [OPERATION_HEADER]: id } });
  const named = async (deptName: string) => (await server.context.db.selectFrom('dept').select(['id', 'comp_no']).where('dept_name', '=', deptName).execute()).length;

  it('of somebody else is not told, and keeps nobody from theirs', async () => {
    const id = uuidv7();
    const first = expectSuccess(await add('急诊科', id));
    const stranger = expectSuccess(await add('急诊科', id, 'admin91'));
    expect(stranger.id).not.toBe(first.id);
    expect(expectSuccess(await add('急诊科', id)).id).toBe(first.id);
    expect(await named('急诊科')).toBe(2);
  });

  it('under the id of another counts as one without an id', async () => {
    const id = uuidv7();
    const first = expectSuccess(await add('康复科', id));
    expect(expectSuccess(await add('营养科', id)).id).not.toBe(first.id);
    const headers = { [OPERATION_HEADER]: id };
    expect(await server.call('deleteCompanyDeptInfo', { params: { id: first.id } }, { as: 'admin01', headers })).toMatchObject({ code: code.success });
    expect(await named('康复科')).toBe(0);
  });

  it('that was refused can be done later under its id', async () => {
    const id = uuidv7();
    const { id: inTheWay } = expectSuccess(await add('血透室', undefined));
    expect(await add('血透室', id)).toMatchObject({ message: '科室名称已存在' });
    expectSuccess(await server.call('deleteCompanyDeptInfo', { params: { id: inTheWay } }, { as: 'admin01' }));
    expectSuccess(await add('血透室', id));
    expect(await named('血透室')).toBe(1);
  });

  it('without an id is done as often as it comes, as for pages of the release before', async () => {
    expectSuccess(await add('输血科', undefined));
    expect(await add('输血科', undefined)).toMatchObject({ message: '科室名称已存在' });
  });

  it.each(['1', 'x'.repeat(5000), `${uuidv7()}, ${uuidv7()}`])('is refused with what is no id', async (id) => {
    expect(await add('病理科', id)).toMatchObject({ code: code.validation, message: '编号格式错误' });
    expect(await named('病理科')).toBe(0);
  });

  it('that changed the own password is known, though the old one is no longer right', async () => {
    const change = (id: string) =>
      server.call('updateCompanyAccountPwd', { body: { account: 'staff03', pwd: 'Hollyhock2026', oldPwd: passwords.staff } }, { as: 'staff03', headers: { [OPERATION_HEADER]: id } });
    const id = uuidv7();
    for (const answer of [await change(id), await change(id)]) expect(expectSuccess(answer)).toBeNull();
    expect(await change(uuidv7())).toMatchObject({ message: '原密码错误' });
  });

  it('leaves nothing by which a password could be guessed', async () => {
    const account = 'guess01';
    const body = { account, pwd: 'Wisteria2026', employeeName: '样本', deptId: depts.internal.id };
    const contentOf = async (pwd: string) => {
      const id = uuidv7();
      await server.call('updateCompanyAccountPwd', { body: { account, pwd, oldPwd: '' } }, { as: 'admin01', headers: { [OPERATION_HEADER]: id } });
      return JSON.parse((await server.context.db.selectFrom('operation').select('answer').where('id', '=', id).executeTakeFirstOrThrow()).answer) as object;
    };
    expectSuccess(await server.call('addCompanyAccount', { body }, { as: 'admin01' }));
    expect(await contentOf('Hollyhock2026')).toEqual(await contentOf('Larkspur2026'));
  });
});
