import { setImmediate } from 'node:timers/promises';
import { IMPORT_MAX_ROWS } from '#contract/limits.ts';
import type { ImportError, ImportReport } from '#contract/spreadsheet-import.ts';
import { wrongField } from '../errors.ts';
import { readWorkbook } from './read-workbook.ts';
import type { Sheet, SheetRow } from './workbook-stream.ts';

/** A column of a spreadsheet that people fill in. */
export interface ImportColumn<Field extends string> {
  field: Field;
  title: string;
  isRequired?: true;
  /** In characters. */
  width: number;
  /** What may stand in it. */
  hint: string;
  example: string;
  /** Of digits, letters and marks of ASCII: as input methods for Chinese write them, twice as wide, they count too. */
  isCode?: true;
}

export interface ImportRow<Field extends string> {
  /** As the spreadsheet counts, from 1. */
  row: number;
  values: Record<Field, string>;
}

/** Marks the titles of columns that must be filled in. */
const REQUIRED_MARK = '*';
const MAX_REPORTED = 200;
/** Checked at a time: few enough that nobody else waits for them. */
const ROWS_PER_TURN = 100;

/**
 * Reads an uploaded spreadsheet: its titles may stand in any order, and rows without any text are left out.
 * @throws AppError for a file that is not the template with rows in it
 */
export async function readImport<Field extends string>(
  body: unknown,
  columns: readonly ImportColumn<Field>[],
): Promise<{ rows: ImportRow<Field>[]; file: Uint8Array }> {
  if (!(body instanceof Uint8Array)) throw wrongField('file', '请上传 .xlsx 格式的表格文件');
  const [titles = [], ...rows] = await readWorkbook(body);
  const places = findColumns(titles, columns);
  const found: ImportRow<Field>[] = [];
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (found.length === IMPORT_MAX_ROWS) throw wrongField('file', `一次最多导入 ${IMPORT_MAX_ROWS} 行，请分成几个文件`);
    const values = Object.fromEntries(columns.map(({ field, isCode }) => [field, isCode ? (cells[places[field]] ?? '').normalize('NFKC') : (cells[places[field]] ?? '')])) as Record<Field, string>;
    found.push({ row: index + 2, values });
  }
  if (found.length === 0) throw wrongField('file', '表格中没有内容，请填写后再上传');
  return { rows: found, file: body };
}

function findColumns<Field extends string>(titles: readonly string[], columns: readonly ImportColumn<Field>[]): Record<Field, number> {
  const names = titles.map((title) => title.trim().replace(/[*＊]$/, '').trim());
  const unknown = names.find((name) => name !== '' && !columns.some(({ title }) => title === name));
  if (unknown !== undefined) throw wrongField('file', `第 1 行的列名“${unknown.slice(0, 20)}”无法识别，请使用下载的模板`);
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw wrongField('file', `第 1 行的列名“${twice}”出现了两次`);
  const missing = columns.find(({ title, isRequired }) => isRequired && !names.includes(title));
  if (missing !== undefined) throw wrongField('file', `第 1 行缺少列名“${missing.title}”，请使用下载的模板`);
  return Object.fromEntries(columns.map(({ field, title }) => [field, names.indexOf(title)])) as Record<Field, number>;
}

/** What was found wrong with the rows of an import. */
export class ImportProblems<Field extends string> {
  readonly #columns: readonly ImportColumn<Field>[];
  readonly #errors: ImportError[] = [];
  readonly #warnings: ImportError[] = [];
  readonly #cells = new Set<string>();

  constructor(columns: readonly ImportColumn<Field>[]) {
    this.#columns = columns;
  }

  /** Only the first of a cell: what follows from it helps nobody. */
  add(row: number, field: string, message: string): void {
    const cell = `${row} ${field}`;
    if (this.#cells.has(cell)) return;
    this.#cells.add(cell);
    this.#errors.push({ row, column: this.#titleOf(field), message });
  }

  /** What may be meant so. */
  warn(row: number, field: string, message: string): void {
    this.#warnings.push({ row, column: this.#titleOf(field), message });
  }

  get count(): number {
    return this.#errors.length;
  }

  /** @param importedCount 0 for a check, and when anything is wrong */
  report(rowCount: number, importedCount: number): ImportReport {
    return { rowCount, importedCount, errorCount: this.count, errors: this.#firstOf(this.#errors), warnings: this.#firstOf(this.#warnings) };
  }

  /** As somebody finds them who goes through the template, row by row and from left to right. */
  #firstOf(findings: readonly ImportError[]): ImportError[] {
    const placeOf = new Map(this.#columns.map(({ title }, index) => [title, index]));
    // What is wrong with the row as a whole has no column, and stands before them.
    const place = ({ column }: ImportError): number => placeOf.get(column) ?? -1;
    return findings.toSorted((one, other) => one.row - other.row || place(one) - place(other)).slice(0, MAX_REPORTED);
  }

  #titleOf(field: string): string {
    return this.#columns.find((column) => column.field === field)?.title ?? '';
  }
}

/** A schema of `contract/`, which has one for each field. */
interface RowSchema<Fields> {
  shape: Readonly<Record<string, FieldSchema>>;
  parse: (values: unknown) => Fields;
}
interface FieldSchema {
  safeParse: (value: unknown) => { success: true; data: unknown } | { success: false; error: { issues: readonly { message: string }[] } };
}

/** A row's fields, without those that are wrong in themselves. */
export type CheckedFields<Fields> = { isRight: true; fields: Fields } | { isRight: false; fields: Partial<Fields> };

/**
 * Checks each field of a row alone: what is wrong in one must not hide what another one, right in itself, does to other rows.
 * @param tell is told what is wrong with which field
 */
export function checkFields<Fields>(
  { shape }: RowSchema<Fields>,
  values: Readonly<Record<string, unknown>>,
  tell: (field: string, message: string) => void,
): CheckedFields<Fields> {
  const fields: Record<string, unknown> = {};
  let isRight = true;
  for (const [field, schema] of Object.entries(shape)) {
    const parsed = schema.safeParse(values[field]);
    if (parsed.success) fields[field] = parsed.data;
    else {
      isRight = false;
      for (const { message } of parsed.error.issues) tell(field, message);
    }
  }
  return { isRight, fields } as CheckedFields<Fields>;
}

/** Of an import that came again, and was done the first time. */
export const repeatedReport = (rowCount: number): ImportReport => ({ rowCount, importedCount: rowCount, errorCount: 0, errors: [], warnings: [] });

/** Goes through rows without keeping everybody else waiting. */
export async function* inTurns<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate();
    yield row;
  }
}

/** Spreadsheets keep fifteen digits of a number: what was longer, and not entered as text, is lost. */
export const isSpoiledNumber = (text: string): boolean => /^\d(?:\.\d+)?e\+\d+$/i.test(text);

/** With examples of the own institution, so that they would be accepted. */
export const withExamples = <Field extends string>(
  columns: readonly ImportColumn<Field>[],
  examples: Partial<Record<Field, string | undefined>>,
): ImportColumn<Field>[] => columns.map((column) => ({ ...column, example: examples[column.field] ?? column.example }));

/** The sheets of a template: one to fill in, and one that explains it. */
export function templateSheets<Field extends string>(name: string, columns: readonly ImportColumn<Field>[], notes: readonly string[]): Sheet[] {
  const titles = columns.map(({ title, isRequired }) => (isRequired ? `${title}${REQUIRED_MARK}` : title));
  const explanation: SheetRow[] = [
    { cells: ['列名', '填写要求', '示例'], isHeader: true },
    ...columns.map(({ hint, example }, index) => ({ cells: [titles[index] ?? '', hint, example] })),
    { cells: [] },
    ...notes.map((note) => ({ cells: ['', note] })),
  ];
  return [
    { name, widths: columns.map(({ width }) => width), isTable: true, isTextOnly: true, rows: () => [{ cells: titles, isHeader: true }] },
    { name: '填写说明', widths: [16, 64, 28], isTable: false, rows: () => explanation },
  ];
}
