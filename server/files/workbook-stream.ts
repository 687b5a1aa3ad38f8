import { Readable } from 'node:stream';
import { zip } from './zip-stream.ts';

export type Cell = string | number;
export interface SheetRow {
  cells: readonly Cell[];
  isHeader?: boolean;
}

export interface Sheet {
  name: string;
  /** Widths of the columns in characters. */
  widths: readonly number[];
  /** The first row stays in sight and filters the others. */
  isTable: boolean;
  /** What somebody types into its empty cells stays text: leading zeros, and all digits of a long number. */
  isTextOnly?: true;
  rows: () => AsyncIterable<SheetRow> | Iterable<SheetRow>;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Rows are handed on in pieces of about this many characters. */
const PIECE = 64 * 1024;

/**
 * An Excel workbook (ECMA-376, Office Open XML), written as its rows come: a hundred thousand of them need no more memory
 * than a hundred. Text always stays text, whatever it begins with, and no cell ever is a formula.
 * Sheets are read one after the other.
 */
export function streamWorkbook(sheets: readonly Sheet[], at: Date): Readable {
  const parts = [
    { name: '[Content_Types].xml', content: () => [contentTypes(sheets)] },
    { name: '_rels/.rels', content: () => [relationships([['officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', content: () => [workbook(sheets)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: () => [relationships([...sheets.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]), ['styles', 'styles.xml']])],
    },
    { name: 'xl/styles.xml', content: () => [STYLES] },
    ...sheets.map((sheet, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, content: () => worksheet(sheet) })),
  ];
  return Readable.from(zip(parts, at), { objectMode: false });
}

const style = { text: 0, header: 1, quoted: 2, typed: 3 } as const;

const WRAPPED = '<alignment vertical="top" wrapText="1"/>';
const STYLES = [
  `${XML}<styleSheet xmlns="${MAIN}">`,
  '<fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts>',
  // The first two fills are fixed by the standard.
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF4"/></patternFill></fill></fills>',
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4">',
  `<xf xfId="0" applyAlignment="1">${WRAPPED}</xf>`,
  '<xf xfId="0" fontId="1" fillId="2" applyFont="1" applyFill="1"/>',
  // Marks its text as such for Excel, so that it stays text when somebody edits the cell.
  `<xf xfId="0" quotePrefix="1" applyAlignment="1">${WRAPPED}</xf>`,
  // Takes whatever is typed for text: 49 is Excel's own number for that.
  '<xf xfId="0" numFmtId="49" applyNumberFormat="1"/>',
  '</cellXfs></styleSheet>',
].join('');

const contentTypes = (sheets: readonly Sheet[]): string => {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts: [name: string, kind: string][] = [
    ['workbook', 'sheet.main'],
    ['styles', 'styles'],
    ...sheets.map((_, index): [string, string] => [`worksheets/sheet${index + 1}`, 'worksheet']),
  ];
  const overrides = parts.map(([name, kind]) => `<Override PartName="/xl/${name}.xml" ContentType="${type}.${kind}+xml"/>`);
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>';
  return `${XML}<Types xmlns="${PACKAGE}/content-types">${defaults}${overrides.join('')}</Types>`;
};

const relationships = (targets: readonly [type: string, path: string][]): string => {
  const each = targets.map(([type, path], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${path}"/>`);
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
};

const workbook = (sheets: readonly Sheet[]): string => {
  const each = sheets.map((sheet, index) => `<sheet name="${escapeXml(sheet.name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${each.join('')}</sheets></workbook>`;
};

async function* worksheet(sheet: Sheet): AsyncGenerator<string> {
  const format = sheet.isTextOnly ? ` style="${style.typed}"` : '';
  const columns = sheet.widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${format}/>`);
  const pane = sheet.isTable ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  let piece = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
  let number = 0;
  for await (const row of sheet.rows()) {
    number += 1;
    piece += rowXml(row, number);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  const filter = sheet.isTable ? `<autoFilter ref="A1:${columnName(sheet.widths.length - 1)}${Math.max(number, 1)}"/>` : '';
  yield `${piece}</sheetData>${filter}</worksheet>`;
}

function rowXml(row: SheetRow, number: number): string {
  let cells = '';
  for (const [index, cell] of row.cells.entries()) {
    const place = `${columnName(index)}${number}`;
    if (cell === '') continue;
    if (typeof cell === 'number') cells += `<c r="${place}"><v>${cell}</v></c>`;
    else cells += `<c r="${place}" s="${styleOf(row, cell)}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
  }
  return `<row r="${number}">${cells}</row>`;
}

const styleOf = (row: SheetRow, text: string): number => {
  if (row.isHeader) return style.header;
  return /^[=+\-@\t]/.test(text) ? style.quoted : style.text;
};

/** Columns after Z are not needed here. */
const columnName = (index: number): string => String.fromCharCode(65 + index);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/\r\n?/g, '\n')
    // Excel reads _x0041_ as the letter A.
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? character);
