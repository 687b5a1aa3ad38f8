import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { OPERATION_HEADER } from '#contract/api-paths.ts';
import { shanghaiDay } from '#contract/calendar.ts';
import { companies, depts } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { somePointIds } from './support/task-fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const list = async (as = 'staff01') => (await server.call('queryCompanyDeptList', {}, { as })).message;
const page = async (query: { pageNum?: number; pageSize?: number; deptName?: string } = {}) =>
  (await server.call('queryCompanyDeptInfoPage', { query }, { as: 'admin01' })).message;
const add = (deptName: string, more: { leader?: string; tel?: string; extension?: string; remark?: string; sort?: number } = {}) =>
  server.call('addCompanyDeptInfo', { body: { deptName, ...more } }, { as: 'admin01' });
const remove = (id: string) => server.call('deleteCompanyDeptInfo', { params: { id } }, { as: 'admin01' });
const audited = (objectId: string) =>
  server.context.db.selectFrom('audit_record').select(['action', 'account', 'comp_no']).where('object_id', '=', objectId).orderBy('id').execute();

describe('the list of departments', () => {
  it('shows those of the own company in their order, with their staff', async () => {
    expect(await list()).toEqual([
      { id: depts.internal.id, deptName: '内科', employeeCount: 2 },
      { id: depts.surgery.id, deptName: '外科', employeeCount: 1 },
      { id: depts.nursing.id, deptName: '护理部', employeeCount: 1 },
    ]);
    expect(await list('staff91')).toEqual([{ id: depts.otherInternal.id, deptName: '内科', employeeCount: 2 }]);
  });
});

describe('the page of departments', () => {
  it('is cut into pages and counted', async () => {
    expect(await page({ pageSize: 2 })).toMatchObject({ total: 3, pageNum: 1, pageSize: 2, records: [{ deptName: '内科', employeeCount: 2 }, { deptName: '外科' }] });
    expect((await page({ pageNum: 2, pageSize: 2 })).records.map((dept) => dept.deptName)).toEqual(['护理部']);
    expect((await page({ pageNum: 3, pageSize: 2 })).records).toEqual([]);
  });

  it('is filtered by a part of the name, with nothing taken for a wildcard', async () => {
    expect((await page({ deptName: ' 科 ' })).records.map((dept) => dept.deptName)).toEqual(['内科', '外科']);
    expect((await page({ deptName: '%' })).total).toBe(0);
    expect((await page({ deptName: '_科' })).total).toBe(0);
    await add('ICU 100%_\\');
    expect((await page({ deptName: 'icu' })).total).toBe(1);
    expect((await page({ deptName: '0%_\\' })).total).toBe(1);
  });
});

describe('adding a department', () => {
  it('stores what was sent, and who did it', async () => {
    const fields = { deptName: '急诊科', leader: '陈主任', tel: '010-12345678', extension: '8012', remark: '一楼', sort: 7 };
    const { id } = (await add(fields.deptName, fields)).message;
    expect((await page({ deptName: '急诊科' })).records).toEqual([{ id, ...fields, employeeCount: 0 }]);
    expect(await audited(id)).toEqual([{ action: 'dept.add', account: 'admin01', comp_no: companies.first.compNo }]);
  });

  it('puts it last where it asks for no place', async () => {
    const { id: first } = (await add('八十号科', { sort: 80 })).message;
    const { id: next } = (await add('末位科')).message;
    const last = (await page({ pageSize: 50 })).records.slice(-2);
    expect(last).toMatchObject([{ id: first, sort: 80 }, { id: next, sort: 81 }]);
    const { id: far } = (await add('最后一科', { sort: 9999 })).message;
    const { id: beyond } = (await add('还要靠后科')).message;
    expect((await page({ pageSize: 50 })).records.slice(-2)).toMatchObject([{ id: far }, { id: beyond, sort: 9999 }]);
    for (const id of [first, next, far, beyond]) await remove(id);
  });

  it('stores the digits of a number plain, however wide they were typed, and a name as it was', async () => {
    await add('８号楼', { tel: '１３８００００１２３４', extension: '８０１２' });
    expect((await page({ deptName: '８号楼' })).records).toMatchObject([{ deptName: '８号楼', tel: '13800001234', extension: '8012' }]);
  });

  it('refuses a name that is taken, also with white space around it, and allows another company\'s', async () => {
    for (const name of ['内科', ' 内科 ']) {
      expect(await add(name)).toMatchObject({ status: 422, code: 4022, details: [{ field: 'deptName', message: '科室名称已存在' }] });
    }
    const other = await server.call('addCompanyDeptInfo', { body: { deptName: '外科' } }, { as: 'admin91' });
    expect(other.code).toBe(1000);
  });

  it('lets one of two at once through', async () => {
    const answers = await Promise.all([add('口腔科'), add('口腔科'), add('口腔科')]);
    expect(answers.map((answer) => answer.code).toSorted()).toEqual([1000, 4022, 4022]);
    expect((await page({ deptName: '口腔科' })).total).toBe(1);
  });

  it.each([
    [{ deptName: '' }, 'deptName', '必填项不能为空'],
    [{ deptName: '  ' }, 'deptName', '必填项不能为空'],
    [{ deptName: '科'.repeat(51) }, 'deptName', '最多 50 个字符'],
    [{ deptName: '甲科', tel: '12' }, 'tel', '电话号码格式不正确'],
    [{ deptName: '甲科', sort: -1 }, 'sort', '只能输入非负整数'],
    [{ deptName: '甲科', sort: 1.5 }, 'sort', '只能输入非负整数'],
  ])('refuses %j', async (body, field, message) => {
    const answer = await server.call('addCompanyDeptInfo', { body }, { as: 'admin01' });
    expect(answer).toMatchObject({ code: 4022, details: [{ field, message }] });
  });

  it.each(['13812345678', '01012345678', '0571-1234567', '12345678', ''])('takes the telephone %j', async (tel) => {
    expect((await add(`电话 ${tel}`, { tel })).code).toBe(1000);
  });
});

describe('changing a department', () => {
  it('changes it, and may keep its name', async () => {
    const { id } = (await add('皮肤科')).message;
    const change = (deptName: string) =>
      server.call('updateCompanyDeptInfo', { body: { id, deptName, leader: '何主任' } }, { as: 'admin01' });
    expect((await change('皮肤科')).code).toBe(1000);
    expect((await change('皮肤性病科')).code).toBe(1000);
    expect((await page({ deptName: '皮肤' })).records).toMatchObject([{ id, deptName: '皮肤性病科', leader: '何主任' }]);
    expect(await change('内科')).toMatchObject({ code: 4022, details: [{ field: 'deptName' }] });
    expect((await audited(id)).map((record) => record.action)).toEqual(['dept.add', 'dept.update', 'dept.update']);
  });

  it('leaves what is absent as it is, and takes away what is empty', async () => {
    const { id } = (await add('烧伤科', { leader: '何主任', tel: '12345678', extension: '8012', remark: '二号楼', sort: 7 })).message;
    const change = (body: object) => server.call('updateCompanyDeptInfo', { body: { id, ...body } }, { as: 'admin01' });
    expect((await change({ leader: '' })).code).toBe(1000);
    const expected = { id, deptName: '烧伤科', leader: '', tel: '12345678', extension: '8012', remark: '二号楼', sort: 7 };
    expect((await page({ deptName: '烧伤' })).records).toMatchObject([expected]);
    expect((await change({})).code).toBe(1000);
    expect((await page({ deptName: '烧伤' })).records).toMatchObject([expected]);
    expect(await change({ deptName: '' })).toMatchObject({ code: 4022, details: [{ field: 'deptName' }] });
  });

  it('does not overwrite what somebody else has put into a field since the form was opened, but at a second save', async () => {
    const { id } = (await add('血管科', { leader: '何主任', tel: '12345678' })).message;
    const read = { deptName: '血管科', leader: '何主任', tel: '12345678', extension: '', remark: '', kind: null };
    const change = (body: object) => server.call('updateCompanyDeptInfo', { body: { id, ...body } }, { as: 'admin01' });
    expect((await change({ leader: '吴主任', kind: 'surgery', read })).code).toBe(1000);
    // Another field, and the same in the same way, are no matter.
    expect((await change({ tel: '87654321', leader: '吴主任', read })).code).toBe(1000);
    expect(await change({ leader: '郑主任', kind: 'ent', remark: '二号楼', read })).toMatchObject({
      status: 409,
      details: [
        { field: 'leader', message: '刚刚被其他管理员改为“吴主任”，再次保存以您填写的为准' },
        { field: 'kind', message: '刚刚被其他管理员修改，再次保存以您填写的为准' },
      ],
    });
    expect((await page({ deptName: '血管' })).records).toMatchObject([{ leader: '吴主任', remark: '' }]);
    expect((await change({ leader: '郑主任' })).code).toBe(1000);
    expect((await page({ deptName: '血管' })).records).toMatchObject([{ leader: '郑主任', tel: '87654321' }]);
    expect(await change({ leader: '郑主任', read: { leader: ['何主任'] } })).toMatchObject({ code: 4022 });
  });

  it('leaves in the audit log which fields differ, and from whom to whom it is led', async () => {
    const { id } = (await add('整形科', { leader: '何主任', tel: '12345678', sort: 7 })).message;
    const change = (body: object) => server.call('updateCompanyDeptInfo', { body: { id, ...body } }, { as: 'admin01' });
    await change({ deptName: '整形科', leader: '吴主任', tel: '87654321', sort: 7 });
    await change({ deptName: '整形外科', remark: '三号楼' });
    await change({ leader: '' });
    await change({ leader: '郑主任' });
    const records = await server.context.db.selectFrom('audit_record').select('summary').where('object_id', '=', id).orderBy('id').execute();
    expect(records.slice(1).map((record) => record.summary)).toEqual([
      '修改科室 整形科，修改内容：负责人从“何主任”改为“吴主任”、联系电话',
      '修改科室 整形科，改名为 整形外科，修改内容：备注',
      '修改科室 整形外科，修改内容：负责人从“吴主任”改为空',
      '修改科室 整形外科，修改内容：负责人从空改为“郑主任”',
    ]);
  });

  it('answers alike for one of another company and one that does not exist', async () => {
    const change = (id: string) => server.call('updateCompanyDeptInfo', { body: { id, deptName: '新名' } }, { as: 'admin01' });
    const foreign = await change(depts.otherInternal.id);
    const unknown = await change('01900009-0000-7000-8000-000000000001');
    expect(foreign).toMatchObject({ status: 404, code: 4004, message: '记录不存在' });
    expect(foreign.body).toEqual(unknown.body);
  });
});

describe('closing a department', () => {
  it('takes it out of new tasks from the day on, keeps what it did, and it can be opened again', async () => {
    const { id } = (await add('合并科')).message;
    const task = async (number: number) => {
      const points = await server.call('queryPointPage', { query: { pageSize: 1 } }, { as: 'admin01' });
      const body = {
        id: `01900005-0000-7000-8000-00000000000${number}`,
        taskName: '任务',
        taskType: 1,
        startDate: '2026-06-01',
        endDate: '2026-06-30',
        deptIds: [id],
        pointIds: points.message.records.map((point) => point.id),
      };
      return server.call('issueTask', { body }, { as: 'admin01' });
    };
    const offered = async () => (await server.call('taskDepartments', {}, { as: 'admin01' })).message.map((dept) => dept.id);
    expect((await task(1)).code).toBe(1000);

    const tomorrow = shanghaiDay(new Date(server.clock.now().getTime() + 86_400_000));
    expect((await server.call('closeCompanyDept', { body: { id, from: tomorrow } }, { as: 'admin01' })).code).toBe(1000);
    expect(await offered()).toContain(id);
    expect((await page({ deptName: '合并科' })).records).toMatchObject([{ closedFrom: tomorrow }]);

    const today = shanghaiDay(server.clock.now());
    const closeWith = (from: string, read: string) => server.call('closeCompanyDept', { body: { id, from, read: { from: read } } }, { as: 'admin01' });
    expect(await closeWith(today, '')).toMatchObject({ status: 409, details: [{ field: 'from', message: `刚刚被其他管理员改为“${tomorrow}”，再次保存以您填写的为准` }] });
    expect((await closeWith(tomorrow, '')).code).toBe(1000);
    expect((await closeWith(today, tomorrow)).code).toBe(1000);
    expect(await offered()).not.toContain(id);
    expect((await task(2)).details).toEqual([{ field: 'deptIds.0', message: '科室已停用' }]);
    expect((await list('admin01')).find((dept) => dept.id === id)).toMatchObject({ deptName: '合并科', closedFrom: today });
    const issued = await server.call('queryTaskDeptList', { query: { taskId: '01900005-0000-7000-8000-000000000001' } }, { as: 'admin01' });
    expect(issued.message.map((dept) => dept.deptId)).toEqual([id]);

    expect((await server.call('openCompanyDept', { params: { id } }, { as: 'admin01' })).code).toBe(1000);
    expect(await offered()).toContain(id);
    expect((await audited(id)).map((record) => record.action)).toEqual(['dept.add', 'dept.close', 'dept.close', 'dept.open']);
  });
});

describe('kinds of departments that have none', () => {
  const kindOf = async (id: string) => (await list('admin01')).find((dept) => dept.id === id)?.kind;
  const set = (kinds: { id: string; kind: 'surgery' | 'pharmacy' | 'dental' }[], as = 'admin01') => server.call('setDeptKinds', { body: { kinds } }, { as });

  it('are given at once, and what somebody chose meanwhile stays', async () => {
    const [one, other, third] = [(await add('二病区')).message.id, (await add('住院药房')).message.id, (await add('门诊牙科')).message.id];
    await server.call('updateCompanyDeptInfo', { body: { id: third, kind: 'ent' } }, { as: 'admin01' });
    const kinds = [{ id: one, kind: 'surgery' as const }, { id: other, kind: 'pharmacy' as const }, { id: third, kind: 'dental' as const }];
    expect((await set(kinds)).message).toEqual({ count: 2 });
    expect(await Promise.all([one, other, third].map(kindOf))).toEqual(['surgery', 'pharmacy', 'ent']);
    expect((await set(kinds)).message).toEqual({ count: 0 });
    const again = { as: 'admin01', headers: { [OPERATION_HEADER]: uuidv7() } };
    const { id: fourth } = (await add('三病区')).message;
    for (let time = 0; time < 2; time += 1) {
      expect((await server.call('setDeptKinds', { body: { kinds: [...kinds, { id: fourth, kind: 'surgery' }] } }, again)).message, 'a repeat is answered as at first').toEqual({ count: 1 });
    }
    await remove(fourth);
    const records = await server.context.db.selectFrom('audit_record').select('summary').where('action', '=', 'dept.kinds').execute();
    expect(records).toEqual([{ summary: '为 2 个科室补上科室类别：二病区、住院药房' }, { summary: '为 1 个科室补上科室类别：三病区' }]);
    await Promise.all([one, other, third].map(remove));
  });

  it('are given to departments of the own company alone, or to none', async () => {
    const { id } = (await add('三病区')).message;
    expect((await set([{ id, kind: 'surgery' }, { id: depts.otherInternal.id, kind: 'surgery' }])).code).toBe(4004);
    expect(await kindOf(id)).toBeUndefined();
    await remove(id);
  });
});

describe('the points of a department', () => {
  it('are asked as the person says, whatever its kind is by then', async () => {
    const [pointId = ''] = await somePointIds(server, 1);
    await server.context.db.updateTable('check_point').set({ kinds: '["surgery"]' }).where('id', '=', pointId).execute();
    const ids = [(await add('普外一科')).message.id, (await add('普外二科')).message.id];
    const [id = ''] = ids;
    const [surgery, paediatrics] = (['surgery', 'paediatrics'] as const).map((kind) => () => server.call('updateCompanyDeptInfo', { body: { id, kind } }, { as: 'admin01' }));
    await server.call('updateCompanyDeptInfo', { body: { id: ids[1]!, kind: 'surgery' } }, { as: 'admin01' });
    const choose = async (choice: 'asked' | 'notAsked') => (await server.call('switchDeptPoints', { body: { deptId: id, pointIds: [pointId], choice } }, { as: 'admin01' })).message;
    const switches = async () => (await server.call('queryDeptPointSwitches', {}, { as: 'admin01' })).message;

    await surgery!();
    expect(await choose('notAsked')).toEqual({ count: 1 });
    expect(await switches()).toEqual([{ deptId: id, pointId, isAsked: false }]);
    await paediatrics!();
    await choose('asked');
    expect(await switches()).toEqual([{ deptId: id, pointId, isAsked: true }]);
    // What its kind says already needs no switch.
    await choose('notAsked');
    expect(await switches()).toEqual([]);
    await surgery!();
    await choose('asked');
    expect(await switches()).toEqual([]);

    const records = await server.context.db.selectFrom('audit_record').select('summary').where('action', '=', 'dept.points').orderBy('id').execute();
    expect(records.map(({ summary }) => summary.slice(0, 2))).toEqual(['去除', '增加', '去除', '增加']);
    await Promise.all(ids.map(remove));
  });
});

describe('deleting a department', () => {
  it('removes an empty one', async () => {
    const { id } = (await add('空科')).message;
    expect((await remove(id)).code).toBe(1000);
    expect((await page({ deptName: '空科' })).total).toBe(0);
    expect((await remove(id)).code).toBe(4004);
    expect((await audited(id)).map((record) => record.action)).toEqual(['dept.add', 'dept.delete']);
  });

  it('is refused with staff, and with staff whose accounts are disabled', async () => {
    expect(await remove(depts.internal.id)).toMatchObject({ status: 409, code: 4009, message: expect.stringContaining('人员') });
    const { id } = (await add('旧科')).message;
    const body = { employeeName: '刘旧', account: 'former01', pwd: 'Former2026', deptId: id, enabled: 0 };
    await server.call('addCompanyAccount', { body }, { as: 'admin01' });
    expect((await list('admin01')).find((dept) => dept.id === id)?.employeeCount).toBe(0);
    expect((await remove(id)).code).toBe(4009);
  });

  it('is refused with tasks', async () => {
    const { id } = (await add('有任务的科')).message;
    const points = await server.call('queryPointPage', { query: { pageSize: 1 } }, { as: 'admin01' });
    const task = {
      id: '01900004-0000-7000-8000-000000000001',
      taskName: '任务',
      taskType: 1,
      startDate: '2026-06-01',
      endDate: '2026-06-30',
      deptIds: [id],
      pointIds: points.message.records.map((point) => point.id),
    };
    expect((await server.call('issueTask', { body: task }, { as: 'admin01' })).code).toBe(1000);
    expect(await remove(id)).toMatchObject({ status: 409, code: 4009, message: expect.stringContaining('任务') });
  });

  it('answers alike for one of another company and one that does not exist', async () => {
    expect((await remove(depts.otherInternal.id)).body).toEqual((await remove('01900009-0000-7000-8000-000000000001')).body);
    expect(await list('staff91')).toContainEqual({ id: depts.otherInternal.id, deptName: '内科', employeeCount: 2 });
  });
});
