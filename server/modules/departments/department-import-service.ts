import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { newDepartment } from '#contract/department.ts';
import { DEPARTMENT_KINDS, departmentKindLabel } from '#contract/department-kind.ts';
import { proposeKind } from '#contract/propose-kind.ts';
import type { ImportOrder, ImportReport } from '#contract/spreadsheet-import.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { isUniqueViolation } from '../../database/dialect.ts';
import { conflict } from '../../errors.ts';
import { type CheckedFields, checkFields, type ImportColumn, type ImportProblems, type ImportRow, inTurns, readImport, repeatedReport, templateSheets } from '../../files/import-table.ts';
import { type Sheet, type SheetRow, streamWorkbook } from '../../files/workbook-stream.ts';
import { recordNamed } from '../audit/audit-service.ts';
import { importOnce, toImportRun } from '../imports/import-service.ts';
import { findLastSort, insertAll, listOptions, type NewDepartment } from './department-repository.ts';
import { placeAfter } from './department-service.ts';

type Field = 'deptName' | 'kind' | 'leader' | 'tel' | 'extension' | 'remark' | 'sort';

const columns: readonly ImportColumn<Field>[] = [
  { field: 'deptName', title: '科室名称', isRequired: true, width: 24, hint: '必填，最多 50 个字，不能与已有科室重名', example: '急诊科' },
  { field: 'leader', title: '负责人', width: 14, hint: '选填，最多 50 个字', example: '张三' },
  { field: 'tel', isCode: true, title: '联系电话', width: 18, hint: '选填，手机号或固定电话', example: '010-12345678' },
  { field: 'extension', isCode: true, title: '分机号', width: 10, hint: '选填，只填数字，最多 8 位', example: '8012' },
  { field: 'sort', isCode: true, title: '排序', width: 8, hint: '选填，0 到 9999 的整数，小的排在前面；不填排在最后', example: '10' },
  { field: 'remark', title: '备注', width: 36, hint: '选填，最多 500 个字', example: '门诊楼一层' },
  { field: 'kind', title: '科室类别', width: 20, hint: '选填，与工作表“科室类别”中的名称完全一致；不填按科室名称判断', example: '急诊科' },
];

/** The template with the names of the kinds on a sheet of their own, to copy from. */
export function openDepartmentTemplate(now: Date): Readable {
  const kinds: SheetRow[] = [{ cells: ['科室类别'], isHeader: true }, ...DEPARTMENT_KINDS.map((kind) => ({ cells: [departmentKindLabel[kind]] }))];
  const sheets: Sheet[] = [
    ...templateSheets('科室', columns, ['列名后带 * 的为必填。每行一个科室，从第 2 行开始填写。一次最多导入 2000 行。']),
    { name: '科室类别', widths: [28], isTable: false, rows: () => kinds },
  ];
  return streamWorkbook(sheets, now);
}

/** Checks a spreadsheet of departments, and imports it when that is asked for and every row is right. Safe to repeat under its id. */
export async function importDepartments(context: ServerContext, caller: Caller, body: unknown, order: ImportOrder): Promise<ImportReport> {
  const { rows, problems, file } = await readImport(body, caller.compNo, columns);
  const departments = await checkRows(rows, problems);
  try {
    return await context.db.transaction().execute((trx) =>
      importOnce(trx, caller, toImportRun('importCompanyDeptInfo', caller, file, order), context.now(), {
        first: async () => {
          await checkAgainstOthers(trx, caller.compNo, departments, problems);
          const isImported = order.dryRun === 0 && problems.count === 0;
          if (isImported) await insertDepartments(trx, context, caller, departments.flatMap((one) => (one.isRight ? [one.fields] : [])));
          return problems.report(rows.length, isImported ? rows.length : 0);
        },
        again: () => repeatedReport(rows.length),
      }),
    );
  } catch (error) {
    throw isUniqueViolation(error) ? conflict('科室刚刚有变化，请重新检查后再导入') : error;
  }
}

type CheckedDepartment = { row: number } & CheckedFields<NewDepartment>;

async function checkRows(rows: readonly ImportRow<Field>[], problems: ImportProblems<Field>): Promise<CheckedDepartment[]> {
  const checked: CheckedDepartment[] = [];
  for await (const { row, values } of inTurns(rows)) {
    const { sort, kind, ...texts } = values;
    const found = checkFields(newDepartment, { ...texts, kind: kindOf(kind, texts.deptName), sort: sort.trim() || undefined }, (field, message) =>
      problems.add(row, field, field === 'kind' ? '科室类别不存在，请与模板的工作表“科室类别”中的名称一致' : message),
    );
    checked.push({ row, ...found });
  }
  return checked;
}

/** By its label, or proposed by the department's name; what is neither is refused. */
function kindOf(label: string, deptName: string): string | null {
  const text = label.trim();
  if (text === '') return proposeKind(deptName) ?? null;
  return DEPARTMENT_KINDS.find((kind) => departmentKindLabel[kind] === text) ?? text;
}

async function checkAgainstOthers(
  db: Queryable,
  compNo: string,
  departments: readonly CheckedDepartment[],
  problems: ImportProblems<Field>,
): Promise<void> {
  const existing = new Set((await listOptions(db, compNo)).map(({ deptName }) => deptName));
  const firstRowOf = new Map<string, number>();
  for (const { row, fields: { deptName } } of departments) {
    if (deptName === undefined) continue;
    const firstRow = firstRowOf.get(deptName);
    if (existing.has(deptName)) problems.add(row, 'deptName', '科室名称已存在');
    else if (firstRow !== undefined) problems.add(row, 'deptName', `与第 ${firstRow} 行的科室名称重复`);
    else firstRowOf.set(deptName, row);
  }
}

async function insertDepartments(
  trx: Queryable,
  { dialect, now }: ServerContext,
  caller: Caller,
  departments: readonly NewDepartment[],
): Promise<void> {
  const at = now();
  let last = Math.max(await findLastSort(trx, caller.compNo), ...departments.map(({ sort = 0 }) => sort));
  const placed = departments.map((one) => ({ ...one, kind: one.kind ?? null, sort: one.sort ?? (last = placeAfter(last)) }));
  await insertAll(
    trx,
    dialect,
    placed.map((fields) => ({ id: uuidv7(), compNo: caller.compNo, createdAt: at.toISOString(), fields })),
  );
  const names = departments.map(({ deptName }) => ({ name: deptName }));
  await recordNamed(trx, caller, { action: 'dept.import', objectType: 'dept', deed: '批量导入科室', unit: '个' }, names, at);
}
