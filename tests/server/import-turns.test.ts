/** Reading a spreadsheet takes a core: what one institution sends must not hold up the others. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { code } from '#contract/codes.ts';
import { SPREADSHEET_TYPE } from '#contract/limits.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { inlineCell, makeSpreadsheet, packWorkbook, STAFF_TITLES } from './support/spreadsheets.ts';

/** What may be unpacked. */
const UNPACKED = 39 * 1024 * 1024;
const TOO_LARGE = '表格内容过多，请删除多余的工作表、格式和空行后再试';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.signIn('admin01');
  await server.signIn('admin91');
});
afterAll(() => server.stop());

const check = (as: string, bytes: { data: Uint8Array; type: string }) => server.call('importCompanyAccount', { query: { dryRun: 1 } }, { as, bytes });

/** Titles, one row, and many cells without anything, of which a few kilobytes are sent. */
const slowSpreadsheet = async () => {
  const titles = `<row r="1">${STAFF_TITLES.map((title) => inlineCell(title)).join('')}</row>`;
  const data = await packWorkbook({ rows: `${titles}<row r="2">${'<c/>'.repeat(UNPACKED / 8)}</row>` });
  expect(data.length).toBeLessThan(100 * 1024);
  return { data, type: SPREADSHEET_TYPE };
};

it('waits for one of the same institution at a time, and for none of another', async () => {
  const slow = await slowSpreadsheet();
  const ordinary = await makeSpreadsheet([STAFF_TITLES, ['张三', 'zhangsan01', '内科', '', '', '', '', '', '']]);
  const ended: string[] = [];
  const note = <Answer>(name: string, answer: Promise<Answer>) => answer.finally(() => ended.push(name));
  const first = [1, 2, 3].map((round) => note(`first ${round}`, check('admin01', slow)));
  const second = note('second', check('admin91', ordinary));
  expect(await second).toMatchObject({ code: code.success, message: { rowCount: 1, errorCount: 0 } });
  expect(ended.filter((name) => name !== 'second').length).toBeLessThan(2);
  // Each in its turn, in whichever order they reached the server; what a slow machine does not get through in time is refused.
  for (const answer of await Promise.all(first)) expect([code.validation]).toContain(answer.code);
  expect(ended.filter((name) => name !== 'second').toSorted()).toEqual(['first 1', 'first 2', 'first 3']);
});

it('is refused while too many of the same institution wait, and works afterwards', async () => {
  const slow = await slowSpreadsheet();
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => check('admin01', slow)));
  const refused = answers.filter((answer) => answer.code === code.tooManyAttempts);
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ status: 429, message: '本机构还有其他表格正在检查，请稍后再试' });
  expect(refused[0]?.headers['retry-after']).toBe('10');
  const ordinary = await makeSpreadsheet([STAFF_TITLES, ['张三', 'zhangsan01', '内科', '', '', '', '', '', '']]);
  expect((await check('admin01', ordinary)).code).toBe(code.success);
});

it('ends at its limit of time', async () => {
  // Hours of work, if it were done: every sheet looks for its part among all of them.
  const count = 120_000;
  const sheets = `<sheet name="x" sheetId="1" r:id="last"/>`.repeat(count);
  const data = await packWorkbook({
    rows: `<row r="1">${inlineCell('x')}</row>`,
    rewrite: (xml) =>
      xml.replace(/<sheets>.*<\/sheets>/, `<sheets>${sheets}</sheets>`).replace(/(<Relationship Id="rId1"[^>]*sheet1.xml"\/>)/, (_, one: string) => one.replace('rId1', 'other').repeat(count)),
  });
  const startedAt = performance.now();
  expect(await check('admin01', { data, type: SPREADSHEET_TYPE })).toMatchObject({ code: code.validation, message: TOO_LARGE });
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});
