import { readSheet } from 'read-excel-file/node';
import { SPREADSHEET_TYPE } from '#contract/limits.ts';
import { streamWorkbook } from '../../../server/files/workbook-stream.ts';
import { zip } from '../../../server/files/zip-stream.ts';

/** An .xlsx file with these cells on its first sheet, as `bytes` of a call. Numbers become numeric cells. */
export async function makeSpreadsheet(rows: readonly (readonly (string | number)[])[]): Promise<{ data: Buffer; type: string }> {
  const sheet = { name: '表', widths: (rows[0] ?? []).map(() => 12), isTable: false, rows: () => rows.map((cells) => ({ cells })) };
  const pieces: Buffer[] = await streamWorkbook([sheet], new Date('2026-06-15T02:00:00.000Z')).toArray();
  return { data: Buffer.concat(pieces), type: SPREADSHEET_TYPE };
}

export const DEPT_TITLES = ['科室名称*', '负责人', '联系电话', '分机号', '排序', '备注', '科室类别'] as const;
export const STAFF_TITLES = ['姓名*', '账号*', '科室*', '性别', '手机号', '邮箱', '身份证号', '角色', '初始密码'] as const;
export const POINT_TITLES = ['自查类别*', '自查项目', '检查要点*', '检查方法', '依据*', '条', '依据版本', '依据要点', '检查标准*', '状态', '依据原文'] as const;

/** A spreadsheet with what the explanation of a template gives as examples. */
export async function exampleOf(template: Buffer, titles: readonly string[]): Promise<{ data: Buffer; type: string }> {
  const [, ...explained] = await readSheet(template, '填写说明');
  return makeSpreadsheet([titles, titles.map((title) => String(explained.find((row) => row[0] === title)?.[2] ?? ''))]);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface WrittenWorkbook {
  /** What stands in `<sheetData>` of the first sheet. */
  rows: string;
  /** Around it, such as merged cells behind and columns before. */
  before?: string;
  behind?: string;
  strings?: string;
  styles?: string;
  /** In place of the single sheet that is seen: the attributes of each, and its rows. */
  sheets?: { attributes: string; rows: string }[];
  workbookPr?: string;
  /** Where the workbook lies. */
  main?: string;
  /** What the path of each part is written like. */
  rename?: (path: string) => string;
  /** What becomes of the XML of each part. */
  rewrite?: (xml: string) => string;
}

const relationships = (entries: readonly [kind: string, target: string][]): string =>
  `<Relationships xmlns="${PACKAGE}">${entries.map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;

/** A workbook as another program might write it: its parts are given as XML. */
export async function packWorkbook(written: WrittenWorkbook): Promise<Buffer> {
  const { rows, before = '', behind = '', strings, styles, workbookPr = '', main = 'xl/workbook.xml', rename = (path) => path, rewrite = (xml) => xml } = written;
  const sheets = written.sheets ?? [{ attributes: 'name="表"', rows }];
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const names = sheets.map((_, index) => `worksheets/sheet${index + 1}.xml`);
  const parts: [path: string, xml: string][] = [
    ['_rels/.rels', relationships([['officeDocument', main]])],
    [
      main,
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr ${workbookPr}/><sheets>${sheets.map(({ attributes }, index) => `<sheet ${attributes} sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      `${folder}_rels/${main.slice(folder.length)}.rels`,
      relationships([
        ...names.map((name): [string, string] => ['worksheet', name]),
        ...(strings === undefined ? [] : [['sharedStrings', 'sharedStrings.xml'] satisfies [string, string]]),
        ...(styles === undefined ? [] : [['styles', 'styles.xml'] satisfies [string, string]]),
      ]),
    ],
    ...sheets.map((sheet, index): [string, string] => [
      `${folder}${names[index]}`,
      `<worksheet xmlns="${MAIN}">${before}<sheetData>${sheet.rows}</sheetData>${behind}</worksheet>`,
    ]),
    ...(strings === undefined ? [] : [[`${folder}sharedStrings.xml`, `<sst xmlns="${MAIN}">${strings}</sst>`] satisfies [string, string]]),
    ...(styles === undefined ? [] : [[`${folder}styles.xml`, `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`] satisfies [string, string]]),
  ];
  const entries = parts.map(([path, xml]) => ({ name: rename(path), content: () => [rewrite(xml)] }));
  const pieces: Buffer[] = [];
  for await (const piece of zip(entries, new Date('2026-06-15T02:00:00.000Z'))) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A cell whose text stands in it. */
export const inlineCell = (text: string, attributes = ''): string => `<c ${attributes} t="inlineStr"><is><t>${text}</t></is></c>`;
