import { dateFromSerial, format, getFormatDateInfo, getFormatFromId, isDateFormat, tokenize } from 'numfmt';
import { ArchiveError } from './unzip.ts';
import { readXml, type Relationship, WorkbookPackage } from './workbook-package.ts';

/** Why a cell does not say what it should. */
export type CellProblem = 'formulaError' | 'noResult' | 'tooManyDigits';

export interface SheetCell {
  /** As people see it on the sheet; of a number all digits. */
  text: string;
  problem?: CellProblem;
}

export interface SheetLine {
  /** From 1. */
  number: number;
  /** By their columns, from 0; those with nothing but blanks are left out. */
  cells: Record<number, SheetCell>;
  isHidden: boolean;
}

export interface ReadSheet {
  name: string;
  /** In their order; those with nothing but blanks are left out. */
  lines: SheetLine[];
  /** From 0. */
  hiddenColumns: number[];
  /** The other sheets that people see, with the first line of each. */
  others: { name: string; titles: string[] }[];
}

/**
 * Reads the first sheet of a workbook that people see, as they see it.
 * @param maxLines after these it ends
 * @throws Error, ArchiveError for what is no workbook, or too much of one
 */
export function readFirstSheet(archive: Buffer, { maxBytes, maxLines }: { maxBytes: number; maxLines: number }): ReadSheet {
  const book = new WorkbookPackage(archive, maxBytes);
  const main = book.relationships('').find(({ kind }) => kind === 'officeDocument')?.target;
  if (main === undefined) throw new ArchiveError('damaged');
  const relationships = book.relationships(main);
  const { sheets, is1904 } = readBook(book.part(main), relationships);
  const [first, ...others] = sheets;
  if (first === undefined) throw new ArchiveError('damaged');
  const partOf = (wanted: string): Buffer | undefined => {
    const target = relationships.find(({ kind }) => kind === wanted)?.target;
    return target === undefined ? undefined : book.part(target);
  };
  const meaning: CellMeaning = { strings: readStrings(partOf('sharedStrings')), formats: readFormats(partOf('styles')), is1904 };
  return {
    name: first.name,
    ...readLines(book.part(first.target), meaning, maxLines),
    others: others.map(({ name, target }) => {
      const [line] = readLines(book.part(target), meaning, 1).lines;
      return { name, titles: line?.number === 1 ? Object.values(line.cells).map(({ text }) => text) : [] };
    }),
  };
}

interface NamedSheet {
  name: string;
  target: string;
}

/** Sheets of cells that are not hidden, in the order of their tabs. */
function readBook(part: Buffer, relationships: readonly Relationship[]): { sheets: NamedSheet[]; is1904: boolean } {
  const sheets: NamedSheet[] = [];
  let is1904 = false;
  readXml(part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isOn(attributes['date1904']);
      if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return;
      const id = Object.entries(attributes).find(([attribute]) => attribute.endsWith(':id'))?.[1];
      const target = relationships.find((one) => one.id === id && one.kind === 'worksheet')?.target;
      if (target !== undefined) sheets.push({ name: attributes['name'] ?? '', target });
    },
  });
  return { sheets, is1904 };
}

const isOn = (flag: string | undefined): boolean => flag === '1' || flag === 'true';

/** Collects the text of a string item, which may be in runs of different looks; how it is pronounced is no part of it. */
class StringItem {
  text = '';
  #isText = false;
  #isPronunciation = false;

  open(name: string): void {
    if (name === 't') this.#isText = true;
    if (name === 'rPh') this.#isPronunciation = true;
  }
  close(name: string): void {
    if (name === 't') this.#isText = false;
    if (name === 'rPh') this.#isPronunciation = false;
  }
  add(text: string): void {
    if (this.#isText && !this.#isPronunciation) this.text += text;
  }
}

/** What XML cannot hold is written as _x000D_, the standard's ST_Xstring. */
const toText = (written: string): string =>
  written.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(/\r\n?/g, '\n');

function readStrings(part: Buffer | undefined): string[] {
  const strings: string[] = [];
  let item: StringItem | undefined;
  if (part === undefined) return strings;
  readXml(part, {
    open: (name) => {
      if (name === 'si') item = new StringItem();
      item?.open(name);
    },
    close: (name) => {
      item?.close(name);
      if (name !== 'si' || item === undefined) return;
      strings.push(toText(item.text));
      item = undefined;
    },
    text: (text) => item?.add(text),
  });
  return strings;
}

/** The format of numbers that each style of a cell has. */
function readFormats(part: Buffer | undefined): string[] {
  const formats: string[] = [];
  if (part === undefined) return formats;
  const own = new Map<string, string>();
  let isCellStyle = false;
  readXml(part, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') own.set(numFmtId, formatCode);
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'xf' && isCellStyle) formats.push(own.get(numFmtId) ?? getFormatFromId(Number(numFmtId)) ?? GENERAL);
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return formats;
}

interface CellMeaning {
  strings: readonly string[];
  formats: readonly string[];
  /** Whether days are counted from 1904 on. */
  is1904: boolean;
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  hasFormula: boolean;
  value: string | undefined;
  inline: StringItem;
}

function readLines(part: Buffer, meaning: CellMeaning, maxLines: number): Pick<ReadSheet, 'lines' | 'hiddenColumns'> {
  const lines = new Map<number, SheetLine>();
  const hiddenColumns: number[] = [];
  const merges: string[] = [];
  let line: SheetLine = { number: 0, cells: {}, isHidden: false };
  let column = -1;
  let cell: OpenCell | undefined;
  let isValue = false;
  readXml(
    part,
    {
      open: (name, attributes) => {
        if (name === 'col' && isOn(attributes['hidden'])) hiddenColumns.push(...columnsOf(attributes));
        else if (name === 'mergeCell') merges.push(attributes['ref'] ?? '');
        // Where neither a row nor a cell says its place, it follows the one before.
        else if (name === 'row') {
          const number = attributes['r'] === undefined ? line.number + 1 : rowNumber(attributes['r']);
          line = lines.get(number) ?? { number, cells: {}, isHidden: isOn(attributes['hidden']) };
          column = -1;
        } else if (name === 'c') {
          column = attributes['r'] === undefined ? column + 1 : columnNumber(attributes['r']);
          cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), hasFormula: false, value: undefined, inline: new StringItem() };
        } else if (cell !== undefined) {
          if (name === 'f') cell.hasFormula = true;
          if (name === 'v') {
            isValue = true;
            cell.value = '';
          }
          cell.inline.open(name);
        }
      },
      close: (name) => {
        if (name === 'v') isValue = false;
        cell?.inline.close(name);
        if (name !== 'c' || cell === undefined) return;
        const found = read(cell, meaning);
        if (found.text.trim() !== '' || found.problem !== undefined) {
          line.cells[cell.column] = found;
          lines.set(line.number, line);
        }
        cell = undefined;
      },
      text: (text) => {
        if (cell === undefined) return;
        if (isValue) cell.value += text;
        cell.inline.add(text);
      },
    },
    () => lines.size > maxLines,
  );
  const inOrder = [...lines.values()].sort((one, other) => one.number - other.number);
  fillMerged(inOrder, merges);
  return { lines: inOrder, hiddenColumns };
}

const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;

function rowNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > ROWS_MAX) throw new ArchiveError('damaged');
  return number;
}

/** @param reference such as AB12 @returns from 0 */
function columnNumber(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/i.exec(reference)?.[0].toUpperCase() ?? '';
  const number = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  if (number < 1 || number > COLUMNS_MAX) throw new ArchiveError('damaged');
  return number - 1;
}

function columnsOf({ min, max }: Readonly<Record<string, string>>): number[] {
  const [first, last] = [Number(min), Math.min(Number(max), COLUMNS_MAX)];
  return Number.isInteger(first) && first >= 1 && last >= first ? Array.from({ length: last - first + 1 }, (_, index) => first - 1 + index) : [];
}

/** Cells that merging may fill: of 2,000 rows with fifty merged columns each one. */
const MERGED_MAX = 100_000;

/** What was merged over several lines counts for each of them that holds anything; titles stay where they are. */
function fillMerged(lines: readonly SheetLine[], merges: readonly string[]): void {
  const places = new Map(lines.map(({ number }, place) => [number, place]));
  let left = MERGED_MAX;
  for (const merge of merges) {
    const [, first = '', from, to] = /^([A-Z]{1,3}(\d+)):[A-Z]{1,3}(\d+)$/i.exec(merge) ?? [];
    const [start, end] = [Number(from), Number(to)];
    const place = places.get(start);
    if (first === '' || start < 2 || place === undefined) continue;
    const column = columnNumber(first);
    const value = lines[place]?.cells[column];
    if (value === undefined) continue;
    for (let next = place + 1; next < lines.length; next += 1) {
      const line = lines[next];
      if (line === undefined || line.number > end) break;
      left -= 1;
      // The same cells may be named again and again.
      if (left < 0) throw new ArchiveError('tooLarge');
      line.cells[column] ??= value;
    }
  }
}

const GENERAL = 'General';

function read({ type, style, hasFormula, value, inline }: OpenCell, { strings, formats, is1904 }: CellMeaning): SheetCell {
  if (type === 'inlineStr') return textCell(toText(inline.text));
  // A text that a formula makes may be empty; where it was never worked out, it is not there.
  if (hasFormula && (value === undefined || (value.trim() === '' && type !== 'str'))) return { text: '', problem: 'noResult' };
  if (value === undefined || (value.trim() === '' && type !== 'str')) return { text: '' };
  if (type === 'str') return textCell(toText(value));
  if (type === 's') {
    const text = strings[Number(value)];
    if (text === undefined) throw new ArchiveError('damaged');
    return textCell(text);
  }
  if (type === 'e') return { text: value, problem: 'formulaError' };
  if (type === 'b') return { text: isOn(value.trim()) ? 'TRUE' : 'FALSE' };
  if (type === 'd') return { text: value.trim().slice(0, 10) };
  if (type === 'n') return numberCell(value.trim(), formats[style] ?? GENERAL, is1904);
  throw new ArchiveError('damaged');
}

const ERRORS = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!)$/;

/** As programs write what a division by nothing gives. */
const NO_NUMBER = /^[+-]?(?:NaN|Inf(?:inity)?)$/i;

/** Programs that do not know errors write them as texts. */
const textCell = (text: string): SheetCell => (ERRORS.test(text.trim()) ? { text: text.trim(), problem: 'formulaError' } : { text });

/** From here on spreadsheets have no room for all digits. */
const UNSAFE = 1e15;
const DAYS_TO_1904 = 1462;
const DAY_MAX = 2_958_466;

function numberCell(written: string, code: string, is1904: boolean): SheetCell {
  const value = Number(written);
  if (ERRORS.test(written) || NO_NUMBER.test(written)) return { text: written, problem: 'formulaError' };
  if (!Number.isFinite(value)) throw new ArchiveError('damaged');
  if (Math.abs(value) >= UNSAFE) return { text: written, problem: 'tooManyDigits' };
  const serial = value + (is1904 ? DAYS_TO_1904 : 0);
  if (isDateFormat(code) && serial >= 0 && serial < DAY_MAX) return { text: toDay(serial, code) };
  return { text: showsOtherDigits(value, code) ? format(code, value) : String(Number(value.toPrecision(15))) };
}

function toDay(serial: number, code: string): string {
  const { year, month, day } = getFormatDateInfo(code);
  const date = dateFromSerial(serial);
  if (date === null || !(year || month || day)) return format(code, serial);
  const [years, months, days] = date;
  return `${years}-${String(months).padStart(2, '0')}-${String(days).padStart(2, '0')}`;
}

/** Zeros before a number, and letters round it: what rounds, divides or groups it shows the same number in another way. */
const DIGIT_TOKENS = new Set(['BREAK', 'CHAR', 'COLOR', 'CONDITION', 'ESCAPED', 'FILL', 'HASH', 'LOCALE', 'MINUS', 'PAREN', 'PLUS', 'SKIP', 'SPACE', 'STRING', 'TEXT', 'ZERO']);

const showsOtherDigits = (value: number, code: string): boolean =>
  Number.isInteger(value) && value >= 0 && tokenize(code).every(({ type }) => DIGIT_TOKENS.has(type)) && tokenize(code).some(({ type }) => type === 'ZERO');
