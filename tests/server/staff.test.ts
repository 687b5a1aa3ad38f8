import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasOtherAdmin } from '../../server/modules/staff/staff-repository.ts';
import { testDialect, whileAnotherWrites } from './support/database.ts';
import { companies, depts, employees, passwords } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const UNKNOWN_ID = '01900009-0000-7000-8000-000000000001';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const as = { as: 'admin01' };
const page = async (query: Record<string, string | number> = {}, options: { as: string } = as) =>
  (await server.call('queryCompanyAccountPage', { query }, options)).message;
const show = (id: string, account: string) => server.call('queryCompanyAccountById', { params: { id } }, { as: account });
let added = 0;
const add = async (more: Record<string, unknown> = {}, options: { as: string } = as) => {
  added += 1;
  const body = { employeeName: '新人', account: `added${added}`, pwd: 'Wisteria2026', deptId: depts.internal.id, ...more };
  const answer = await server.call('addCompanyAccount', { body }, options);
  return { answer, id: answer.code === 1000 ? answer.message.id : '', account: String(body.account), pwd: String(body.pwd) };
};
const update = (id: string, more: Record<string, unknown> = {}, options: { as: string } = as) =>
  server.call('updateCompanyAccount', { body: { id, employeeName: '改名', deptId: depts.internal.id, ...more } }, options);
const disable = (id: string, options: { as: string } = as) => server.call('deleteCompanyAccount', { params: { id } }, options);
const changePassword = (body: { account: string; pwd: string; oldPwd?: string }, account: string) =>
  server.call('updateCompanyAccountPwd', { body }, { as: account });
const login = (userNo: string, password: string) => server.call('login', { body: { userNo, password, loginType: 9 } });
const row = (id: string) => server.context.db.selectFrom('employee').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const audited = async (objectId: string) =>
  (await server.context.db.selectFrom('audit_record').select('action').where('object_id', '=', objectId).orderBy('id').execute()).map(
    (record) => record.action,
  );

describe('the order of the list', () => {
  const accounts = async (query: Record<string, string>) => (await page({ pageSize: 100, ...query })).records.map(({ account }: { account: string }) => account);

  it('is by account, whatever its letters, or the other way round', async () => {
    const shown = await accounts({ sortBy: 'account' });
    expect(shown).toEqual([...shown].toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
    expect(await accounts({ sortBy: 'account', sortOrder: 'desc' })).toEqual(shown.toReversed());
    expect((await page({ sortBy: 'account', pageSize: 2, pageNum: 2 })).records.map(({ account }: { account: string }) => account)).toEqual(shown.slice(2, 4));
  });

  it('is by the last sign-in, and who never signed in comes first', async () => {
    await login('admin01', passwords.admin);
    const { records } = await page({ pageSize: 100, sortBy: 'lastSignInAt' });
    const instants = records.map(({ lastSignInAt }: { lastSignInAt: string | null }) => lastSignInAt ?? '');
    expect(instants).toEqual([...instants].toSorted());
    expect(instants[0]).toBe('');
    expect(instants.at(-1)).not.toBe('');
  });

  it.each([{ sortBy: 'tel' }, { sortBy: 'account', sortOrder: 'up' }])('is refused: %j', async (query) => {
    expect((await server.call('queryCompanyAccountPage', { query }, as)).code).not.toBe(1000);
  });
});

describe.runIf(testDialect === 'postgres')('a department that is deleted at the same time', () => {
  const gone = { status: 422, code: 4022, details: [{ field: 'deptId', message: '科室不存在' }] };
  let deptId: string;
  beforeEach(async () => {
    await server.call('addCompanyDeptInfo', { body: { deptName: '将撤销科室' } }, as);
    deptId = (await server.context.db.selectFrom('dept').select('id').where('dept_name', '=', '将撤销科室').executeTakeFirstOrThrow()).id;
  });
  const whileItIsDeleted = <T>(work: () => Promise<T>) =>
    whileAnotherWrites(server.context.db, (other) => other.deleteFrom('dept').where('id', '=', deptId).execute(), work);

  it('takes nobody new', async () => {
    expect((await whileItIsDeleted(() => add({ deptId }))).answer).toMatchObject(gone);
  });

  it('takes nobody from another one', async () => {
    const { id } = await add();
    expect(await whileItIsDeleted(() => update(id, { deptId }))).toMatchObject(gone);
    expect((await row(id)).dept_id).toBe(depts.internal.id);
    await server.context.db.deleteFrom('employee').where('id', '=', id).execute();
  });
});

describe('the names of staff', () => {
  it('are those of the own company who can sign in, without numbers', async () => {
    const names = (await server.call('queryStaffNameList', {}, as)).message as { account: string }[];
    expect(names.map(({ account }) => account).toSorted()).toEqual(['admin01', 'staff01', 'staff02', 'staff03']);
    expect(names.find(({ account }) => account === 'staff01')).toEqual({ id: employees.staff01.id, account: 'staff01', employeeName: '张内一', deptName: '内科' });
  });
});

describe('the page of staff', () => {
  it('shows the own company with masked numbers and addresses', async () => {
    const answer = await page({ pageSize: 50 });
    expect(answer.total).toBe(4);
    expect(answer.records.map((record) => record.account).toSorted()).toEqual(['admin01', 'staff01', 'staff02', 'staff03']);
    expect(answer.records.find((record) => record.account === 'staff01')).toEqual({
      id: employees.staff01.id,
      account: 'staff01',
      employeeName: '张内一',
      sex: '女',
      tel: '138****0002',
      email: 's***@hospital.example',
      idCard: '1101**********0022',
      deptId: depts.internal.id,
      deptName: '内科',
      roleId: 1,
      isAdmin: 0,
      enabled: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
      lastSignInAt: null,
    });
  });

  it.each([
    [{ employeeName: '内' }, ['staff01', 'staff02']],
    [{ account: 'STAFF0' }, ['staff01', 'staff02', 'staff03']],
    [{ account: '%' }, []],
    [{ account: 'staff__' }, []],
    [{ deptId: depts.surgery.id }, ['staff03']],
    [{ deptId: depts.otherInternal.id }, []],
    [{ deptId: '', enabled: '', employeeName: '' }, ['admin01', 'staff01', 'staff02', 'staff03']],
    [{ enabled: 0 }, []],
    [{ enabled: 1, deptId: depts.internal.id, employeeName: '张' }, ['staff01']],
  ])('is filtered by %j', async (filter, accounts) => {
    const answer = await page(filter);
    expect(answer.records.map((record) => record.account).toSorted()).toEqual(accounts);
    expect(answer.total).toBe(accounts.length);
  });

  it('holds an employee of another name', async () => {
    expect((await page({}, { as: 'admin91' })).records.map((record) => record.account).toSorted()).toEqual(['admin91', 'staff91']);
  });
});

describe('one employee', () => {
  it('is shown in full to an administrator and to the person, which is recorded', async () => {
    for (const account of ['admin01', 'staff01']) {
      const answer = await show(employees.staff01.id, account);
      expect(answer.message).toMatchObject({ tel: '13800000002', email: 'staff01@hospital.example', idCard: '110101199001010022' });
    }
    const records = await server.context.db
      .selectFrom('audit_record')
      .select(['account', 'summary'])
      .where('action', '=', 'employee.read')
      .where('object_id', '=', employees.staff01.id)
      .orderBy('id')
      .execute();
    expect(records.map((record) => record.account)).toEqual(['admin01', 'staff01']);
    for (const secret of ['13800000002', 'staff01@hospital']) expect(JSON.stringify(records)).not.toContain(secret);
  });

  it('answers a colleague, another company and an unknown id alike', async () => {
    const answers = [
      await show(employees.staff02.id, 'staff01'),
      await show(employees.staff91.id, 'admin01'),
      await show(UNKNOWN_ID, 'admin01'),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 4004, message: '记录不存在' });
    expect(new Set(answers.map((answer) => answer.body.toString())).size).toBe(1);
    expect(await audited(employees.staff02.id)).toEqual([]);
  });
});

describe('adding an employee', () => {
  it('makes an account that signs in and has to change its password', async () => {
    const { id, account, pwd } = await add({ account: ' New001 ', employeeName: ' 钱新 ', sex: '男', tel: '13712345678', email: 'qian@hospital.example', idCard: '11010119900101001X' });
    expect(account.trim()).toBe('New001');
    const signedIn = await login('new001', pwd);
    expect(signedIn.message.user).toMatchObject({ account: 'New001', employeeName: '钱新', isAdmin: 0, mustChangePassword: true });
    expect((await show(id, 'admin01')).message).toMatchObject({ tel: '13712345678', email: 'qian@hospital.example', idCard: '11010119900101001X', enabled: 1, deptName: '内科' });
    expect(await audited(id)).toEqual(['employee.add', 'session.signIn', 'employee.read']);
  });

  it('refuses an account that exists anywhere, in whatever case', async () => {
    for (const account of ['staff01', 'STAFF01', 'staff91']) {
      const { answer } = await add({ account });
      expect(answer).toMatchObject({ status: 422, code: 4022, details: [{ field: 'account', message: '账号已存在' }] });
    }
  });

  it('lets one of several at once through', async () => {
    const results = await Promise.all([add({ account: 'twin01' }), add({ account: 'Twin01' }), add({ account: 'TWIN01' })]);
    expect(results.map((result) => result.answer.code).toSorted()).toEqual([1000, 4022, 4022]);
  });

  it.each([
    [{ deptId: UNKNOWN_ID }, 'deptId', '科室不存在'],
    [{ deptId: depts.otherInternal.id }, 'deptId', '科室不存在'],
    [{ account: 'a b' }, 'account', '账号为字母数字组成'],
    [{ account: '张三' }, 'account', '账号为字母数字组成'],
    [{ pwd: 'short1' }, 'pwd', '密码必须为字母数字组成,长度要在8-16位之间'],
    [{ pwd: 'onlyletters' }, 'pwd', '密码必须为字母数字组成,长度要在8-16位之间'],
    [{ pwd: '1234567890' }, 'pwd', '密码必须为字母数字组成,长度要在8-16位之间'],
    [{ pwd: 'abcd1234' }, 'pwd', '密码过于常见，请更换'],
    [{ account: 'Sameasname1', pwd: 'sameasname1' }, 'pwd', '密码过于常见，请更换'],
    [{ tel: '12345678901' }, 'tel', '手机号格式不正确'],
    [{ email: 'qian@hospital' }, 'email', '邮箱地址格式不正确'],
    [{ email: `${'a'.repeat(90)}@hospital.example` }, 'email', '最多 100 个字符'],
    [{ idCard: '123' }, 'idCard', '身份证号码格式错误'],
    [{ sex: '其他' }, 'sex', '性别只能为男或女'],
    [{ employeeName: ' ' }, 'employeeName', '必填项不能为空'],
    [{ isAdmin: 2 }, 'isAdmin', '角色只能为管理员或普通用户'],
    [{ enabled: -1 }, 'enabled', '状态只能为启用或停用'],
  ])('refuses %j', async (fields, field, message) => {
    const before = (await page()).total;
    const { answer } = await add(fields);
    expect(answer).toMatchObject({ status: 422, code: 4022, details: [{ field, message }] });
    expect((await page()).total).toBe(before);
  });

  it('ignores fields that nobody may set', async () => {
    const { id } = await add({ comp_no: companies.second.compNo, compNo: companies.second.compNo, id: UNKNOWN_ID, roleId: 99, avator: 'x', mustChangePassword: false });
    expect(await row(id)).toMatchObject({ comp_no: companies.first.compNo, role_id: 1, avator: '', must_change_password: 1 });
  });
});

describe('changing an employee', () => {
  it('changes what was sent and keeps what was not', async () => {
    const { id } = await add({ sex: '男', tel: '13712345678', email: 'kept@hospital.example', idCard: '110101199001010012', isAdmin: 1 });
    expect((await update(id, { deptId: depts.surgery.id })).code).toBe(1000);
    expect(await row(id)).toMatchObject({ employee_name: '改名', dept_id: depts.surgery.id, tel: '13712345678', email: 'kept@hospital.example', id_card: '110101199001010012', is_admin: 1, enabled: 1 });
    expect((await update(id, { tel: '', email: '', idCard: '110101199001010099', isAdmin: 0 })).code).toBe(1000);
    expect(await row(id)).toMatchObject({ tel: '', email: '', id_card: '110101199001010099', is_admin: 0 });
    expect(await audited(id)).toEqual(['employee.add', 'employee.update', 'employee.update']);
  });

  it('does not overwrite what somebody else has put into a field since the form was opened, and tells no number', async () => {
    const { id } = await add({ employeeName: '沈静', tel: '13712345678' });
    const read = { employeeName: '沈静', tel: '13712345678' };
    const change = (body: object) => server.call('updateCompanyAccount', { body: { id, ...body } }, as);
    expect((await change({ employeeName: '沈敬', tel: '13787654321', read })).code).toBe(1000);
    expect(await change({ employeeName: '沈镜', tel: '13700000000', read })).toMatchObject({
      status: 409,
      details: [
        { field: 'employeeName', message: '刚刚被其他管理员改为“沈敬”，再次保存以您填写的为准' },
        { field: 'tel', message: '刚刚被其他管理员修改，再次保存以您填写的为准' },
      ],
    });
    expect(await row(id)).toMatchObject({ employee_name: '沈敬', tel: '13787654321' });
    expect((await change({ employeeName: '沈镜' })).code).toBe(1000);
  });

  it('names the department that somebody else has moved the person to, before it moves them elsewhere', async () => {
    const { id } = await add({ deptId: depts.internal.id });
    const read = { deptId: depts.internal.id };
    const move = (deptId: string, began: object = { read }) => server.call('updateCompanyAccount', { body: { id, deptId, ...began } }, as);
    expect((await move(depts.surgery.id)).code).toBe(1000);
    expect(await move(depts.nursing.id)).toMatchObject({ status: 409, details: [{ field: 'deptId', message: '刚刚被其他管理员改为“外科”，再次保存以您填写的为准' }] });
    expect(await row(id)).toMatchObject({ dept_id: depts.surgery.id });
    expect((await move(depts.nursing.id, {})).code).toBe(1000);
    expect(await row(id)).toMatchObject({ dept_id: depts.nursing.id });
  });

  it('records which fields differ, from what to what for department and role, and no number', async () => {
    const { id, account } = await add({ employeeName: '沈静', deptId: depts.surgery.id, tel: '13712345678', email: 'kept@hospital.example' });
    const changed = { employeeName: '沈敬', deptId: depts.internal.id, tel: '13787654321', email: 'kept@hospital.example', idCard: '110101199001010099' };
    for (const body of [{ id, ...changed }, { id, enabled: 0 as const }, { id, ...changed }, { id, isAdmin: 1 as const }, { id, isAdmin: 0 as const }]) {
      expect((await server.call('updateCompanyAccount', { body }, as)).code).toBe(1000);
    }
    const records = await server.context.db.selectFrom('audit_record').select('summary').where('object_id', '=', id).orderBy('id').execute();
    expect(records.slice(1).map((record) => record.summary)).toEqual([
      `修改人员 ${account}，修改内容：姓名、科室从“外科”改为“内科”、手机号、身份证号`,
      `修改人员 ${account}，修改内容：状态`,
      `修改人员 ${account}`,
      `修改人员 ${account}，修改内容：角色从“普通用户”改为“管理员”`,
      `修改人员 ${account}，修改内容：角色从“管理员”改为“普通用户”`,
    ]);
  });

  it('keeps name and department, too, where they were not sent', async () => {
    const { id } = await add({ employeeName: '沈静', deptId: depts.surgery.id });
    expect((await server.call('updateCompanyAccount', { body: { id, enabled: 0 } }, as)).code).toBe(1000);
    expect((await server.call('updateCompanyAccount', { body: { id, tel: '13712345678' } }, as)).code).toBe(1000);
    expect(await row(id)).toMatchObject({ employee_name: '沈静', dept_id: depts.surgery.id, enabled: 0, tel: '13712345678' });
    expect(await update(id, { employeeName: '' })).toMatchObject({ code: 4022, details: [{ field: 'employeeName' }] });
  });

  it('does not take what is masked for something new', async () => {
    const { id } = await add({ tel: '13712345678', email: 'kept@hospital.example' });
    expect(await update(id, { tel: '137****5678' })).toMatchObject({ code: 4022, details: [{ field: 'tel' }] });
    expect(await update(id, { email: 'k***@hospital.example' })).toMatchObject({ code: 4022, details: [{ field: 'email' }] });
    expect(await row(id)).toMatchObject({ tel: '13712345678', email: 'kept@hospital.example' });
  });

  it('cannot change account, password or company', async () => {
    const { id, account, pwd } = await add();
    await update(id, { account: 'renamed', pwd: 'Renamed2026', password_hash: 'x', comp_no: companies.second.compNo });
    expect(await row(id)).toMatchObject({ account, comp_no: companies.first.compNo });
    expect((await login(account, pwd)).code).toBe(1000);
  });

  it('refuses a department of another company', async () => {
    const { id } = await add();
    expect(await update(id, { deptId: depts.otherInternal.id })).toMatchObject({ code: 4022, details: [{ field: 'deptId', message: '科室不存在' }] });
  });

  it('answers alike for another company\'s and an unknown employee', async () => {
    const [foreign, unknown] = [await update(employees.staff91.id), await update(UNKNOWN_ID)];
    expect(foreign).toMatchObject({ status: 404, code: 4004 });
    expect(foreign.body).toEqual(unknown.body);
    expect((await row(employees.staff91.id)).employee_name).toBe('赵中一');
  });
});

describe('deleting an employee', () => {
  it('disables, keeps the row and ends the sessions', async () => {
    const { id, account, pwd } = await add();
    const { accessToken } = (await login(account, pwd)).message;
    expect((await disable(id)).code).toBe(1000);
    expect((await row(id)).enabled).toBe(0);
    expect((await server.call('userInfo', {}, { token: accessToken })).code).toBe(4001);
    expect((await login(account, pwd)).code).toBe(4000);
    expect((await page({ enabled: 0 })).records.map((record) => record.id)).toContain(id);
    expect(await audited(id)).toEqual(['employee.add', 'session.signIn', 'employee.delete', 'session.signIn']);
  });

  it('answers alike for another company\'s and an unknown employee', async () => {
    expect((await disable(employees.staff91.id)).body).toEqual((await disable(UNKNOWN_ID)).body);
    expect((await row(employees.staff91.id)).enabled).toBe(1);
  });
});

describe('an administrator', () => {
  const refusedWith = (message: string) => ({ status: 409, code: 4009, message });
  afterEach(async () => {
    await server.context.db
      .updateTable('employee')
      .set({ is_admin: 0 })
      .where('comp_no', '=', companies.first.compNo)
      .where('account', '!=', 'admin01')
      .execute();
  });

  it('can neither delete, disable nor demote the own account, whoever else there is', async () => {
    const change = { employeeName: '管理员甲', deptId: depts.nursing.id };
    await add({ isAdmin: 1 });
    expect(await disable(employees.admin01.id)).toMatchObject(refusedWith('不能停用自己的账号'));
    expect(await update(employees.admin01.id, { ...change, enabled: 0 })).toMatchObject(refusedWith('不能停用自己的账号'));
    expect(await update(employees.admin01.id, { ...change, isAdmin: 0 })).toMatchObject(refusedWith('不能更改自己的角色'));
    expect(await row(employees.admin01.id)).toMatchObject({ is_admin: 1, enabled: 1 });
    expect((await update(employees.admin01.id, { ...change, isAdmin: 1, enabled: 1 })).code).toBe(1000);
  });

  it('who has not signed in yet, or has to change the password, is none that could be left', async () => {
    const { context } = server;
    const { id } = await add({ isAdmin: 1 });
    const isLeft = () => hasOtherAdmin(context.db, companies.first.compNo, employees.admin01.id);
    const set = (changes: { must_change_password?: number; last_sign_in_at?: string; enabled?: number }) =>
      context.db.updateTable('employee').set(changes).where('id', '=', id).execute();
    expect(await isLeft()).toBe(false);
    await set({ last_sign_in_at: server.clock.now().toISOString() });
    expect(await isLeft()).toBe(false);
    await set({ must_change_password: 0 });
    expect(await isLeft()).toBe(true);
    await set({ enabled: 0 });
    expect(await isLeft()).toBe(false);
  });

  it('stays when two are disabled at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, account, pwd } = await add({ isAdmin: 1 });
      const token = await server.signIn(account, pwd);
      await server.context.db.updateTable('employee').set({ must_change_password: 0 }).where('id', '=', id).execute();
      const ownToken = await server.signIn('admin01');
      const codes = await Promise.all([
        server.call('deleteCompanyAccount', { params: { id: employees.admin01.id } }, { token }),
        server.call('deleteCompanyAccount', { params: { id } }, { token: ownToken }),
      ]);
      const left = await server.context.db
        .selectFrom('employee')
        .select('id')
        .where('comp_no', '=', companies.first.compNo)
        .where('is_admin', '=', 1)
        .where('enabled', '=', 1)
        .execute();
      expect(left).toHaveLength(1);
      expect(codes.filter((answer) => answer.code === 1000)).toHaveLength(1);
      await server.context.db.updateTable('employee').set({ enabled: 1 }).where('account', '=', 'admin01').execute();
      await server.context.db.updateTable('session').set({ revoked_at: null }).where('employee_id', '=', employees.admin01.id).execute();
      await server.context.db.updateTable('employee').set({ is_admin: 0 }).where('id', '=', id).execute();
    }
  });
});

describe('the own password', () => {
  it('needs the old one', async () => {
    expect(await changePassword({ account: 'staff01', pwd: 'Other2026' }, 'staff01')).toMatchObject({
      code: 4022,
      details: [{ field: 'oldPwd', message: '必填项不能为空' }],
    });
    expect(await changePassword({ account: 'staff01', pwd: 'Other2026', oldPwd: 'Wrong2026' }, 'staff01')).toMatchObject({
      code: 4022,
      details: [{ field: 'oldPwd', message: '原密码错误' }],
    });
    expect(await changePassword({ account: 'staff01', pwd: passwords.staff, oldPwd: passwords.staff }, 'staff01')).toMatchObject({
      code: 4022,
      details: [{ field: 'pwd', message: '新密码不能与原密码相同' }],
    });
  });

  it('is changed, by an administrator too only with the old one', async () => {
    expect((await changePassword({ account: 'admin01', pwd: 'Other2026' }, 'admin01')).code).toBe(4022);
    expect((await changePassword({ account: 'Admin01', pwd: 'Other2026', oldPwd: passwords.admin }, 'admin01')).code).toBe(1000);
    expect((await row(employees.admin01.id)).must_change_password).toBe(0);
  });

  it('comes from the query as well, as the specification has it', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/qyzc/company/employee/updateCompanyAccountPwd',
      query: { pwd: 'Other2026', account: 'staff02', oldPwd: passwords.staff },
      headers: { accesstoken: await server.signIn('staff02') },
    });
    expect(answer.code).toBe(1000);
    expect((await login('staff02', 'Other2026')).code).toBe(1000);
  });

  it('ends the duty to change it', async () => {
    const { id, account, pwd } = await add();
    await server.signIn(account, pwd);
    expect((await changePassword({ account, pwd: 'Chosen2026', oldPwd: pwd }, account)).code).toBe(1000);
    expect((await row(id)).must_change_password).toBe(0);
    expect((await server.call('userInfo', {}, { as: account })).message.mustChangePassword).toBe(false);
  });
});

describe('the password of another', () => {
  it('is set by an administrator of the company, and has to be changed then', async () => {
    expect((await changePassword({ account: 'staff03', pwd: 'Reset2026' }, 'admin01')).code).toBe(1000);
    expect((await login('staff03', 'Reset2026')).message.user.mustChangePassword).toBe(true);
    expect(await audited(employees.staff03.id)).toEqual(['employee.resetPassword', 'session.signIn']);
  });

  it('is nobody else\'s business: colleague, other company and unknown account answer alike', async () => {
    const answers = [
      await changePassword({ account: 'staff03', pwd: 'Theft2026' }, 'staff01'),
      await changePassword({ account: 'staff91', pwd: 'Theft2026' }, 'admin01'),
      await changePassword({ account: 'nobody1', pwd: 'Theft2026' }, 'admin01'),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 4004, message: '记录不存在' });
    expect((await login('staff91', passwords.staff)).code).toBe(1000);
  });

  it('stays as it is while the account is disabled, which nobody could sign in to', async () => {
    const { id, account, pwd } = await add();
    await disable(id);
    expect(await changePassword({ account, pwd: 'Reset2026' }, 'admin01')).toMatchObject({ status: 409, message: '账号已停用，请先启用再重置密码' });
    await update(id, { enabled: 1 });
    expect((await login(account, pwd)).code).toBe(1000);
  });

  it('is not replaced unseen a moment after another administrator has reset it', async () => {
    const other = await add({ isAdmin: 1, employeeName: '另一管理员' });
    const token = await server.signIn(other.account, other.pwd);
    await server.call('updateCompanyAccountPwd', { body: { account: other.account, oldPwd: other.pwd, pwd: 'Chosen2026' } }, { token });
    const { account } = await add();
    const reset = (pwd: string, again?: 1) => server.call('updateCompanyAccountPwd', { body: { account, pwd, again } }, as);
    expect((await server.call('updateCompanyAccountPwd', { body: { account, pwd: 'First2026' } }, { token })).code).toBe(1000);
    const refused = await reset('Second2026');
    expect(refused.status).toBe(409);
    expect(refused.message).toMatch(/^另一管理员刚刚（\d\d:\d\d）重置过这个账号的密码，再次重置后，那次的新密码不能再用$/);
    expect(refused.details).toEqual([{ field: 'account', message: refused.message }]);
    expect((await login(account, 'First2026')).code).toBe(1000);
    expect((await reset('Second2026', 1)).code).toBe(1000);
    expect((await login(account, 'Second2026')).code).toBe(1000);
    // The own one is known.
    expect((await reset('Third2026')).code).toBe(1000);

    await server.call('updateCompanyAccountPwd', { body: { account, pwd: 'Fourth2026', again: 1 } }, { token });
    server.clock.advance(11 * 60_000);
    expect((await reset('Fifth2026')).code, 'later').toBe(1000);
    await server.call('updateCompanyAccountPwd', { body: { account, pwd: 'Sixth2026', again: 1 } }, { token });
    const own = await server.signIn(account, 'Sixth2026');
    await server.call('updateCompanyAccountPwd', { body: { account, pwd: 'Lotus2026', oldPwd: 'Sixth2026' } }, { token: own });
    expect((await reset('Seventh2026')).code, 'once the person has chosen a password').toBe(1000);
    await disable(other.id);
  });

  it('has to be strong', async () => {
    expect(await changePassword({ account: 'staff03', pwd: 'weak' }, 'admin01')).toMatchObject({ code: 4022, details: [{ field: 'pwd' }] });
  });

  it.each([
    ['leaked', 'password123'],
    ['leaked, in another case', 'Password123'],
    ['far down the list of leaked ones', 'babylon5'],
    ['common here', 'Woaini1314'],
    ['what is typed at a sign-in', 'login123'],
    ['a word of hospitals with digits', 'Yiyuan2026'],
    ['a word of this system with digits', '2026zicha@'],
    ['the account with something', 'xStaff03x1'],
  ])('may not be %s', async (_what, pwd) => {
    expect(await changePassword({ account: 'staff03', pwd }, 'admin01')).toMatchObject({
      code: 4022,
      details: [{ field: 'pwd', message: '密码过于常见，请更换' }],
    });
  });
});

describe('checkUsername', () => {
  it.each([
    ['staff01', false],
    ['STAFF01', false],
    [' staff01 ', false],
    ['staff91', false],
    ['free01', true],
  ])('of %j', async (account, available) => {
    expect((await server.call('checkUsername', { body: { account } }, as)).message).toEqual({ available });
  });

  it('takes the account from the query as well', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/auth/checkUsername',
      query: { account: 'free01' },
      headers: { accesstoken: await server.signIn('admin01') },
    });
    expect(answer.message).toEqual({ available: true });
  });

  it('tells nothing to a user, who could search for accounts with it', async () => {
    expect((await server.call('checkUsername', { body: { account: 'staff01' } }, { as: 'staff01' })).code).toBe(4003);
  });
});
