import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { shanghaiDay } from '#contract/calendar.ts';
import { isClosedOn } from '#contract/department-kind.ts';
import { PERSON_NAME_MAX } from '#contract/limits.ts';
import { randomPassword } from '#contract/random-text.ts';
import type { ImportOrder } from '#contract/spreadsheet-import.ts';
import { importedEmployee, type InitialPassword, type StaffImportReport } from '#contract/staff.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/dialect.ts';
import { conflict } from '../../errors.ts';
import { type CheckedFields, checkFields, type ImportColumn, type ImportProblems, type ImportRow, inTurns, readImport, repeatedReport, templateSheets, withExamples } from '../../files/import-table.ts';
import { type Sheet, type SheetRow, streamWorkbook } from '../../files/workbook-stream.ts';
import { recordNamed } from '../audit/audit-service.ts';
import { listDepartmentOptions, listOpenDepartments } from '../departments/department-service.ts';
import { importOnce, type ImportRun, toImportRun, wasImported } from '../imports/import-service.ts';
import { hashPassword } from '../session/password-service.ts';
import { commonPasswordCheck } from './common-passwords.ts';
import { findTakenAccounts, insertAll, type NewEmployeeRow, renewInitialPassword } from './staff-repository.ts';

type ImportedEmployee = z.output<typeof importedEmployee>;
type Field = keyof ImportedEmployee;

const columns: readonly ImportColumn<Field>[] = [
  { field: 'employeeName', title: '姓名', isRequired: true, width: 14, hint: `必填，最多 ${PERSON_NAME_MAX} 个字`, example: '张三' },
  { field: 'account', isCode: true, title: '账号', isRequired: true, width: 18, hint: '必填，字母和数字，最多 32 个字符，不能与任何已有账号相同（不分大小写）', example: 'zhangsan01' },
  { field: 'deptName', title: '科室', isRequired: true, width: 20, hint: '必填，与“科室管理”中的名称完全一致，不能是已停用的科室', example: '内科' },
  { field: 'sex', title: '性别', width: 8, hint: '选填，男或女', example: '女' },
  { field: 'tel', isCode: true, title: '手机号', width: 16, hint: '选填，11 位手机号', example: '13800000000' },
  { field: 'email', isCode: true, title: '邮箱', width: 24, hint: '选填，最多 100 个字符', example: 'zhangsan@example.cn' },
  { field: 'idCard', isCode: true, title: '身份证号', width: 24, hint: '选填，15 或 18 位，请保持单元格为文本格式', example: '110101199001010011' },
  { field: 'role', title: '角色', width: 12, hint: '选填，普通用户或管理员；不填为普通用户', example: '普通用户' },
  {
    field: 'pwd',
    isCode: true,
    isSecret: true,
    title: '初始密码',
    width: 20,
    hint: '选填，8-16 位，须同时含有字母和数字；不填由系统生成，导入后可下载一次。首次登录时必须修改',
    example: '',
  },
];

/** At once; the others leave room for people who sign in meanwhile. */
const HASHES_AT_ONCE = 2;

/** The template with the names of the company's open departments on a sheet of their own, to copy from. */
export async function openStaffTemplate(context: ServerContext, compNo: string): Promise<Readable> {
  const departments = await listOpenDepartments(context, compNo, shanghaiDay(context.now()));
  const names: SheetRow[] = [{ cells: ['科室名称'], isHeader: true }, ...departments.map(({ deptName }) => ({ cells: [deptName] }))];
  const sheets: Sheet[] = [
    ...templateSheets('人员', withExamples(columns, { deptName: departments[0]?.deptName }), ['列名后带 * 的为必填。每行一人，从第 2 行开始填写。一次最多导入 2000 行。']),
    { name: '现有科室', widths: [28], isTable: false, rows: () => names },
  ];
  return streamWorkbook(sheets, context.now());
}

/**
 * Checks a spreadsheet of staff, and imports it when that is asked for and every row is right. Repeated under its id, it
 * gives those who never signed in other passwords: the first answer, which alone told theirs, may have been lost.
 */
export async function importStaff(context: ServerContext, caller: Caller, body: unknown, order: ImportOrder): Promise<StaffImportReport> {
  const { rows, problems, file } = await readImport(body, caller.compNo, columns);
  const checked = await checkRows(rows, problems);
  await checkAgainstOthers(context, context.db, caller.compNo, checked, problems);
  const run = toImportRun('importCompanyAccount', caller, file, order);
  // Looked for after the accounts: an import that ended meanwhile has stored both.
  const isRepeat = run !== undefined && (await wasImported(context.db, run));
  if (order.dryRun === 1 || (problems.count > 0 && !isRepeat)) return { ...problems.report(rows.length, 0), initialPasswords: [] };

  // Before the transaction: it takes seconds, and nobody else could write.
  const withPasswords = await addPasswords(checked.filter((one) => one.isRight));
  try {
    return await context.db.transaction().execute((trx) => importWithin(trx, context, caller, run, withPasswords, problems));
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('账号刚刚有变化，请重新检查后再导入');
    throw isForeignKeyViolation(error) ? conflict('科室刚刚有变化，请重新检查后再导入') : error;
  }
}

function importWithin(
  trx: Queryable,
  context: ServerContext,
  caller: Caller,
  run: ImportRun | undefined,
  people: readonly PersonWithPassword[],
  problems: ImportProblems<Field>,
): Promise<StaffImportReport> {
  const at = context.now();
  return importOnce<StaffImportReport>(trx, caller, run, at, {
    first: async () => {
      // Again, since others could write meanwhile.
      await checkAgainstOthers(context, trx, caller.compNo, people, problems);
      if (problems.count > 0) return { ...problems.report(people.length, 0), initialPasswords: [] };
      await insertStaff(trx, context, caller, people, at);
      return { ...problems.report(people.length, people.length), initialPasswords: toInitialPasswords(people) };
    },
    again: async () => ({ ...repeatedReport(people.length), initialPasswords: toInitialPasswords(await renewPasswords(trx, caller, people, at)) }),
  });
}

const toInitialPasswords = (people: readonly PersonWithPassword[]): InitialPassword[] =>
  people.flatMap(({ fields, pwd, isGenerated }) =>
    isGenerated ? [{ account: fields.account, employeeName: fields.employeeName, deptName: fields.deptName, pwd }] : [],
  );

type CheckedRow = CheckedFields<ImportedEmployee> & {
  row: number;
  /** Known after the check against the company's departments. */
  deptId: string;
};
type CheckedPerson = Extract<CheckedRow, { isRight: true }>;

async function checkRows(rows: readonly ImportRow<Field>[], problems: ImportProblems<Field>): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  const isCommon = await commonPasswordCheck();
  for await (const { row, values } of inTurns(rows)) {
    const found = checkFields(importedEmployee, { ...values, sex: values.sex.trim(), role: values.role.trim() }, (field, message) =>
      problems.add(row, field, message),
    );
    const { pwd, account } = found.fields;
    if (pwd !== undefined && pwd !== '' && isCommon(pwd, account ?? '')) problems.add(row, 'pwd', '密码过于常见，请更换');
    checked.push({ ...found, row, deptId: '' });
  }
  const administrators = checked.filter(({ fields }) => fields.role === '管理员');
  const [first] = administrators;
  if (first !== undefined) problems.warn(first.row, 'role', `表格中共有 ${administrators.length} 名管理员`);
  return checked;
}

async function checkAgainstOthers(
  { dialect, now }: ServerContext,
  db: Queryable,
  compNo: string,
  people: readonly CheckedRow[],
  problems: ImportProblems<Field>,
): Promise<void> {
  const departments = new Map((await listDepartmentOptions({ db }, compNo)).map((department) => [department.deptName, department]));
  const day = shanghaiDay(now());
  const taken = await findTakenAccounts(db, dialect, people.flatMap(({ fields: { account } }) => (account === undefined ? [] : [account.toLowerCase()])));
  const firstRowOf = new Map<string, number>();
  for (const one of people) {
    const { account, deptName } = one.fields;
    const department = departments.get(deptName ?? '');
    if (department === undefined) {
      if (deptName !== undefined) problems.add(one.row, 'deptName', '科室不存在，请先在“科室管理”中新增');
    } else if (isClosedOn(day, department)) problems.add(one.row, 'deptName', '科室已停用，请填写其他科室，或先在“科室管理”中恢复');
    else one.deptId = department.id;
    if (account === undefined) continue;
    const key = account.toLowerCase();
    const firstRow = firstRowOf.get(key);
    if (taken.has(key)) problems.add(one.row, 'account', '账号已存在');
    else if (firstRow !== undefined) problems.add(one.row, 'account', `与第 ${firstRow} 行的账号重复`);
    else firstRowOf.set(key, one.row);
  }
}

type PersonWithPassword = CheckedPerson & { pwd: string; isGenerated: boolean; passwordHash: string };

async function addPasswords(people: readonly CheckedPerson[]): Promise<PersonWithPassword[]> {
  const done: PersonWithPassword[] = [];
  for (let first = 0; first < people.length; first += HASHES_AT_ONCE) {
    const some = people.slice(first, first + HASHES_AT_ONCE).map(async (one): Promise<PersonWithPassword> => {
      const isGenerated = one.fields.pwd === '';
      const pwd = isGenerated ? randomPassword() : one.fields.pwd;
      return { ...one, pwd, isGenerated, passwordHash: await hashPassword(pwd) };
    });
    done.push(...(await Promise.all(some)));
  }
  return done;
}

async function insertStaff(trx: Queryable, context: ServerContext, caller: Caller, people: readonly PersonWithPassword[], at: Date): Promise<void> {
  await insertAll(
    trx,
    context.dialect,
    people.map((one) => toRow(one, caller.compNo, at)),
  );
  const accounts = people.map(({ fields }) => `${fields.account}${fields.role === '管理员' ? '（管理员）' : ''}`);
  await auditAccounts(trx, caller, '批量导入人员', accounts, at);
}

/** @returns those who never signed in and did not bring a password: theirs are now these */
async function renewPasswords(trx: Queryable, caller: Caller, people: readonly PersonWithPassword[], at: Date): Promise<PersonWithPassword[]> {
  const renewed: PersonWithPassword[] = [];
  for (const one of people) {
    if (!one.isGenerated) continue;
    const change = { accountKey: one.fields.account.toLowerCase(), passwordHash: one.passwordHash, at: at.toISOString() };
    if (await renewInitialPassword(trx, caller.compNo, change)) renewed.push(one);
  }
  await auditAccounts(trx, caller, '重复导入，重新生成初始密码', renewed.map(({ fields }) => fields.account), at);
  return renewed;
}

const auditAccounts = (trx: Queryable, caller: Caller, deed: string, accounts: readonly string[], at: Date): Promise<void> => {
  const named = accounts.map((name) => ({ name }));
  return recordNamed(trx, caller, { action: 'employee.import', objectType: 'employee', deed, unit: '名' }, named, at);
};

const toRow = ({ fields, deptId, passwordHash }: PersonWithPassword, compNo: string, at: Date): NewEmployeeRow => ({
  id: uuidv7(),
  compNo,
  account: fields.account,
  employeeName: fields.employeeName,
  sex: fields.sex,
  tel: fields.tel,
  email: fields.email,
  idCard: fields.idCard,
  deptId,
  isAdmin: fields.role === '管理员' ? 1 : 0,
  enabled: 1,
  passwordHash,
  createdAt: at.toISOString(),
});
