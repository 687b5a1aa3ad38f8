import { readSheet } from 'read-excel-file/node';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEPARTMENT_KINDS, departmentKindLabel } from '#contract/department-kind.ts';
import { SPREADSHEET_TYPE } from '#contract/limits.ts';
import { readRows } from './support/database-rows.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { DEPT_TITLES, exampleOf, makeSpreadsheet } from './support/spreadsheets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Cells = readonly (string | number)[];
const send = async (rows: readonly Cells[], dryRun: 0 | 1, as = 'admin01') =>
  server.call('importCompanyDeptInfo', { query: { dryRun } }, { as, bytes: await makeSpreadsheet([DEPT_TITLES, ...rows]) });
const names = async (as = 'admin01') => (await server.call('queryCompanyDeptList', {}, { as })).message.map((dept) => dept.deptName);

describe('the template of departments', () => {
  it('names the columns and explains them', async () => {
    const answer = await server.call('deptImportTemplate', {}, { as: 'admin01' });
    expect(answer.headers['content-type']).toBe(SPREADSHEET_TYPE);
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('科室导入模板.xlsx');
    expect(await readSheet(answer.body, '科室')).toEqual([[...DEPT_TITLES]]);
    expect(await readSheet(answer.body, '科室类别')).toEqual([['科室类别'], ...DEPARTMENT_KINDS.map((kind) => [departmentKindLabel[kind]])]);
  });

  it('gives examples that would be accepted', async () => {
    const { body } = await server.call('deptImportTemplate', {}, { as: 'admin01' });
    const answer = await server.call('importCompanyDeptInfo', { query: { dryRun: 1 } }, { as: 'admin01', bytes: await exampleOf(body, DEPT_TITLES) });
    expect(answer.message).toMatchObject({ rowCount: 1, errorCount: 0, errors: [], warnings: [] });
  });
});

describe('an import of departments', () => {
  it('is checked first, which stores nothing', async () => {
    const before = await readRows(server.context);
    expect((await send([['急诊科', '陈主任', '010-12345678', 8012, 5, '一楼'], ['口腔科']], 1)).message).toEqual({ rowCount: 2, importedCount: 0, errorCount: 0, errors: [], warnings: [] });
    expect(await readRows(server.context)).toBe(before);
  });

  it('tells what is wrong with which cell', async () => {
    const { message } = await send([['内科'], ['新科'], [' 新科 '], [''], ['甲科', '', '12', '8012-1', '-1'], ['', '有负责人'], ['乙科', '', '', '', '一'], ['内科', '', '12'], ['甲科']], 0);
    expect(message.importedCount).toBe(0);
    expect(message.errors).toEqual([
      { row: 2, column: '科室名称', value: '内科', message: '科室名称已存在' },
      { row: 4, column: '科室名称', value: '新科', message: '与第 3 行的科室名称重复' },
      { row: 6, column: '联系电话', value: '12', message: '电话号码格式不正确' },
      { row: 6, column: '分机号', value: '8012-1', message: '只能输入纯数字' },
      { row: 6, column: '排序', value: '-1', message: '只能输入非负整数' },
      { row: 7, column: '科室名称', value: '', message: '必填项不能为空' },
      { row: 8, column: '排序', value: '一', message: '只能输入非负整数' },
      { row: 9, column: '科室名称', value: '内科', message: '科室名称已存在' },
      { row: 9, column: '联系电话', value: '12', message: '电话号码格式不正确' },
      { row: 10, column: '科室名称', value: '甲科', message: '与第 6 行的科室名称重复' },
    ]);
    expect(await names()).not.toContain('新科');
  });

  it('stores all rows in the own company, and records it', async () => {
    const { message } = await send([['急诊科', '陈主任', '010-12345678', 8012, 5, '一楼'], [], ['口腔科'], ['=1+1']], 0);
    expect(message).toMatchObject({ rowCount: 3, importedCount: 3, errorCount: 0 });
    const row = await server.context.db.selectFrom('dept').selectAll().where('dept_name', '=', '急诊科').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ comp_no: '110001', leader: '陈主任', tel: '010-12345678', extension: '8012', sort: 5, remark: '一楼' });
    expect((await names()).slice(-3), 'without a place they come last, in the order of the rows').toEqual(['急诊科', '口腔科', '=1+1']);
    expect(await names('admin91')).toEqual(['内科']);
    const audit = await server.context.db.selectFrom('audit_record').select(['summary', 'comp_no']).where('action', '=', 'dept.import').execute();
    expect(audit).toEqual([{ summary: '批量导入科室 3 个：急诊科、口腔科、=1+1', comp_no: '110001' }]);
  });

  it('takes the kind by its label, proposes one by the name, and refuses what is none', async () => {
    const { message } = await send([['二病区', '', '', '', '', '', '外科'], ['麻醉科'], ['星光组']], 0);
    expect(message).toMatchObject({ importedCount: 3 });
    const rows = await server.context.db.selectFrom('dept').select(['dept_name', 'kind']).where('dept_name', 'in', ['二病区', '麻醉科', '星光组']).orderBy('sort').execute();
    expect(rows.map(({ kind }) => kind)).toEqual(['surgery', 'anaesthesia', null]);
    const wrong = await send([['三病区', '', '', '', '', '', '魔法科']], 1);
    expect(wrong.message.errors).toEqual([{ row: 2, column: '科室类别', value: '魔法科', message: '科室类别不存在，请与模板的工作表“科室类别”中的名称一致' }]);
  });

  it('that comes again under its id is answered as the first time', async () => {
    const bytes = await makeSpreadsheet([DEPT_TITLES, ['重复送来的科']]);
    const query = { dryRun: 0, importId: uuidv7() } as const;
    for (let time = 1; time <= 2; time += 1) {
      expect((await server.call('importCompanyDeptInfo', { query }, { as: 'admin01', bytes })).message).toMatchObject({ importedCount: 1, errorCount: 0 });
    }
    expect((await names()).filter((name) => name === '重复送来的科')).toHaveLength(1);
  });

  it('of one file twice at once is done once', async () => {
    const answers = await Promise.all([send([['同时科']], 0), send([['同时科']], 0)]);
    expect(answers.filter((answer) => answer.code === 1000 && answer.message.importedCount === 1)).toHaveLength(1);
    expect((await names()).filter((name) => name === '同时科')).toHaveLength(1);
  });
});
