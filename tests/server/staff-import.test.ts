import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { readSheet } from 'read-excel-file/node';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { shanghaiDay } from '#contract/calendar.ts';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS, SPREADSHEET_TYPE } from '#contract/limits.ts';
import { rules } from '#contract/rules.ts';
import type { StaffImportReport } from '#contract/staff.ts';
import { testDialect, whileAnotherWrites } from './support/database.ts';
import { readRows } from './support/database-rows.ts';
import { companies, depts } from './support/fixture.ts';
import { type Answer, startTestServer, type TestServer } from './support/server.ts';
import { exampleOf, inlineCell, makeSpreadsheet, packWorkbook, STAFF_TITLES, type WrittenWorkbook } from './support/spreadsheets.ts';

const cases = fileURLToPath(new URL('../../../shared/data/cases', import.meta.url));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Cells = readonly (string | number)[];
const send = (bytes: { data: Uint8Array; type: string }, dryRun: 0 | 1, as = 'admin01') =>
  server.call('importCompanyAccount', { query: { dryRun } }, { as, bytes });
const check = async (rows: readonly Cells[], as?: string) => send(await makeSpreadsheet([STAFF_TITLES, ...rows]), 1, as);
const run = async (rows: readonly Cells[], as?: string) => send(await makeSpreadsheet([STAFF_TITLES, ...rows]), 0, as);
const login = (userNo: string, password: string) => server.call('login', { body: { userNo, password, loginType: 9 } });
const find = (account: string) => server.context.db.selectFrom('employee').selectAll().where('account', '=', account).executeTakeFirst();
const valuesOf = (answer: Answer<StaffImportReport>) => answer.message.errors.map(({ row, column, value, message }) => `${row} ${column} “${value}” ${message}`);
const errorsOf = (answer: Answer<StaffImportReport>) => answer.message.errors.map(({ row, column, message }) => `${row} ${column} ${message}`);

describe('the template', () => {
  it('names the columns, explains them, lists the departments, and is itself taken back', async () => {
    const answer = await server.call('accountImportTemplate', {}, { as: 'admin01' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(SPREADSHEET_TYPE);
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('人员导入模板.xlsx');
    expect(await readSheet(answer.body, '人员')).toEqual([[...STAFF_TITLES]]);
    expect((await readSheet(answer.body, '填写说明')).length).toBeGreaterThan(STAFF_TITLES.length);
    expect(await readSheet(answer.body, '现有科室')).toEqual([['科室名称'], ['内科'], ['外科'], ['护理部']]);
    expect(await send({ data: answer.body, type: SPREADSHEET_TYPE }, 1)).toMatchObject({ code: 4022, message: '表格中没有内容，请填写后再上传' });
  });

  it('gives examples that would be accepted', async () => {
    const { body } = await server.call('accountImportTemplate', {}, { as: 'admin01' });
    const answer = await server.call('importCompanyAccount', { query: { dryRun: 1 } }, { as: 'admin01', bytes: await exampleOf(body, STAFF_TITLES) });
    expect(answer.message).toMatchObject({ rowCount: 1, errorCount: 0, errors: [], warnings: [] });
  });

  it('keeps what is typed into it as text', async () => {
    const { body } = await server.call('accountImportTemplate', {}, { as: 'admin01' });
    const { unzip } = await import('../../server/files/unzip.ts');
    const sheet = unzip(body, (name) => name === 'xl/worksheets/sheet1.xml', 100_000).get('xl/worksheets/sheet1.xml')?.toString();
    expect(sheet?.match(/<col [^>]*style="3"/g)).toHaveLength(STAFF_TITLES.length);
  });
});

describe('a check', () => {
  it('finds nothing wrong with right rows, and stores nothing', async () => {
    const before = await readRows(server.context);
    const answer = await check([['甲', 'checked01', '内科', '女', '13712345678', 'jia@hospital.example', '11010119900101001X', '管理员', 'Chosen2026'], ['乙', 'checked02', '外科']]);
    const warnings = [{ row: 2, column: '角色', value: '管理员', message: '表格中共有 1 名管理员' }];
    expect(answer.message).toEqual({ rowCount: 2, importedCount: 0, errorCount: 0, errors: [], warnings, initialPasswords: [] });
    expect(await readRows(server.context)).toBe(before);
  });

  it('is what happens when nothing else is asked for', async () => {
    const { data, type } = await makeSpreadsheet([STAFF_TITLES, ['甲', 'checked03', '内科']]);
    expect((await server.call('importCompanyAccount', { query: {} }, { as: 'admin01', bytes: { data, type } })).message.importedCount).toBe(0);
    expect(await find('checked03')).toBeUndefined();
  });

  it('tells row, column and reason of everything that is wrong', async () => {
    const answer = await check([
      ['', 'wrong01', '内科'],
      ['甲', 'a b', '内科'],
      ['甲', '', '内科'],
      ['甲', 'STAFF01', '内科'],
      ['甲', 'staff91', '内科'],
      [],
      ['甲', 'wrong02', '不存在科'],
      ['甲', 'wrong03', ''],
      ['甲', 'Wrong04', '内科', '其他', '123', 'jia@', '456', '院长', 'short1'],
      ['甲', 'wrong04', '外科'],
      ['甲', 'wrong05', '外科', '', '', '', '', '', 'abcd1234'],
      ['甲', 'wrong06', '外科', '', 13712345678, '', Number('110101199001010011')],
      ['', 'staff01', '没有的科', '其他'],
    ]);
    expect(answer.message).toMatchObject({ rowCount: 12, importedCount: 0, errorCount: 20 });
    expect(errorsOf(answer)).toEqual([
      '2 姓名 必填项不能为空',
      '3 账号 账号为字母数字组成',
      '4 账号 必填项不能为空',
      '5 账号 账号已存在',
      '6 账号 账号已存在',
      '8 科室 科室不存在，请先在“科室管理”中新增',
      '9 科室 必填项不能为空',
      '10 性别 性别只能为男或女',
      '10 手机号 手机号格式不正确',
      '10 邮箱 邮箱地址格式不正确',
      '10 身份证号 身份证号码格式错误',
      '10 角色 角色只能为管理员或普通用户',
      '10 初始密码 密码必须为字母数字组成,长度要在8-16位之间',
      '11 账号 与第 10 行的账号重复',
      '12 初始密码 密码过于常见，请更换',
      '13 身份证号 数字过长，已被表格软件改动，请将单元格设为文本格式后重新填写',
      '14 姓名 必填项不能为空',
      '14 账号 账号已存在',
      '14 科室 科室不存在，请先在“科室管理”中新增',
      '14 性别 性别只能为男或女',
    ]);
  });

  it('takes digits and letters as wide as Chinese characters for plain ones', async () => {
    expect((await check([['甲', 'ｗｉｄｅ０１', '内科', '', '１３７１２３４５６７８']])).message).toMatchObject({ errorCount: 0 });
  });

  it('finds accounts that stand twice in the file, in whatever case', async () => {
    expect(errorsOf(await check([['甲', 'Double01', '内科'], ['乙', 'dOUBLE01', '外科'], ['丙', 'double01', '外科']]))).toEqual([
      '3 账号 与第 2 行的账号重复',
      '4 账号 与第 2 行的账号重复',
    ]);
  });

  it('knows the departments of the own company only', async () => {
    expect(errorsOf(await check([['甲', 'foreign01', '外科']], 'admin91'))).toEqual(['2 科室 科室不存在，请先在“科室管理”中新增']);
  });

  it('takes nobody into a closed department, which the template leaves out; one that closes later is open', async () => {
    const closeFrom = (day: Date) => server.call('closeCompanyDept', { body: { id: depts.surgery.id, from: shanghaiDay(day) } }, { as: 'admin01' });
    const offered = async () => (await readSheet((await server.call('accountImportTemplate', {}, { as: 'admin01' })).body, '现有科室')).flat();
    await closeFrom(new Date(server.clock.now().getTime() + 86_400_000));
    expect(errorsOf(await check([['甲', 'closed01', '外科']]))).toEqual([]);
    expect(await offered()).toContain('外科');
    await closeFrom(server.clock.now());
    expect(errorsOf(await run([['甲', 'closed01', '外科'], ['乙', 'closed02', '内科']]))).toEqual(['2 科室 科室已停用，请填写其他科室，或先在“科室管理”中恢复']);
    expect(await offered()).not.toContain('外科');
    expect(await find('closed02')).toBeUndefined();
    await server.call('openCompanyDept', { params: { id: depts.surgery.id } }, { as: 'admin01' });
  });

  it('takes titles in any order, and only those that it knows', async () => {
    const answer = await send(await makeSpreadsheet([['科室', '账号*', ' 姓名 '], ['内科', 'ordered01', '甲']]), 1);
    expect(answer.message.errorCount).toBe(0);
    const refusals: [Cells, string][] = [
      [['姓名', '账号'], '第 1 行缺少列名“科室”，请使用下载的模板'],
      [['姓名', '账号', '科室', '手机'], '第 1 行的列名“手机”无法识别，请使用下载的模板'],
      [['姓名', '账号', '科室', `${'长'.repeat(19)}𠮷`], `第 1 行的列名“${'长'.repeat(19)}”无法识别，请使用下载的模板`],
      [['姓名', '账号', '科室', '账号*'], '第 1 行的列名“账号”出现了两次'],
    ];
    for (const [titles, message] of refusals) expect(await send(await makeSpreadsheet([titles, ['甲', 'a1', '内科', 'x']]), 1)).toMatchObject({ status: 422, code: 4022, message });
  });

  it('reports the first 200 errors and counts all', async () => {
    const { message } = await check(Array.from({ length: 300 }, () => ['甲', '', '内科']));
    expect(message.errorCount).toBe(300);
    expect(message.errors).toHaveLength(200);
    expect(message.errors[199]?.row).toBe(201);
  });
});

describe('an import', () => {
  it('makes accounts with chosen and with made-up passwords, all to be changed at first', async () => {
    const answer = await run([
      ['钱一', 'import01', '内科', '男', 13712345678, 'qian@hospital.example', '110101199001010011', '管理员', 'Chosen2026'],
      [],
      ['  赵二 ', ' Import02 ', '外科'],
    ]);
    expect(answer.message).toMatchObject({ rowCount: 2, importedCount: 2, errorCount: 0, errors: [] });
    const [made] = answer.message.initialPasswords;
    expect(answer.message.initialPasswords).toEqual([{ account: 'Import02', employeeName: '赵二', deptName: '外科', pwd: expect.any(String) }]);
    expect(rules.strongPassword.test(made!.pwd)).toBe(true);
    expect(await find('import01')).toMatchObject({
      comp_no: companies.first.compNo, dept_id: depts.internal.id, employee_name: '钱一', sex: '男', tel: '13712345678', email: 'qian@hospital.example', id_card: '110101199001010011', is_admin: 1, enabled: 1, must_change_password: 1,
    });
    for (const [account, pwd] of [['import01', 'Chosen2026'], ['import02', made!.pwd]] as const) {
      expect((await login(account, pwd)).message.user.mustChangePassword).toBe(true);
    }
    const { summary } = await server.context.db.selectFrom('audit_record').select('summary').where('action', '=', 'employee.import').executeTakeFirstOrThrow();
    expect(summary).toBe('批量导入人员 2 名：import01（管理员）、Import02');
    const stored = JSON.stringify(await server.context.db.selectFrom('audit_record').selectAll().execute()) + server.logs.join('');
    expect(stored).not.toContain(made!.pwd);
    expect(stored).not.toContain('Chosen2026');
  });

  it('imports nothing when one row is wrong', async () => {
    const before = await readRows(server.context);
    const answer = await run([['甲', 'allornone01', '内科'], ['乙', 'allornone02', '没有科']]);
    expect(answer.message).toMatchObject({ importedCount: 0, errorCount: 1, initialPasswords: [] });
    expect(await readRows(server.context)).toBe(before);
  });

  it('of one file twice at once imports it once', async () => {
    const answers = await Promise.all([run([['甲', 'atonce01', '内科']]), run([['甲', 'atonce01', '内科']])]);
    const done = answers.filter((answer) => answer.code === 1000 && answer.message.importedCount === 1);
    expect(done).toHaveLength(1);
    const other = answers.find((answer) => !done.includes(answer));
    expect(other?.code === 4009 || other?.message.errorCount === 1).toBe(true);
  });

  it('stores text as it is, whatever it looks like', async () => {
    await run([['=A1+B1', 'formula01', '内科'], ["'; drop table employee; --", 'formula02', '内科']]);
    expect((await find('formula01'))?.employee_name).toBe('=A1+B1');
    expect((await find('formula02'))?.employee_name).toBe("'; drop table employee; --");
  });

  it('takes the most rows, and lets others be served meanwhile', async () => {
    const rows = Array.from({ length: IMPORT_MAX_ROWS }, (_, index): Cells => [`批量${index}`, `bulk${index}`, '内科']);
    const bytes = await makeSpreadsheet([STAFF_TITLES, ...rows]);
    let isDone = false;
    const checking = send(bytes, 1).finally(() => (isDone = true));
    let longest = 0;
    while (!isDone) {
      const start = performance.now();
      expect((await server.app.inject({ url: '/healthz' })).statusCode).toBe(200);
      longest = Math.max(longest, performance.now() - start);
    }
    expect((await checking).message).toMatchObject({ rowCount: IMPORT_MAX_ROWS, errorCount: 0 });
    expect(longest).toBeLessThan(1000);
    const tooMany = await makeSpreadsheet([STAFF_TITLES, ...rows, ['多余', 'onemore', '内科']]);
    expect(await send(tooMany, 1)).toMatchObject({ code: 4022, message: `一次最多导入 ${IMPORT_MAX_ROWS} 行，请分成几个文件` });
  });
});

describe('a spreadsheet as people and programs make it', () => {
  const titles = `<row>${STAFF_TITLES.map((title) => inlineCell(title)).join('')}</row>`;
  const line = (account: string, rest: string): string => `<row>${inlineCell('甲')}${inlineCell(account)}${inlineCell('内科')}${rest}</row>`;
  const checkWritten = async (written: WrittenWorkbook) => send({ data: await packWorkbook(written), type: SPREADSHEET_TYPE }, 1);
  const FORMULA_ERROR = '公式出错，请改正公式，或直接填写内容';
  const NO_RESULT = '公式没有结果，请用表格软件打开并重新保存，或直接填写内容';

  it('takes no broken formula for an empty cell, or somebody would lose the telephone or the role', async () => {
    const answer = await checkWritten({
      rows: `${titles}${line('formula11', '<c/><c t="e"><f>A9</f><v>#N/A</v></c><c/><c t="e"><v>#REF!</v></c><c><f>IF(1=1,"管理员","")</f><v></v></c>')}`,
    });
    expect(valuesOf(answer)).toEqual([`2 手机号 “#N/A” ${FORMULA_ERROR}`, `2 身份证号 “#REF!” ${FORMULA_ERROR}`, `2 角色 “” ${NO_RESULT}`]);
    const untitled = `<row>${inlineCell('姓名')}${inlineCell('账号')}${inlineCell('科室')}<c><f>A1</f><v/></c></row>`;
    expect(await checkWritten({ rows: `${untitled}${line('formula12', inlineCell('管理员'))}` })).toMatchObject({ code: 4022, message: `第 1 行 D 列的列名：${NO_RESULT}` });
  });

  it('takes numbers as they are meant, with what is written round them', async () => {
    const rows: Cells[] = [
      ['甲', 'number01', '内科', '', '138 1234 5678', '', '110101-19900101-0011'],
      ['乙', 'number02', '内科', '', '+86 13812345678', '', '\u202D110101199001010011\u202C'],
      ['丙', 'number03\u200B', '内\u200B科', '', '1381234\u200B5678', '\u200Bjia@hospital.example', "'110101199001010011"],
      ['丁', 'number04', '内科', '', '8613812345678', '', '１１０１０１１９９００１０１００１１'],
    ];
    expect((await run(rows)).message).toMatchObject({ errorCount: 0, importedCount: 4 });
    const stored = await server.context.db.selectFrom('employee').select(['tel', 'id_card', 'email']).where('account', 'like', 'number0%').orderBy('account').execute();
    expect(stored).toEqual(rows.map(([, , , , , email]) => ({ tel: '13812345678', id_card: '110101199001010011', email: email === '' || email === undefined ? '' : 'jia@hospital.example' })));
  });

  it('shows the value of each cell that is wrong, but no password', async () => {
    const answer = await check([['甲', 'a b', '内\u200B科室', '', '1381234567', '', '1.10101E+17', '', 'abcd1234'], ['乙', '超'.repeat(60), '内科']]);
    expect(valuesOf(answer)).toEqual([
      '2 账号 “a b” 账号为字母数字组成',
      '2 科室 “内科室” 科室不存在，请先在“科室管理”中新增',
      '2 手机号 “1381234567” 手机号格式不正确',
      '2 身份证号 “1.10101E+17” 数字过长，已被表格软件改动，请将单元格设为文本格式后重新填写',
      '2 初始密码 “” 密码过于常见，请更换',
      `3 账号 “${'超'.repeat(40)}…” 最多 32 个字符`,
    ]);
  });

  it('warns of what is hidden, and of what is not read', async () => {
    const answer = await checkWritten({
      rows: '',
      before: '<cols><col min="8" max="8" hidden="1"/><col min="9" max="9" hidden="1"/></cols>',
      sheets: [
        { attributes: 'name="内科"', rows: `${titles}${line('hidden01', '<c/><c/><c/><c/>' + inlineCell('管理员') + '<c/>' + inlineCell('旧'))}${line('hidden02', '').replace('<row>', '<row hidden="1">')}${line('hidden03', '').replace('<row>', '<row hidden="1">')}` },
        { attributes: 'name="外科"', rows: titles },
        { attributes: 'name="说明"', rows: `<row>${inlineCell('姓名')}</row>` },
      ],
    });
    expect(answer.message).toMatchObject({ rowCount: 3, errorCount: 0 });
    expect(answer.message.warnings).toEqual([
      { row: 1, column: '', value: '', message: 'J 列没有列名，其中的内容不会导入' },
      { row: 1, column: '', value: '', message: '只读取工作表“内科”，“外科”中的内容不会导入' },
      { row: 1, column: '角色', value: '', message: '这一列在表格中是隐藏的，也会导入' },
      { row: 2, column: '角色', value: '管理员', message: '表格中共有 1 名管理员' },
      { row: 3, column: '', value: '', message: '从这一行起共有 2 行在表格中是隐藏的，也会导入' },
    ]);
  });

  it.skipIf(!existsSync(cases)).each([
    ['s01-poi-numbers.xlsx', ['3 身份证号 “1.10101199001011E17” 数字过长，已被表格软件改动，请将单元格设为文本格式后重新填写'], []],
    ['s02-na-phone.xlsx', [`2 手机号 “#N/A” ${FORMULA_ERROR}`, `2 身份证号 “#REF!” ${FORMULA_ERROR}`], []],
    ['s03-formula-no-value.xlsx', [`2 手机号 “” ${NO_RESULT}`, `2 角色 “” ${NO_RESULT}`], []],
    ['s04-hidden-first-sheet.xlsx', [], [{ account: 'zb38a9c59', employee_name: '钱七' }]],
    ['s05-no-cell-refs.xlsx', [], [{ account: 'zb6bb7fae', employee_name: '孙八' }]],
    ['s08b-astral-openpyxl.xlsx', [], [{ account: 'z22ea9836', employee_name: '𠮷野' }]],
    ['s17-leading-zeros-format.xlsx', [], [{ account: '00012345', employee_name: '周九' }, { account: '00012346', employee_name: '吴十' }]],
  ])('reads the collected file %s as its people meant it', async (name, errors, people) => {
    const answer = await send({ data: await readFile(join(cases, name)), type: SPREADSHEET_TYPE }, 0);
    expect(valuesOf(answer)).toEqual(errors);
    const accounts = people.map(({ account }) => account);
    const stored = await server.context.db.selectFrom('employee').select(['account', 'employee_name']).where('account', 'in', [...accounts, '1001']).orderBy('account').execute();
    expect(stored).toEqual(people);
  });
});

describe.runIf(testDialect === 'postgres')('an import into a department that is deleted at the same time', () => {
  it('is refused whole', async () => {
    expect((await server.call('addCompanyDeptInfo', { body: { deptName: '将撤销科室' } }, { as: 'admin01' })).code).toBe(1000);
    const answer = await whileAnotherWrites(
      server.context.db,
      (other) => other.deleteFrom('dept').where('dept_name', '=', '将撤销科室').execute(),
      () => run([['甲', 'nodept01', '将撤销科室']]),
    );
    expect(answer).toMatchObject({ status: 409, message: '科室刚刚有变化，请重新检查后再导入' });
    expect(await find('nodept01')).toBeUndefined();
  });
});

describe('an import whose answer was lost', () => {
  const audits = async () => (await server.context.db.selectFrom('audit_record').select('summary').where('action', '=', 'employee.import').orderBy('id').execute()).map(({ summary }) => summary);
  const runAs = async (importId: string, rows: readonly Cells[], as = 'admin01') =>
    server.call('importCompanyAccount', { query: { dryRun: 0, importId } }, { as, bytes: await makeSpreadsheet([STAFF_TITLES, ...rows]) });
  const rows: Cells[] = [['甲', 'lost01', '内科'], ['乙', 'lost02', '外科'], ['丙', 'lost03', '外科', '', '', '', '', '', 'Chosen2026']];

  it('is recognised when it is repeated: who has not signed in yet gets another password, and only that one works', async () => {
    const importId = uuidv7();
    const first = (await runAs(importId, rows)).message;
    expect(first.initialPasswords.map(({ account }) => account)).toEqual(['lost01', 'lost02']);
    expect((await login('lost01', first.initialPasswords[0]!.pwd)).code).toBe(1000);
    const known = (await find('lost01'))?.password_hash;

    const again = (await runAs(importId, rows)).message;
    expect(again).toMatchObject({ rowCount: 3, importedCount: 3, errorCount: 0, errors: [], initialPasswords: [{ account: 'lost02', employeeName: '乙', deptName: '外科' }] });
    expect((await find('lost01'))?.password_hash).toBe(known);
    expect((await login('lost02', first.initialPasswords[1]!.pwd)).code).toBe(4000);
    expect((await login('lost02', again.initialPasswords[0]!.pwd)).message.user.mustChangePassword).toBe(true);
    expect((await login('lost03', 'Chosen2026')).code).toBe(1000);
    expect((await audits()).slice(-2)).toEqual(['批量导入人员 3 名：lost01、lost02、lost03', '重复导入，重新生成初始密码 1 名：lost02']);
    // Everybody has signed in: nothing is left to be done.
    expect((await runAs(importId, rows)).message).toMatchObject({ importedCount: 3, initialPasswords: [] });
    expect((await audits()).at(-1)).toBe('重复导入，重新生成初始密码 1 名：lost02');
  });

  it('and is still under way is done once', async () => {
    const importId = uuidv7();
    const two: Cells[] = [['甲', 'underway01', '内科'], ['乙', 'underway02', '外科']];
    const answers = await Promise.all([runAs(importId, two), runAs(importId, two)]);
    for (const answer of answers) expect(answer.message).toMatchObject({ importedCount: 2, errorCount: 0, initialPasswords: [{}, {}] });
    const works = await Promise.all(answers.map(async ({ message }) => (await login('underway01', message.initialPasswords[0]!.pwd)).code));
    expect(works.toSorted()).toEqual([1000, 4000]);
  });

  it('is nobody else’s, and no other file', async () => {
    const importId = uuidv7();
    await runAs(importId, [['甲', 'claimed01', '内科']]);
    expect(errorsOf(await runAs(importId, [['甲', 'claimed01', '内科']], 'admin91'))).toContain('2 账号 账号已存在');
    expect(await runAs(importId, [['甲', 'unclaimed01', '内科']])).toMatchObject({ code: 4009 });
    expect(await find('unclaimed01')).toBeUndefined();
  });

  it('does not stand for one that stored nothing', async () => {
    const importId = uuidv7();
    expect((await runAs(importId, [['甲', 'later01', '没有科']])).message.errorCount).toBe(1);
    expect((await runAs(importId, [['甲', 'later01', '内科']])).message.importedCount).toBe(1);
  });
});

describe('a file that is no such spreadsheet', () => {
  const xlsx = (data: Uint8Array) => ({ data, type: SPREADSHEET_TYPE });
  const archive = (entries: { name: string; content: Buffer; declared?: number }[]): Buffer => {
    const parts: Buffer[] = [];
    const directory: Buffer[] = [];
    let offset = 0;
    for (const { name, content, declared = content.length } of entries) {
      const data = deflateRawSync(content, { level: 9 });
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50);
      const entry = Buffer.alloc(46);
      entry.writeUInt32LE(0x02014b50);
      for (const [head, at] of [[local, 8], [entry, 10]] as const) {
        head.writeUInt16LE(8, at);
        head.writeUInt32LE(data.length, at + 10);
        head.writeUInt32LE(declared, at + 14);
        head.writeUInt16LE(name.length, at + 18);
      }
      entry.writeUInt32LE(offset, 42);
      const nameBytes = Buffer.from(name);
      parts.push(local, nameBytes, data);
      directory.push(entry, nameBytes);
      offset += local.length + nameBytes.length + data.length;
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50);
    end.writeUInt16LE(entries.length, 10);
    end.writeUInt32LE(offset, 16);
    return Buffer.concat([...parts, ...directory, end]);
  };
  const partsOf = async ({ data }: { data: Buffer }) => {
    const { unzip } = await import('../../server/files/unzip.ts');
    return [...unzip(data, () => true, 1_000_000)].map(([name, content]): { name: string; content: Buffer; declared?: number } => ({ name, content }));
  };
  const refusal = async (data: Uint8Array) => {
    const answer = await send(xlsx(data), 0);
    expect(answer).toMatchObject({ status: 422, code: 4022 });
    return answer.details?.[0]?.message ?? '';
  };

  it.each([
    ['text', Buffer.from('姓名,账号,科室\n甲,a1,内科'), '文件内容不是 .xlsx 表格'],
    ['nothing', Buffer.from(' '), '文件内容不是 .xlsx 表格'],
    ['an old or encrypted workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '不支持旧版 .xls 或加密'],
    ['the head of an archive', Buffer.from('PK\u0003\u0004'), '表格文件无法识别'],
    ['another archive', archive([{ name: 'a.xml', content: Buffer.from('<a/>') }]), '表格文件无法识别'],
    ['a workbook that is no XML', archive([{ name: 'xl/workbook.xml', content: Buffer.from('\0\0\0') }]), '表格文件无法识别'],
  ])('such as %s is refused in words', async (_name, data, sentence) => {
    expect(await refusal(data)).toContain(sentence);
  });

  it('is refused when it was cut anywhere', async () => {
    const { data } = await makeSpreadsheet([STAFF_TITLES, ['甲', 'cut01', '内科']]);
    for (let length = 0; length < data.length; length += Math.ceil(data.length / 12)) expect(await refusal(data.subarray(0, length))).toMatch(/表格|文件/);
    expect(await find('cut01')).toBeUndefined();
  });

  it('is refused when two megabytes would become more than forty, whatever it declares', async () => {
    const bomb = Buffer.alloc(60 * 1024 * 1024, ' ');
    for (const declared of [bomb.length, 10]) {
      const data = archive((await partsOf(await makeSpreadsheet([STAFF_TITLES]))).map((part) => (part.name.endsWith('sheet1.xml') ? { ...part, content: bomb, declared } : part)));
      expect(data.length).toBeLessThan(IMPORT_MAX_BYTES);
      expect(await refusal(data)).toContain('表格内容过多');
    }
  });

  it('costs no more memory than it has cells, wherever they stand', async () => {
    const parts = (await partsOf(await makeSpreadsheet([STAFF_TITLES]))).map((part) => ({
      ...part,
      content: part.name.endsWith('sheet1.xml') ? Buffer.from(part.content.toString().replace('</sheetData>', '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData>')) : part.content,
    }));
    const answer = await send(xlsx(archive(parts)), 1);
    expect(errorsOf(answer)).toEqual(['姓名', '账号', '科室'].map((column) => `1048576 ${column} 必填项不能为空`));
    expect(answer.message.warnings).toEqual([{ row: 1, column: '', value: '', message: 'XFD 列没有列名，其中的内容不会导入' }]);
  });

  it('is refused above two megabytes, and as another type', async () => {
    expect(await send(xlsx(Buffer.alloc(IMPORT_MAX_BYTES + 1)), 1)).toMatchObject({ status: 413, code: 4013 });
    expect(await send({ data: Buffer.from('a,b'), type: 'text/csv' }, 1)).toMatchObject({ status: 415 });
    expect(await server.call('importCompanyAccount', { query: { dryRun: 0 } }, { as: 'admin01' })).toMatchObject({ status: 415 });
    const nothing = { method: 'POST', url: apiPaths.importCompanyAccount.path, headers: { accesstoken: await server.signIn('admin01') } } as const;
    expect(await server.inject(nothing)).toMatchObject({ code: 4022, message: '请上传 .xlsx 格式的表格文件' });
  });

  it('fails no call unexpectedly', () => {
    expect(server.logs.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
  });
});
