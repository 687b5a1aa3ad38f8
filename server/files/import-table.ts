import { setImmediate } from 'node:timers/promises';
import { IMPORT_MAX_ROWS } from '#contract/limits.ts';
import { withoutInvisible } from '#contract/rules.ts';
import type { ImportError, ImportReport } from '#contract/spreadsheet-import.ts';
import { cutText } from '#contract/text-end.ts';
import { wrongField } from '../errors.ts';
import { readWorkbook } from './read-workbook.ts';
import type { CellProblem, ReadSheet, SheetCell, SheetLine } from './workbook-cells.ts';
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
  /** A password, which is not shown again. */
  isSecret?: true;
}

export interface ImportRow<Field extends string> {
  /** As the spreadsheet counts, from 1. */
  row: number;
  values: Record<Field, string>;
}

/** Marks the titles of columns that must be filled in. */
const REQUIRED_MARK = '*';
const MAX_REPORTED = 200;
/** Characters of a cell that a report shows. */
const VALUE_SHOWN = 40;
/** Checked at a time: few enough that nobody else waits for them. */
const ROWS_PER_TURN = 100;

const cellMessages: Record<CellProblem, string> = {
  formulaError: '公式出错，请改正公式，或直接填写内容',
  noResult: '公式没有结果，请用表格软件打开并重新保存，或直接填写内容',
  tooManyDigits: '数字过长，已被表格软件改动，请将单元格设为文本格式后重新填写',
};

/**
 * Reads an uploaded spreadsheet: its titles may stand in any order, and rows without any text are left out.
 * @returns rows, and the problems of their cells, to which whoever checks the rows adds
 * @throws AppError for a file that is not the template with rows in it
 */
export async function readImport<Field extends string>(
  body: unknown,
  compNo: string,
  columns: readonly ImportColumn<Field>[],
): Promise<{ rows: ImportRow<Field>[]; problems: ImportProblems<Field>; file: Uint8Array }> {
  if (!(body instanceof Uint8Array)) throw wrongField('file', '请上传 .xlsx 格式的表格文件');
  const sheet = await readWorkbook(body, compNo);
  const titles = sheet.lines.find(({ number }) => number === 1)?.cells ?? {};
  const lines = sheet.lines.filter(({ number }) => number > 1);
  const places = findColumns(titles, columns);
  if (lines.length > IMPORT_MAX_ROWS) throw wrongField('file', `一次最多导入 ${IMPORT_MAX_ROWS} 行，请分成几个文件`);
  if (lines.length === 0) throw wrongField('file', '表格中没有内容，请填写后再上传');
  const cellAt = (line: SheetLine, field: Field): SheetCell => line.cells[places[field]] ?? { text: '' };
  const rows = lines.map((line) => {
    const texts = columns.map(({ field, isCode }) => [field, toValue(cellAt(line, field).text, isCode)]);
    return { row: line.number, values: Object.fromEntries(texts) as Record<Field, string> };
  });
  const problems = new ImportProblems(columns, rows);
  for (const line of lines) {
    for (const { field, isCode } of columns) {
      const { text, problem = isCode && SHORTENED.test(text) ? 'tooManyDigits' : undefined } = cellAt(line, field);
      if (problem !== undefined) problems.add(line.number, field, cellMessages[problem]);
    }
  }
  warnOfUnseen(sheet, { titles, lines, columns, places }, problems);
  return { rows, problems, file: body };
}

/** What a spreadsheet makes of a long number when it is saved as text. */
const SHORTENED = /^\d(?:\.\d+)?e\+\d+$/i;

const toValue = (text: string, isCode: true | undefined): string => withoutInvisible(isCode ? text.normalize('NFKC') : text);

/** Warns of what is imported though people do not see it, and of what they see that is not. */
function warnOfUnseen<Field extends string>(
  { name, hiddenColumns, others }: ReadSheet,
  { titles, lines, columns, places }: { titles: SheetLine['cells']; lines: readonly SheetLine[]; columns: readonly ImportColumn<Field>[]; places: Record<Field, number> },
  problems: ImportProblems<Field>,
): void {
  const isFilled = (column: number): boolean => lines.some(({ cells }) => cells[column] !== undefined);
  for (const { field } of columns) {
    if (hiddenColumns.includes(places[field]) && isFilled(places[field])) problems.warn(1, field, '这一列在表格中是隐藏的，也会导入');
  }
  const hidden = lines.filter(({ isHidden }) => isHidden);
  if (hidden[0] !== undefined) problems.warn(hidden[0].number, '', `从这一行起共有 ${hidden.length} 行在表格中是隐藏的，也会导入`);
  const untitled = new Set(lines.flatMap(({ cells }) => Object.keys(cells).map(Number)).filter((column) => titles[column] === undefined));
  if (untitled.size > 0) problems.warn(1, '', `${[...untitled].sort((one, other) => one - other).map(columnLetters).join('、')} 列没有列名，其中的内容不会导入`);
  const unread = others.filter((other) => columns.every(({ title, isRequired }) => !isRequired || other.titles.map(toTitle).includes(title)));
  if (unread.length > 0) problems.warn(1, '', `只读取工作表“${name}”，${unread.map((other) => `“${other.name}”`).join('、')}中的内容不会导入`);
}

const toTitle = (text: string): string => withoutInvisible(text).trim().replace(/[*＊]$/, '').trim();

/** @param column from 0 */
const columnLetters = (column: number): string => `${column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`;

function findColumns<Field extends string>(titles: SheetLine['cells'], columns: readonly ImportColumn<Field>[]): Record<Field, number> {
  const found = Object.entries(titles).map(([column, { text, problem }]) => ({ column: Number(column), name: toTitle(text), problem }));
  const broken = found.find(({ problem }) => problem !== undefined);
  if (broken?.problem !== undefined) throw wrongField('file', `第 1 行 ${columnLetters(broken.column)} 列的列名：${cellMessages[broken.problem]}`);
  const unknown = found.find(({ name }) => name !== '' && !columns.some(({ title }) => title === name));
  if (unknown !== undefined) throw wrongField('file', `第 1 行的列名“${cutText(unknown.name, 20)}”无法识别，请使用下载的模板`);
  const names = found.map(({ name }) => name);
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw wrongField('file', `第 1 行的列名“${twice}”出现了两次`);
  const missing = columns.find(({ title, isRequired }) => isRequired && !names.includes(title));
  if (missing !== undefined) throw wrongField('file', `第 1 行缺少列名“${missing.title}”，请使用下载的模板`);
  return Object.fromEntries(columns.map(({ field, title }) => [field, found.find(({ name }) => name === title)?.column ?? -1])) as Record<Field, number>;
}

/** What was found wrong with the rows of an import. */
export class ImportProblems<Field extends string> {
  readonly #columns: readonly ImportColumn<Field>[];
  readonly #valuesOf: ReadonlyMap<number, Readonly<Record<string, string>>>;
  readonly #errors: ImportError[] = [];
  readonly #warnings: ImportError[] = [];
  readonly #cells = new Set<string>();

  constructor(columns: readonly ImportColumn<Field>[], rows: readonly ImportRow<Field>[]) {
    this.#columns = columns;
    this.#valuesOf = new Map(rows.map(({ row, values }) => [row, values]));
  }

  /** Only the first of a cell: what follows from it helps nobody. */
  add(row: number, field: string, message: string): void {
    const cell = `${row} ${field}`;
    if (this.#cells.has(cell)) return;
    this.#cells.add(cell);
    this.#errors.push({ row, ...this.#cellOf(row, field), message });
  }

  /** What may be meant so. */
  warn(row: number, field: string, message: string): void {
    this.#warnings.push({ row, ...this.#cellOf(row, field), message });
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

  #cellOf(row: number, field: string): Pick<ImportError, 'column' | 'value'> {
    const column = this.#columns.find((one) => one.field === field);
    const value = column === undefined || column.isSecret ? '' : (this.#valuesOf.get(row)?.[field] ?? '').trim();
    return { column: column?.title ?? '', value: value.length > VALUE_SHOWN ? `${cutText(value, VALUE_SHOWN)}…` : value };
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
