import { readSheet } from 'read-excel-file/node';
import { SPREADSHEET_TYPE } from '#contract/limits.ts';
import { streamWorkbook } from '../../../server/files/workbook-stream.ts';

/** An .xlsx file with these cells on its first sheet, as `bytes` of a call. Numbers become numeric cells. */
export async function makeSpreadsheet(rows: readonly (readonly (string | number)[])[]): Promise<{ data: Buffer; type: string }> {
  const sheet = { name: '表', widths: (rows[0] ?? []).map(() => 12), isTable: false, rows: () => rows.map((cells) => ({ cells })) };
  const pieces: Buffer[] = await streamWorkbook([sheet], new Date('2026-06-15T02:00:00.000Z')).toArray();
  return { data: Buffer.concat(pieces), type: SPREADSHEET_TYPE };
}

export const DEPT_TITLES = ['科室名称*', '负责人', '联系电话', '分机号', '排序', '备注'] as const;
export const STAFF_TITLES = ['姓名*', '账号*', '科室*', '性别', '手机号', '邮箱', '身份证号', '角色', '初始密码'] as const;
export const POINT_TITLES = ['自查类别*', '自查项目', '检查要点*', '检查方法', '依据*', '条', '依据版本', '依据要点', '检查标准*', '状态'] as const;

/** A spreadsheet with what the explanation of a template gives as examples. */
export async function exampleOf(template: Buffer, titles: readonly string[]): Promise<{ data: Buffer; type: string }> {
  const [, ...explained] = await readSheet(template, '填写说明');
  return makeSpreadsheet([titles, titles.map((title) => String(explained.find((row) => row[0] === title)?.[2] ?? ''))]);
}
