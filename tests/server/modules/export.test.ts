import { crc32, inflateRawSync } from 'node:zlib';
import { readSheet } from 'read-excel-file/node';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { code } from '#contract/codes.ts';
import { scoreClassLabel } from '#contract/score.ts';
import { sharedSecret } from '../../../server/database/shared-secret.ts';
import { type ExportGrant, readGrant, signGrant } from '../../../server/modules/tasks/export-token.ts';
import { streamWorkbook } from '../../../server/files/workbook-stream.ts';
import { type Account, companies, depts, employees } from '../support/fixture.ts';
import { makePhoto, uploaded } from '../support/photos.ts';
import { type Answer, startTestServer, type TestServer } from '../support/server.ts';
import { addOwnPoints, answerAll, expectSuccess, issueTask, type IssuedTask, newEntry, save, somePointIds, submit } from '../support/task-fixture.ts';

const EXPIRED = '链接已失效，请重新导出';
const COLUMNS = ['科室', '自查类别', '自查项目', '检查要点', '检查方法', '依据', '分值', '结果', '说明', '照片数', '检查人', '检查时间'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const createLink = (body: { taskId: string; deptId?: string }, as: Account = 'admin01') => server.call('createExportLink', { body }, { as });
const download = (url: string): Promise<Answer<unknown>> => server.inject({ method: 'GET', url });
const exported = async (body: { taskId: string; deptId?: string }): Promise<Answer<unknown>> => download(expectSuccess(await createLink(body)).url);
type Rows = (string | number | null)[][];
const sheetOf = async (file: Buffer, name: string): Promise<Rows> => (await readSheet(file, name)) as Rows;

/** Unpacks by the central directory, and checks sizes and checksums on the way. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const [crc, compressed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field));
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    const start = local + 30 + archive.readUInt16LE(local + 26);
    const content = inflateRawSync(archive.subarray(start, start + (compressed ?? 0)));
    expect([content.length, crc32(content)]).toEqual([size, crc]);
    files.set(name, content.toString());
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

describe('a workbook', () => {
  const write = async (cells: (string | number)[]): Promise<Buffer> => {
    const stream = streamWorkbook([{ name: '表', widths: [10, 10], isTable: true, rows: () => [{ cells: ['一', '二'], isHeader: true }, { cells }] }], new Date());
    return Buffer.concat(await stream.toArray());
  };
  const readBack = async (text: string) => (await readSheet(await write([text, 1]), '表', { trim: false }))[1]?.[0];

  test.each([
    '=1+1', '+86', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://example.com","x")', '<b>&amp;"\'', ' 前后空格 ', '多\n行', '_x0041_', '0012', '2026-01-01', '合格', '\u{20BB7}野家', ']]>',
  ])('gives back %j as text', async (text) => {
    expect(await readBack(text)).toBe(text);
  });

  test('leaves out what XML cannot hold, and never writes a formula', async () => {
    expect(await readBack('甲\u0000\u0008乙\uFFFF\uD800')).toBe('甲乙\uFFFD');
    const sheet = unzip(await write(['=cmd|x', 1])).get('xl/worksheets/sheet1.xml');
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=cmd|x</t>');
    expect(sheet).not.toContain('<f>');
  });

  test('is an archive whose directory tells the truth', async () => {
    const files = unzip(await write(['甲', 1]));
    expect([...files.keys()]).toEqual(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml', 'xl/worksheets/sheet1.xml']);
    for (const content of files.values()) expect(content).toMatch(/^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?>/u);
  });

  test('is read row by row: a consumer that stops, stops the reading', async () => {
    let read = 0;
    let isClosed = false;
    async function* rows() {
      try {
        for (;;) {
          read += 1;
          yield { cells: [`第${read}行 ${'文字'.repeat(50)}${Math.random()}`] };
          if (read % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        isClosed = true;
      }
    }
    const stream = streamWorkbook([{ name: '无尽', widths: [10], isTable: false, rows }], new Date());
    await new Promise<void>((resolve) => {
      stream.on('data', () => {
        if (read < 1000) return;
        stream.pause();
        resolve();
      });
    });
    const standsStill = async (): Promise<boolean> => {
      const before = read;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return read === before;
    };
    await expect.poll(standsStill).toBe(true);
    stream.destroy();
    await expect.poll(() => isClosed).toBe(true);
  });

  test('that cannot be completed fails, instead of ending early', async () => {
    const rows = async function* () {
      yield { cells: ['一'] };
      await Promise.resolve();
      throw new Error('the database went away');
    };
    await expect(streamWorkbook([{ name: '断', widths: [10], isTable: false, rows }], new Date()).toArray()).rejects.toThrow('the database went away');
  });
});

describe('an export', () => {
  let task: IssuedTask;
  let points: string[];

  beforeAll(async () => {
    points = await somePointIds(server, 3);
    task = await issueTask(server, { pointIds: points, deptIds: [depts.internal.id, depts.surgery.id], taskName: '六月/自查"(一)' });
    const internal = task.deptTaskIds[depts.internal.id] ?? '';
    const photo = await uploaded(server, await makePhoto(1));
    await save(server, internal, [
      newEntry(server, points[0] ?? '', { result: 'unqualified', remark: '=HYPERLINK("http://example.com")', photos: [photo] }),
      newEntry(server, points[1] ?? '', { result: 'notApplicable' }),
      newEntry(server, points[2] ?? ''),
    ]);
    expectSuccess(await submit(server, internal));
  });

  test('has one row for each point of each department, and a summary', async () => {
    const { body, headers, status } = await exported({ taskId: task.taskId });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="export.xlsx"; filename*=UTF-8''${encodeURIComponent('六月_自查_').replaceAll("'", '%27')}%28${encodeURIComponent('一')}%29${encodeURIComponent('_检查结果_2026-06-15.xlsx')}`,
    );
    expect(headers['cache-control']).toBe('no-store');

    const [header, ...rows] = await sheetOf(body, '检查结果');
    expect(header).toEqual(COLUMNS);
    const detail = expectSuccess(await server.call('queryTaskCheckPointInfo', { params: { id: task.deptTaskIds[depts.internal.id] ?? '' } }, { as: 'staff01' }));
    const time = '2026-06-15 10:00:00';
    const by = employees.staff01.employeeName;
    expect(rows.slice(0, 3).map((row) => row.slice(7))).toEqual([
      ['不合格', '=HYPERLINK("http://example.com")', 1, by, time],
      ['不适用', null, 0, by, time],
      ['合格', null, 0, by, time],
    ]);
    expect(rows.slice(0, 3).map((row) => row.slice(0, 5))).toEqual(
      detail.points.map((point) => ['内科', point.categoryName, point.itemName, point.content, point.method]),
    );
    expect(rows[0]?.[5]).toMatch(/^《.+》第[一二三四五六七八九十百零]+条$/u);
    expect(rows.slice(0, 3).map((row) => row[6])).toEqual(detail.points.map(({ weight = 1 }) => weight));
    expect(rows.slice(3).map((row) => [row[0], ...row.slice(7)])).toEqual(Array(3).fill(['外科', '未查', null, 0, null, null]));

    const summary = await sheetOf(body, '汇总');
    expect(summary[0]?.slice(0, 2)).toEqual(['任务名称', '六月/自查"(一)']);
    const { value, scoreClass } = detail.score!;
    const score = [value, scoreClassLabel[scoreClass!]];
    expect(summary.slice(-3)).toEqual([
      ['内科', '已提交', 3, 1, 1, 1, 0, ...score, 1, time, by],
      ['外科', '待自查', 3, 0, 0, 0, 3, null, null, 0, null, null],
      ['合计', null, 6, 1, 1, 1, 3, ...score, 1, null, null],
    ]);
  });

  test('can be of one department', async () => {
    const { body, headers } = await exported({ taskId: task.taskId, deptId: depts.surgery.id });
    const [, ...rows] = await sheetOf(body, '检查结果');
    expect(rows.map((row) => row[0])).toEqual(['外科', '外科', '外科']);
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('_外科_检查结果_');
  });

  test('holds no telephone number and no identity card', async () => {
    const { body } = await exported({ taskId: task.taskId });
    const text = JSON.stringify([await sheetOf(body, '检查结果'), await sheetOf(body, '汇总')]);
    for (const employee of Object.values(employees)) {
      expect(text).not.toContain(employee.tel);
      expect(text).not.toContain(employee.idCard);
      expect(text).not.toContain(employee.email);
    }
  });

  test('needs no session, only the link', async () => {
    const { url } = expectSuccess(await createLink({ taskId: task.taskId }));
    expect((await server.inject({ method: 'GET', url, headers: { accesstoken: 'no session has this token' } })).status).toBe(200);
    const missing = await server.inject({ method: 'GET', url: url.slice(0, url.indexOf('?')) });
    expect([missing.status, missing.code]).toEqual([422, code.validation]);
  });

  test('is for administrators, and for tasks and departments of their own company', async () => {
    expect((await createLink({ taskId: task.taskId }, 'staff01')).code).toBe(code.forbidden);
    for (const [body, as] of [
      [{ taskId: uuidv7() }, 'admin01'],
      [{ taskId: task.taskId }, 'admin91'],
      [{ taskId: task.taskId, deptId: depts.nursing.id }, 'admin01'],
      [{ taskId: task.taskId, deptId: depts.otherInternal.id }, 'admin01'],
    ] as const) {
      const answer = await createLink(body, as);
      expect([answer.status, answer.code, answer.message]).toEqual([404, code.notFound, '记录不存在']);
    }
  });

  test('ends with the link after five minutes', async () => {
    const { url, expiresAt } = expectSuccess(await createLink({ taskId: task.taskId }));
    const start = server.clock.now();
    expect(expiresAt).toBe(new Date(start.getTime() + 300_000).toISOString());
    server.clock.advance(299_999);
    expect((await download(url)).status).toBe(200);
    server.clock.advance(1);
    const late = await download(url);
    expect([late.status, late.code, late.message]).toEqual([403, code.forbidden, EXPIRED]);
    server.clock.set(start);
  });

  test('refuses a link that was changed or made by somebody else', async () => {
    const { url } = expectSuccess(await createLink({ taskId: task.taskId }));
    const [path = '', token = ''] = url.split('token=');
    const [payload = '', signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify([companies.second.compNo, employees.admin91.id, uuidv7(), task.taskId, '', Date.parse('2030-01-01')])).toString('base64url');
    const ownKey = signGrant(Buffer.from('a key of my own'), { compNo: '110001', employeeId: employees.admin01.id, familyId: uuidv7(), taskId: task.taskId, deptId: undefined, expiresAt: Date.parse('2030-01-01') });
    for (const forged of [`${other}.${signature}`, `${payload}.`, payload, `${payload}.${signature.slice(1)}`, `${payload}.${signature}.x`, `.${signature}`, 'x', '.', ownKey]) {
      const answer = await download(`${path}token=${forged}`);
      expect([answer.status, answer.code, answer.message], forged).toEqual([403, code.forbidden, EXPIRED]);
    }
  });

  test('honours no link that holds longer than five minutes, whoever signed it', async () => {
    const { url } = expectSuccess(await createLink({ taskId: task.taskId }));
    const token = url.split('token=')[1] ?? '';
    const key = await sharedSecret(server.context.db, 'exportKey');
    const grant = readGrant(key, token, server.clock.now());
    if (grant === undefined) throw new Error('the key is not that of the server');
    const holdingFor = async (milliseconds: number): Promise<number> => {
      const longer = signGrant(key, { ...grant, expiresAt: server.clock.now().getTime() + milliseconds });
      return (await download(`${url.split('token=')[0]}token=${longer}`)).status;
    };
    expect(await holdingFor(300_000)).toBe(200);
    expect(await holdingFor(300_001)).toBe(403);
    expect(await holdingFor(50 * 365 * 24 * 60 * 60 * 1000)).toBe(403);
  });

  test('ends with the session that made the link, and with no other', async () => {
    const linkOf = async (token: string) => expectSuccess(await server.call('createExportLink', { body: { taskId: task.taskId } }, { token })).url;
    const [one, other] = [await server.signIn('admin01', 'Admin2026'), await server.signIn('admin01', 'Admin2026')];
    const [ended, kept] = [await linkOf(one), await linkOf(other)];
    expectSuccess(await server.call('signOut', { body: {} }, { token: one }));
    const refused = await download(ended);
    expect([refused.status, refused.message]).toEqual([403, EXPIRED]);
    expect((await download(kept)).status).toBe(200);
  });

  test('ends with the rights of the person who made the link', async () => {
    const { url } = expectSuccess(await createLink({ taskId: task.taskId }));
    await server.context.db.updateTable('employee').set({ is_admin: 0 }).where('account', '=', 'admin01').execute();
    const refused = await download(url);
    await server.context.db.updateTable('employee').set({ is_admin: 1 }).where('account', '=', 'admin01').execute();
    expect([refused.status, refused.message]).toEqual([403, EXPIRED]);
    expect((await download(url)).status).toBe(200);
  });

  test('is audited with who, what, and from where', async () => {
    const { url } = expectSuccess(await createLink({ taskId: task.taskId }));
    const audited = () => server.context.db.selectFrom('audit_record').selectAll().where('action', '=', 'task.export').orderBy('id').execute();
    const before = (await audited()).length;
    await server.inject({ method: 'GET', url, remoteAddress: '10.1.2.3' });
    await download(`${url}x`);
    const records = (await audited()).slice(before);
    expect(records).toMatchObject([
      { comp_no: companies.first.compNo, employee_id: employees.admin01.id, account: 'admin01', object_type: 'task', object_id: task.taskId, address: '10.1.2.3', succeeded: 1 },
    ]);
    expect(records[0]?.summary).toContain('6 行');
    expect(server.logs.join('')).not.toContain(url.split('token=')[1]);
  });

  test('of a cancelled task says so', async () => {
    const cancelled = await issueTask(server, { pointIds: points, taskName: '取消的任务' });
    await answerAll(server, cancelled.deptTaskIds[depts.internal.id] ?? '', points.slice(0, 2));
    expectSuccess(await server.call('cancelTask', { body: { id: cancelled.taskId, reason: '计划有变' } }, { as: 'admin01' }));
    const summary = await sheetOf((await exported({ taskId: cancelled.taskId })).body, '汇总');
    expect(summary.map((row) => row.slice(0, 2))).toContainEqual(['任务状态', '已取消']);
    expect(summary.at(-2)?.slice(0, 2)).toEqual(['内科', '已取消']);
  });

  test('lesson 35: of 30,000 rows is complete, and holds up nobody', { timeout: 60_000 }, async () => {
    const own = (await addOwnPoints(server.context, 2000)).map((point) => point.id);
    const deptIds: string[] = [];
    for (let number = 1; number <= 15; number += 1) {
      deptIds.push(expectSuccess(await server.call('addCompanyDeptInfo', { body: { deptName: `大任务科室${number}`, sort: number } }, { as: 'admin01' })).id);
    }
    const big = await issueTask(server, { pointIds: own, deptIds, taskName: '三万行' });
    const { url } = expectSuccess(await createLink({ taskId: big.taskId }));
    let isDone = false;
    const downloading = download(url).finally(() => {
      isDone = true;
    });
    let others = 0;
    while (!isDone) {
      expect((await server.inject({ method: 'GET', url: '/healthz' })).status).toBe(200);
      others += 1;
    }
    const { body } = await downloading;
    expect(others).toBeGreaterThanOrEqual(15);
    const [, ...rows] = await sheetOf(body, '检查结果');
    expect(rows).toHaveLength(30_000);
    expect(new Set(rows.map((row) => `${row[0]} ${row[3]}`)).size).toBe(30_000);
    expect((await sheetOf(body, '汇总')).at(-1)).toEqual(['合计', null, 30_000, 0, 0, 0, 30_000, null, null, 0, null, null]);
  });
});

describe('a grant', () => {
  const key = Buffer.alloc(32, 7);
  const grant: ExportGrant = { compNo: '1', employeeId: 'e', familyId: 'f', taskId: 't', deptId: undefined, expiresAt: 1000 };

  test('is read back before it expires', () => {
    expect(readGrant(key, signGrant(key, grant), new Date(999))).toEqual(grant);
    expect(readGrant(key, signGrant(key, { ...grant, deptId: 'd' }), new Date(999))).toEqual({ ...grant, deptId: 'd' });
    expect(readGrant(key, signGrant(key, grant), new Date(1000))).toBeUndefined();
    expect(readGrant(key, signGrant(key, { ...grant, expiresAt: 300_001 }), new Date(0))).toBeUndefined();
  });

  test('of another key is none', () => {
    expect(readGrant(Buffer.alloc(32, 8), signGrant(key, grant), new Date(0))).toBeUndefined();
  });

  test('stays short enough for an address', () => {
    const longest = { compNo: '1'.repeat(32), employeeId: uuidv7(), familyId: uuidv7(), taskId: uuidv7(), deptId: uuidv7(), expiresAt: Date.now() };
    expect(signGrant(key, longest).length).toBeLessThan(500);
  });
});
