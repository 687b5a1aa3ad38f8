import { describe, expect, it } from 'vitest';
import { ArchiveError } from '../../../server/files/unzip.ts';
import { readFirstSheet, type ReadSheet, type SheetCell } from '../../../server/files/workbook-cells.ts';
import { inlineCell, packWorkbook, type WrittenWorkbook } from '../support/spreadsheets.ts';

const limits = { maxBytes: 1_000_000, maxLines: 100 };
const sheetOf = async (written: WrittenWorkbook): Promise<ReadSheet> => readFirstSheet(await packWorkbook(written), limits);
const cellsOf = async (written: WrittenWorkbook): Promise<SheetCell[][]> => (await sheetOf(written)).lines.map(({ cells }) => Object.values(cells));
const textsOf = async (written: WrittenWorkbook): Promise<string[][]> => (await cellsOf(written)).map((cells) => cells.map(({ text }) => text));
const row = (cells: string): string => `<row r="1">${cells}</row>`;
const styled = (value: string, style = 0): string => `<c s="${style}"><v>${value}</v></c>`;
const stylesOf = (...formats: string[]): string =>
  `<numFmts>${formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>` +
  `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}</cellXfs>`;

describe('a text', () => {
  it('keeps characters beyond U+FFFF, however they are written', async () => {
    const written = ['&#134071;野', '&#x20BB7;野', '𠮷野'];
    const strings = written.map((text) => `<si><t>${text}</t></si>`).join('');
    const cells = written.map((text, index) => `${inlineCell(text)}<c t="s"><v>${index}</v></c><c t="str"><f>A1</f><v>${text}</v></c>`).join('');
    expect(await textsOf({ rows: row(cells), strings })).toEqual([Array.from({ length: 9 }, () => '𠮷野')]);
  });

  it('is put together of its runs, without how it is pronounced', async () => {
    const runs = '<r><rPr><b/></rPr><t>内</t></r><r><t xml:space="preserve"> 科</t></r><rPh sb="0" eb="1"><t>ネイ</t></rPh><phoneticPr fontId="1"/>';
    expect(await textsOf({ rows: row(`<c t="inlineStr"><is>${runs}</is></c><c t="s"><v>0</v></c>`), strings: `<si>${runs}</si>` })).toEqual([['内 科', '内 科']]);
  });

  it('has what XML cannot hold in the standard’s own way', async () => {
    expect(await textsOf({ rows: row(inlineCell('a_x000D_&#10;b_x005F_x000D_<![CDATA[<x>]]>')) })).toEqual([['a\nb_x000D_<x>']]);
  });
});

describe('a cell that does not say what it should', () => {
  it('is an error of its formula, whatever wrote it down', async () => {
    const cells = ['<c t="e"><f>VLOOKUP(A2,B:C,2,0)</f><v>#N/A</v></c>', '<c t="e"><v>#REF!</v></c>', inlineCell('#DIV/0!'), '<c t="str"><f>A1</f><v>#NAME?</v></c>', '<c><f>1/0</f><v>#DIV/0!</v></c>', '<c><v>NaN</v></c>'];
    expect(await cellsOf({ rows: row(cells.join('')) })).toEqual([['#N/A', '#REF!', '#DIV/0!', '#NAME?', '#DIV/0!', 'NaN'].map((text) => ({ text, problem: 'formulaError' }))]);
    expect(await cellsOf({ rows: row(inlineCell('#1 号楼')) })).toEqual([[{ text: '#1 号楼' }]]);
  });

  it('is a formula that nobody worked out', async () => {
    const cells = ['<c><f>"138"&amp;"0"</f><v></v></c>', '<c><f>A1</f><v/></c>', '<c><f>A1</f></c>', '<c t="str"><f>A1</f></c>', '<c t="b"><f>A1</f></c>'];
    expect(await cellsOf({ rows: row(cells.join('')) })).toEqual([cells.map(() => ({ text: '', problem: 'noResult' }))]);
  });

  it('is none where the result of a formula is there, an empty text too', async () => {
    expect(await cellsOf({ rows: row('<c t="str"><f>A1</f><v></v></c><c t="str"><f>A1</f><v>管理员</v></c><c><f>1+1</f><v>2</v></c>') })).toEqual([[{ text: '管理员' }, { text: '2' }]]);
  });

  it('is a number of more digits than spreadsheets keep', async () => {
    expect(await cellsOf({ rows: row([styled('110101199001011234'), styled('1.10101199001011E17'), styled('350102900101123')].join('')) })).toEqual([
      [{ text: '110101199001011234', problem: 'tooManyDigits' }, { text: '1.10101199001011E17', problem: 'tooManyDigits' }, { text: '350102900101123' }],
    ]);
  });
});

describe('a number', () => {
  it('is the same, however a program writes it', async () => {
    const written = ['1.38E10', '13800000000', '1.38e+10', '1001.0', ' 12 ', '0.1', '0.30000000000000004', '-5', '1E-2'];
    expect(await textsOf({ rows: row(written.map((value) => styled(value)).join('')) })).toEqual([['13800000000', '13800000000', '13800000000', '1001', '12', '0.1', '0.3', '-5', '0.01']]);
  });

  it('shows the zeros and letters that its format puts round it', async () => {
    const formats: [format: string, value: string, shown: string][] = [
      ['00000000', '12345', '00012345'],
      ['000-0000-0000', '13800001234', '138-0000-1234'],
      ['"ZY"0000', '12', 'ZY0012'],
      ['[$-804]0000;@', '7', '0007'],
    ];
    expect(await textsOf({ rows: row(formats.map(([, value], index) => styled(value, index + 1)).join('')), styles: stylesOf(...formats.map(([code]) => code)) })).toEqual([formats.map(([, , shown]) => shown)]);
  });

  it('is told in all its digits where its format would round, group or divide it', async () => {
    const formats: [format: string, value: string, told: string][] = [
      ['0.00', '10', '10'],
      ['#,##0', '12345', '12345'],
      ['0%', '0.5', '0.5'],
      ['0.00E+00', '13800001234', '13800001234'],
      ['0000', '12.5', '12.5'],
      ['0000', '-12', '-12'],
      ['@', '12', '12'],
      ['[DBNum1]0', '12', '12'],
      ['General', '12', '12'],
    ];
    expect(await textsOf({ rows: row(formats.map(([, value], index) => styled(value, index + 1)).join('')), styles: stylesOf(...formats.map(([code]) => code)) })).toEqual([formats.map(([, , told]) => told)]);
  });

  it('is a day where its format is one of days, in either way of counting them', async () => {
    const styles = `${stylesOf('yyyy"年"m"月"d"日";@', 'h:mm').replace('<cellXfs>', '<cellXfs><xf numFmtId="14"/><xf numFmtId="31"/><xf numFmtId="22"/>')}`;
    const cells = [styled('44197', 0), styled('44197', 1), styled('44197.5', 2), styled('44197', 4), styled('0.5', 5), '<c t="d"><v>2021-01-01T00:00:00Z</v></c>'].join('');
    const day = '2021-01-01';
    expect(await textsOf({ rows: row(cells), styles })).toEqual([[day, day, day, day, '12:00', day]]);
    expect(await textsOf({ rows: row(styled('42735', 0)), styles, workbookPr: 'date1904="1"' })).toEqual([[day]]);
  });

  it('is none where nothing stands in it, and words where it is true or false', async () => {
    expect(await textsOf({ rows: row('<c s="7"/><c><v/></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c>') })).toEqual([['TRUE', 'FALSE']]);
  });
});

describe('places', () => {
  it('follow one another where neither rows nor cells say theirs', async () => {
    const rows = `<row>${inlineCell('a')}${inlineCell('b')}</row><row r="5">${inlineCell('c', 'r="C5"')}${inlineCell('d')}</row><row/><row>${inlineCell('e')}</row>`;
    expect((await sheetOf({ rows })).lines).toEqual([
      { number: 1, isHidden: false, cells: { 0: { text: 'a' }, 1: { text: 'b' } } },
      { number: 5, isHidden: false, cells: { 2: { text: 'c' }, 3: { text: 'd' } } },
      { number: 7, isHidden: false, cells: { 0: { text: 'e' } } },
    ]);
  });

  it('count, and not the order in which they are written', async () => {
    const rows = `<row r="2">${inlineCell('b2', 'r="B2"')}${inlineCell('a2', 'r="A2"')}</row><row r="1">${inlineCell('aa1', 'r="AA1"')}</row>`;
    expect((await sheetOf({ rows })).lines.map(({ number, cells }) => [number, cells])).toEqual([
      [1, { 26: { text: 'aa1' } }],
      [2, { 0: { text: 'a2' }, 1: { text: 'b2' } }],
    ]);
  });

  it('that are merged again and again are refused at a limit', async () => {
    const rows = Array.from({ length: 90 }, (_, index) => `<row r="${index + 1}">${inlineCell('x')}${inlineCell('')}</row>`).join('');
    const behind = `<mergeCells>${'<mergeCell ref="A2:A90"/>'.repeat(2000)}</mergeCells>`;
    await expect(sheetOf({ rows, behind })).rejects.toMatchObject({ kind: 'tooLarge' });
  });

  it('that are merged over several rows say the same in each that holds anything, but for titles', async () => {
    const line = (number: number, ...cells: string[]): string => `<row r="${number}">${cells.join('')}</row>`;
    const rows = [line(1, inlineCell('科室', 'r="A1"')), line(2, inlineCell('内科', 'r="A2"'), inlineCell('甲', 'r="B2"')), line(3, inlineCell('乙', 'r="B3"')), line(4, '<c r="A4" s="1"/>'), line(5, inlineCell('丙', 'r="B5"'))];
    const behind = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="A2:A4"/><mergeCell ref="A9:A2"/><mergeCell ref="x"/></mergeCells>';
    expect(await textsOf({ rows: rows.join(''), behind })).toEqual([['科室'], ['内科', '甲'], ['内科', '乙'], ['丙']]);
  });

  it('that are hidden are told', async () => {
    const rows = `<row r="1">${inlineCell('a')}</row><row r="2" hidden="1">${inlineCell('b')}</row>`;
    const sheet = await sheetOf({ rows, before: '<cols><col min="2" max="4" hidden="1"/><col min="7" max="7"/></cols>' });
    expect([sheet.hiddenColumns, sheet.lines.map(({ isHidden }) => isHidden)]).toEqual([[1, 2, 3], [false, true]]);
  });

  it.each(['<row r="0"/>', '<row r="1048577"/>', '<row><c r="XFE1"/></row>', '<row><c r="1"/></row>'])('that no sheet has make it damaged: %s', async (rows) => {
    await expect(sheetOf({ rows })).rejects.toThrow(ArchiveError);
  });

  it('behind the last line that is wanted are not read', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `<row>${inlineCell(`a${index}`)}</row>`).join('');
    const { lines } = await sheetOf({ rows });
    expect(lines.length).toBeGreaterThan(limits.maxLines);
    expect(lines.length).toBeLessThan(2500);
  });
});

describe('the sheet that is read', () => {
  const three = [
    { attributes: 'name="字典" state="hidden"', rows: row(inlineCell('hidden')) },
    { attributes: 'name="内科"', rows: row(inlineCell('姓名')) + `<row>${inlineCell('甲')}</row>` },
    { attributes: 'name="外科"', rows: row(inlineCell('姓名')) },
    { attributes: 'name="密" state="veryHidden"', rows: row(inlineCell('hidden')) },
  ];

  it('is the first that people see; the others are named with their titles', async () => {
    expect(await sheetOf({ rows: '', sheets: three })).toMatchObject({ name: '内科', lines: [{ number: 1 }, { number: 2 }], others: [{ name: '外科', titles: ['姓名'] }] });
  });

  it('has cells: a sheet of a chart is none', async () => {
    const rewrite = (xml: string): string => xml.replace('relationships/worksheet" Target="worksheets/sheet1.xml"', 'relationships/chartsheet" Target="chartsheets/sheet1.xml"');
    expect((await sheetOf({ rows: '', sheets: three.slice(1), rewrite })).name).toBe('外科');
  });

  it.each([
    ['elsewhere', { main: 'book/main.xml' }],
    ['at the top', { main: 'workbook.xml' }],
    ['behind backslashes', { rename: (path: string) => path.replaceAll('/', '\\') }],
    ['in capitals', { rename: (path: string) => path.toUpperCase() }],
    ['at an address from the top', { rewrite: (xml: string) => xml.replace('Target="worksheets/', 'Target="/xl/worksheets/') }],
    ['in the strict edition of the standard', { rewrite: (xml: string) => xml.replaceAll('http://schemas.openxmlformats.org/officeDocument/2006', 'http://purl.oclc.org/ooxml/officeDocument') }],
  ] satisfies [string, Partial<WrittenWorkbook>][])('is found where its parts lie %s', async (_, place) => {
    expect(await textsOf({ rows: row(inlineCell('甲')), ...place })).toEqual([['甲']]);
  });

  it('may be written with prefixes', async () => {
    const prefixed = (xml: string): string => (xml.includes('<worksheet') ? xml.replace(/<(\/?)(?=\w)/g, '<$1x:').replace('xmlns=', 'xmlns:x=') : xml);
    expect(await textsOf({ rows: row(inlineCell('甲')), rewrite: prefixed })).toEqual([['甲']]);
  });

  it.each([
    ['a text that is not there', { rows: row('<c t="s"><v>7</v></c>'), strings: '<si><t>a</t></si>' }],
    ['a kind of cell that is none', { rows: row('<c t="x"><v>7</v></c>') }],
    ['a number that is none', { rows: row(styled('zwölf')) }],
    ['an entity of its own', { rows: row(inlineCell('&own;')) }],
    ['no sheet that people see', { rows: '', sheets: three.slice(0, 1) }],
    ['XML that ends too early', { rows: row(inlineCell('a')), rewrite: (xml: string) => xml.replace('</worksheet>', '') }],
  ] satisfies [string, WrittenWorkbook][])('is damaged with %s', async (_, written) => {
    await expect(sheetOf(written)).rejects.toThrow();
  });

  it('is too large when its parts are, all together', async () => {
    const bytes = await packWorkbook({ rows: row(inlineCell('a'.repeat(1000))) });
    expect(() => readFirstSheet(bytes, { ...limits, maxBytes: 1500 })).toThrow(new ArchiveError('tooLarge'));
  });
});
