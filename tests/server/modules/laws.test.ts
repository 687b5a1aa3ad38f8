import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { apiPaths, fillPath } from '#contract/api-paths.ts';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import type { Law } from '#contract/law.ts';
import { importLaws } from '../../../server/modules/laws/law-import-service.ts';
import { findEdition } from '../../../server/modules/laws/law-service.ts';
import { succeedLaws } from '../../../server/modules/law-changes/law-succession-service.ts';
import { makeEncryptedPdf, makePdf } from '../../support/pdf.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const demonstrationLaws = fileURLToPath(new URL('../../../server/library/laws', import.meta.url));
const statutes = fileURLToPath(new URL('../../../../shared/data/laws', import.meta.url));
const inForce = fileURLToPath(new URL('../../../../shared/data/statutes', import.meta.url));
const cases = fileURLToPath(new URL('../../../../shared/data/cases', import.meta.url));

let folder: string;
const put = async (name: string, content: string | Uint8Array | object): Promise<void> => {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content, null, 2));
};
const statute = (title: string, ...articles: string[]): string =>
  [`# ${title}`, '', '<!-- INFO END -->', ...articles.flatMap((text, index) => ['', `第${'一二三四五六七八九'.charAt(index)}条 ${text}`])].join('\n');

const garbage = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, '0123456789')]);

let server: TestServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zyzc-laws-'));
  return () => rm(folder, { recursive: true });
});

const startEmpty = (): void => {
  beforeEach(async () => {
    server = await startTestServer();
    return () => server.stop();
  });
};

async function allLaws(query: object = {}): Promise<Law[]> {
  const answer = await server.call('laws', { query: { pageSize: 100, ...query } }, { as: 'staff01' });
  expect(answer.code).toBe(1000);
  return answer.message.records;
}
const lawNamed = async (title: string): Promise<Law> => {
  const found = (await allLaws()).find((law) => law.title === title);
  if (found === undefined) throw new Error(`${title} is not there`);
  return found;
};
const readText = async (id: string, query: object = {}) => server.call('readLaw', { params: { id }, query }, { as: 'staff01' });
const importFolder = () => importLaws(server.context, folder);

describe('importing a folder', () => {
  startEmpty();

  test('reads texts with and without metadata, below subfolders too', async () => {
    await put('甲.md', statute('甲办法', '为了甲。', '自公布之日起施行。'));
    await put('甲.json', { docNumber: '甲〔2024〕1号', lawType: '规范性文件', enactDept: '某委员会', publishDate: '2024-01-02', effectiveDate: '2024-02-03', status: '已废止' });
    await put('sub/乙条例(2020-05-06).md', statute('乙条例', '为了乙。'));
    await put('.DS_Store', 'not ours');
    expect(await importFolder()).toEqual({ added: ['sub/乙条例(2020-05-06).md', '甲.md'], updated: [], unchanged: [], unreplaced: [], failures: [] });
    expect(await lawNamed('甲办法')).toMatchObject({
      docNumber: '甲〔2024〕1号',
      lawType: '规范性文件',
      enactDept: '某委员会',
      publishDate: '2024-01-02',
      effectiveDate: '2024-02-03',
      status: 'repealed',
      articleCount: 2,
      hasPdf: false,
    });
    expect(await lawNamed('乙条例')).toMatchObject({ lawType: '行政法规', enactDept: '国务院', publishDate: '2020-05-06', status: 'effective' });
  });

  test('changes nothing the second time', async () => {
    await put('甲.md', statute('甲办法', '为了甲。'));
    await put('乙.pdf', makePdf(['law']));
    await put('乙.json', { title: '乙规定' });
    await importFolder();
    const tables = async () => ({
      laws: await server.context.db.selectFrom('law').selectAll().orderBy('id').execute(),
      articles: await server.context.db.selectFrom('law_article').selectAll().orderBy('law_id').orderBy('seq').execute(),
    });
    const before = await tables();
    server.clock.advance(60_000);
    expect(await importFolder()).toEqual({ added: [], updated: [], unchanged: ['乙.pdf', '甲.md'], unreplaced: [], failures: [] });
    expect(await tables()).toEqual(before);
  });

  test('keeps the id of a law whose text or metadata changed, and gives it a new version', async () => {
    await put('甲(2024-01-01).md', statute('甲办法', '旧的。', '第二。'));
    await importFolder();
    const old = await lawNamed('甲办法');
    await put('甲(2024-01-01).md', statute('甲办法', '新的。'));
    expect((await importFolder()).updated).toEqual(['甲(2024-01-01).md']);
    const changed = await lawNamed('甲办法');
    expect(changed.id).toBe(old.id);
    expect(changed.version).not.toBe(old.version);
    const text = await readText(old.id);
    expect(text.message.chapters[0]?.articles.map((article) => article.paragraphs)).toEqual([['新的。']]);

    await put('甲(2024-01-01).json', { enactDept: '某部' });
    expect((await importFolder()).updated).toHaveLength(1);
    expect((await lawNamed('甲办法')).version).not.toBe(changed.version);
    expect((await lawNamed('甲办法')).id).toBe(old.id);
  });

  test('learns a publication day later without making a second law of it', async () => {
    await put('甲.md', statute('甲办法', '一。'));
    await importFolder();
    const { id } = await lawNamed('甲办法');
    await put('甲.json', { publishDate: '2024-01-01' });
    expect((await importFolder()).updated).toEqual(['甲.md']);
    expect(await allLaws()).toMatchObject([{ id, publishDate: '2024-01-01', status: 'effective' }]);
  });

  test('leaves the older of two versions in force until the newer one is', async () => {
    const today = shanghaiDay(server.context.now());
    const ahead = addDays(today, 2);
    await put('示例法(2013-06-29).md', statute('示例法', '旧的。'));
    await put(`示例法(${today}).md`, statute('示例法', '新的。', '第二条。'));
    await put(`示例法(${today}).json`, { effectiveDate: ahead });
    await importFolder();
    const versions = async () => (await allLaws()).map(({ publishDate, status }) => [publishDate, status]).sort();
    const both = [['2013-06-29', 'effective'], [today, 'effective']];
    expect(await versions()).toEqual(both);
    expect((await importFolder()).updated).toEqual([]);
    expect((await findEdition(server.context.db, '示例法'))?.publishDate).toBe('2013-06-29');
    await succeedLaws(server.context);
    expect(await versions()).toEqual(both);

    server.clock.advance(2 * 24 * 60 * 60 * 1000);
    const old = (await allLaws()).find(({ publishDate }) => publishDate === '2013-06-29');
    await succeedLaws(server.context);
    expect(await versions()).toEqual([['2013-06-29', 'amended'], [today, 'effective']]);
    expect((await findEdition(server.context.db, '示例法'))?.publishDate).toBe(today);
    expect((await allLaws()).find(({ id }) => id === old?.id)?.version, 'kept under its address for ever').not.toBe(old?.version);
    expect((await importFolder()).updated).toEqual([]);
  });

  test('names the law that is 已修改 although its newer version turned out not to be in force, until it is imported again', async () => {
    const today = shanghaiDay(server.context.now());
    await put('示例法(2013-06-29).md', statute('示例法', '旧的。'));
    await put('废止法(2013-06-29).md', statute('废止法', '旧的。'));
    await put('废止法(2013-06-29).json', { status: '已修改' });
    await importFolder();
    const olderAlone = folder;
    folder = join(olderAlone, 'newer');
    await put(`示例法(${today}).md`, statute('示例法', '新的。'));
    expect((await importFolder()).unreplaced).toEqual([]);
    const versions = async () => (await allLaws({ title: '示例法' })).map(({ publishDate, status }) => [publishDate, status]).sort();
    expect(await versions()).toEqual([['2013-06-29', 'amended'], [today, 'effective']]);

    await put(`示例法(${today}).json`, { effectiveDate: addDays(today, 365) });
    expect((await importFolder()).unreplaced).toEqual(['《示例法》（2013-06-29 公布）']);
    expect((await importFolder()).unreplaced).toEqual([]);
    folder = olderAlone;
    expect((await importFolder()).unreplaced).toEqual([]);
    expect(await versions()).toEqual([['2013-06-29', 'effective'], [today, 'effective']]);
    expect(await lawNamed('废止法')).toMatchObject({ status: 'amended' });
  });

  test.each([
    ['together', true],
    ['one after the other', false],
  ])('marks the older of two versions, imported %s, as amended', async (_, isTogether) => {
    await put('示例法(2013-06-29).md', statute('中华人民共和国示例法', '旧的。'));
    if (!isTogether) {
      await importFolder();
      expect(await lawNamed('中华人民共和国示例法')).toMatchObject({ status: 'effective' });
      await rm(join(folder, '示例法(2013-06-29).md'));
    }
    const before = await allLaws();
    await put('示例法(2025-04-30).md', statute('中华人民共和国示例法', '新的。'));
    await importFolder();
    const after = await allLaws();
    expect(after.map((law) => [law.publishDate, law.status])).toEqual([
      ['2025-04-30', 'effective'],
      ['2013-06-29', 'amended'],
    ]);
    // Phones keep a law under its version, and must learn that it holds no more.
    if (!isTogether) expect(after[1]?.version).not.toBe(before[0]?.version);
    await put('示例法(2013-06-29).md', statute('中华人民共和国示例法', '旧的。'));
    expect((await importFolder()).added).toEqual([]);
    expect(await allLaws()).toEqual(after);
  });

  test('names each broken file with its line, and imports the others', async () => {
    await put('好.md', statute('好办法', '一。'));
    await put('无标题.md', '第一条 甲。');
    await put('缺条.md', statute('缺条办法', '一。').concat('\n\n第三条 三。'));
    await put('乱码.md', Buffer.concat([Buffer.from('# 甲\n\n'), Buffer.from([0xb5, 0xda, 0xd2, 0xbb]), Buffer.from('\n')]));
    await put('坏元数据.md', statute('坏元数据办法', '一。'));
    await put('坏元数据.json', '{\n  "lawType": "法律",\n  "status": \n}');
    await put('错状态.md', statute('错状态办法', '一。'));
    await put('错状态.json', { lawType: '法律', status: '有效' });
    await put('错字段.md', statute('错字段办法', '一。'));
    await put('错字段.json', { lawType: '法律', publishdate: '2024-01-01' });
    await put('假.pdf', 'not a PDF');
    await put('假.json', { title: '假' });
    await put('孤单.json', { title: '孤单' });
    await put('加锁.pdf', makeEncryptedPdf('secret'));
    await put('加锁.json', { title: '加锁' });
    await put('光有.pdf', makePdf(['law']));
    await put('重复.md', statute('好办法', '二。'));
    await put('分编.md', statute('示例法典', '一。'));
    await put('分编.json', { title: '示例法典 第二编 物权' });
    const report = await importFolder();
    expect(report.added).toEqual(['好.md']);
    expect(Object.fromEntries(report.failures.map(({ file, line, reason }) => [file, [line, reason]]))).toEqual({
      '无标题.md': [1, expect.stringContaining('没有标题')],
      '缺条.md': [7, expect.stringContaining('应为第二条')],
      '乱码.md': [3, expect.stringContaining('UTF-8')],
      '坏元数据.json': [4, expect.stringContaining('JSON')],
      '错状态.json': [3, expect.stringContaining('status')],
      '错字段.json': [3, expect.stringContaining('publishdate')],
      '假.pdf': [undefined, expect.stringContaining('不是 PDF')],
      '加锁.pdf': [undefined, expect.stringContaining('密码')],
      '孤单.json': [undefined, expect.stringContaining('没有同名')],
      '光有.pdf': [undefined, expect.stringContaining('元数据')],
      '重复.md': [undefined, expect.stringContaining('好.md')],
      '分编.json': [1, expect.stringContaining('法典的一编')],
    });
    expect(await allLaws()).toHaveLength(1);
  });

  test('names all that it cannot read, reads plain text and follows links to files', async () => {
    await put('甲.markdown', statute('甲办法', '一。'));
    await put('乙.txt', statute('乙办法', '一。'));
    await put('丙.docx', 'a Word file');
    await put('丁.MD', statute('丁办法', '一。'));
    await put('丁.txt', statute('丁办法', '二。'));
    await put('垃圾.pdf', garbage);
    await put('垃圾.json', { title: '垃圾' });
    await put('锁.md', statute('锁办法', '一。'));
    await put('锁着/戊.md', statute('戊办法', '一。'));
    const outside = await mkdtemp(join(tmpdir(), 'zyzc-laws-outside-'));
    onTestFinished(() => rm(outside, { recursive: true }));
    await writeFile(join(outside, '己.md'), statute('己办法', '一。'));
    await symlink(join(outside, '己.md'), join(folder, '链接.md'));
    await symlink(join(outside, 'gone.md'), join(folder, '断开.md'));
    await symlink(folder, join(folder, '回环'));
    // Looks like a file to everybody, root included, and cannot be read.
    const unreadable = '/proc/self/mem';
    const hasUnreadable = existsSync(unreadable);
    if (hasUnreadable) await symlink(unreadable, join(folder, '坏盘.md'));
    // Root reads all the same.
    const isRoot = process.getuid?.() === 0;
    await chmod(join(folder, '锁.md'), 0);
    await chmod(join(folder, '锁着'), 0);
    const report = await importFolder();
    await chmod(join(folder, '锁着'), 0o700);
    expect(report.added).toEqual(['丁.MD', '乙.txt', '甲.markdown', '链接.md', ...(isRoot ? ['锁.md', '锁着/戊.md'] : [])].toSorted());
    const failures = Object.fromEntries(report.failures.map(({ file, reason }) => [file, reason]));
    expect(failures).toEqual({
      '丙.docx': expect.stringContaining('不认识的文件类型'),
      '丁.txt': '与 丁.MD 同名，只读取了后者',
      '垃圾.pdf': expect.stringContaining('无法打开'),
      '断开.md': expect.stringContaining('不存在'),
      '回环': '链接没有指向文件',
      ...(hasUnreadable ? { '坏盘.md': expect.stringContaining('无法读取') } : {}),
      ...(isRoot ? {} : { '锁.md': '没有读取权限', '锁着': '没有读取权限' }),
    });
  });

  test('takes the demonstration library as it is', async () => {
    const report = await importLaws(server.context, demonstrationLaws);
    expect(report.failures).toEqual([]);
    expect(report.added).toHaveLength(readdirSync(demonstrationLaws).filter((name) => name.endsWith('.md')).length);
    expect(report.added.length).toBeGreaterThan(0);
  });

  test('npm run laws:import prints what it did, and fails when a file is broken', { timeout: 60_000 }, async () => {
    await put('好.md', statute('好办法', '一。'));
    const dataDir = await mkdtemp(join(tmpdir(), 'zyzc-laws-data-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const run = async (): Promise<{ code: number; out: string; err: string }> => {
      const script = fileURLToPath(new URL('../../../server/commands/laws-import.ts', import.meta.url));
      const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'production' };
      return promisify(execFile)(process.execPath, [script, folder], { env }).then(
        ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
        (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, out: error.stdout, err: error.stderr }),
      );
    };
    expect(await run()).toEqual({ code: 0, out: '新增 1 部，更新 0 部，未变 0 部，失败 0 个文件\n', err: '' });
    await put('坏.md', '# 坏\n\n没有条文');
    const failed = await run();
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/^坏\.md:3: 没有条文/u);
    expect(failed.out).toBe('新增 0 部，更新 0 部，未变 1 部，失败 1 个文件\n');
  });
});

describe('versions of one law', () => {
  startEmpty();

  test('know of each other, whichever way their titles are written, and other laws stay apart', async () => {
    await put('示例法(2013-06-29).md', statute('中华人民共和国示例法', '旧的。'));
    await put('示例法(2025-04-30).md', statute('中华人民共和国示例法', '新的。'));
    await put('示例法(2004-08-28).md', statute('示例法', '最早的。'));
    await put('办法.md', statute('示例法实施办法', '办法。'));
    await importFolder();
    const laws = await allLaws();
    const byDay = (day: string) => laws.find((law) => law.publishDate === day)!;
    const version = (day: string) => ({ id: byDay(day).id, publishDate: day, effectiveDate: byDay(day).effectiveDate, status: byDay(day).status });
    expect(byDay('2025-04-30').versions).toEqual([version('2013-06-29'), version('2004-08-28')]);
    expect(byDay('2013-06-29').versions).toEqual([version('2025-04-30'), version('2004-08-28')]);
    expect(version('2004-08-28').status).toBe('amended');
    expect((await lawNamed('示例法实施办法')).versions).toEqual([]);
    // A list of one row knows of those that are not on it.
    const [only] = await allLaws({ title: '示例法', status: 'effective', pageSize: 1 });
    expect(only?.versions).toHaveLength(2);
    // The text is kept for ever under its version, and an older version that is imported later must not change it.
    expect((await readText(byDay('2025-04-30').id)).message).not.toHaveProperty('versions');
  });

  test('may name their year in the title', async () => {
    await put('旧办法(2013-06-29).md', statute('示例办法', '旧的。'));
    await put('新办法(2021-04-30).md', statute('示例办法（2021年修订）', '新的。'));
    await importFolder();
    const [revised, first] = [await lawNamed('示例办法（2021年修订）'), await lawNamed('示例办法')];
    expect([revised.status, first.status]).toEqual(['effective', 'amended']);
    expect(revised.versions).toMatchObject([{ id: first.id, publishDate: '2013-06-29' }]);
    expect((await importFolder()).unchanged).toHaveLength(2);
  });

  test('are told by the year in their titles where no day is known, and a day that is learned later belongs to one of them', async () => {
    await put('旧办法.md', statute('示例办法', '旧的。'));
    await put('新办法.md', statute('示例办法（2021年修订）', '新的。'));
    expect(await importFolder()).toMatchObject({ added: ['新办法.md', '旧办法.md'], failures: [] });
    const ids = new Map((await allLaws()).map((law) => [law.title, law.id]));
    expect((await importFolder()).unchanged).toHaveLength(2);
    await put('新办法.json', { publishDate: '2021-04-30' });
    expect(await importFolder()).toMatchObject({ added: [], updated: ['新办法.md', '旧办法.md'], failures: [] });
    expect(new Map((await allLaws()).map((law) => [law.title, law.id]))).toEqual(ids);
    expect((await allLaws()).map((law) => [law.title, law.publishDate, law.status])).toEqual([
      ['示例办法（2021年修订）', '2021-04-30', 'effective'],
      ['示例办法', null, 'amended'],
    ]);
  });
});

describe.skipIf(!existsSync(statutes))('real statutes', () => {
  startEmpty();

  test('all of them are imported in one go, complete', async () => {
    const report = await importLaws(server.context, statutes);
    expect(report.failures).toEqual([]);
    expect(report.added).toHaveLength(24);
    const laws = await allLaws();
    const versions = laws.filter((law) => law.title === '中华人民共和国传染病防治法');
    expect(versions.map((law) => [law.publishDate, law.articleCount, law.status])).toEqual([
      ['2025-04-30', 115, 'effective'],
      ['2013-06-29', 80, 'amended'],
    ]);
    for (const law of laws) {
      const { chapters } = (await readText(law.id)).message;
      const articles = chapters.flatMap((chapter) => chapter.articles);
      expect(articles.map((article) => article.number), law.title).toEqual(articles.map((_, index) => index + 1));
      expect(articles.every((article) => article.paragraphs.every((paragraph) => paragraph !== '' && !/[\u3000*#]/u.test(paragraph)))).toBe(true);
      expect(['法律', '行政法规']).toContain(law.lawType);
    }
    expect((await importLaws(server.context, statutes)).unchanged).toHaveLength(24);
  });

  test.skipIf(!existsSync(inForce))('of those in force, each has the articles that its text begins lines with', async () => {
    expect((await importLaws(server.context, inForce)).failures).toEqual([]);
    const files = readdirSync(inForce);
    expect(files).toHaveLength(73);
    const counts = files.map((file) => readFileSync(join(inForce, file), 'utf8').match(/^(?:\*\*)?第[零〇一二三四五六七八九十百千]+条/gmu)?.length);
    expect((await allLaws()).map((law) => law.articleCount).toSorted()).toEqual(counts.toSorted());
  });
});

describe.skipIf(!existsSync(cases))('texts that people had', () => {
  startEmpty();

  test('are read, or refused with the line that is at fault', async () => {
    for (const file of readdirSync(cases).filter((name) => name.endsWith('.md'))) await put(file, readFileSync(join(cases, file)));
    const { added, failures } = await importFolder();
    expect(added).toEqual(['03-space-in-last.md', '08-table.md', '09-notice.md', '14-circle-zero-date.md']);
    expect(failures).toEqual([{ file: '04-di-typo-last.md', line: 7, reason: expect.stringContaining('第三条') }]);
    const laws = await allLaws();
    expect(Object.fromEntries(laws.map((law) => [law.title, [law.articleCount, law.lawType, law.effectiveDate]]))).toEqual({
      末条空格规定: [4, '部门规章', '1990-08-01'],
      表格规定: [2, '部门规章', null],
      关于进一步加强医疗机构感染预防与控制工作的通知: [2, '规范性文件', null],
      甲乙丙暂行条例: [2, '行政法规', '1990-08-01'],
    });
  });
});

if (!existsSync(statutes)) console.warn('real statutes were NOT imported: ../shared/data/laws is not there');

describe('the calls', () => {
  let laws: { withPdf: Law; textOnly: Law };
  const bytes = makePdf(['law'], 8000);

  beforeAll(async () => {
    server = await startTestServer();
    folder = await mkdtemp(join(tmpdir(), 'zyzc-laws-'));
    await put('a(2021-01-01).md', statute('中华人民共和国甲法', '一。', '二。'));
    await put('b(2022-01-01).md', statute('中华人民共和国乙法', '一。'));
    await put('c(2020-01-01).md', statute('丙条例', '一。'));
    await put('d.md', statute('丁100%办法', '一。'));
    await put('d.json', { lawType: '院内制度', enactDept: '医务科', publishDate: '2026-01-01' });
    await put('e(2023-01-01).md', statute('戊条例', '一。'));
    await put('e(2023-01-01).json', { status: 'repealed' });
    await put('f.pdf', bytes);
    await put('f.json', { title: '己规定（PDF）', lawType: '部门规章', enactDept: '某部', publishDate: '2019-01-01' });
    expect((await importFolder()).failures).toEqual([]);
    await rm(folder, { recursive: true });
    laws = { withPdf: await lawNamed('己规定（PDF）'), textOnly: await lawNamed('中华人民共和国甲法') };
  });
  afterAll(() => server.stop());

  test('the list shows what is in force first, then by force of law, then the newest', async () => {
    expect((await allLaws()).map((law) => law.title)).toEqual([
      '中华人民共和国乙法', '中华人民共和国甲法', '丙条例', '己规定（PDF）', '丁100%办法', '戊条例',
    ]);
  });

  test('the list pages and filters', async () => {
    const page = await server.call('laws', { query: { pageSize: 4, pageNum: 2 } }, { as: 'staff91' });
    expect(page.message).toMatchObject({ total: 6, pageNum: 2, pageSize: 4 });
    expect(page.message.records.map((law) => law.title)).toEqual(['丁100%办法', '戊条例']);
    const titles = async (query: object) => (await allLaws(query)).map((law) => law.title);
    expect(await titles({ title: '甲' })).toEqual(['中华人民共和国甲法']);
    expect(await titles({ title: '100%' })).toEqual(['丁100%办法']);
    expect(await titles({ title: '_' })).toEqual([]);
    expect(await titles({ lawType: '行政法规' })).toEqual(['丙条例', '戊条例']);
    expect(await titles({ enactDept: '医务科' })).toEqual(['丁100%办法']);
    expect(await titles({ status: 'repealed' })).toEqual(['戊条例']);
    expect(await titles({ status: 'repealed', title: '甲' })).toEqual([]);
    expect((await server.call('laws', { query: { status: 'nonsense' as 'effective' } }, { as: 'staff01' })).code).toBe(4022);
  });

  test('the dictionaries count each type and each body', async () => {
    expect((await server.call('lawTypes', {}, { as: 'staff01' })).message).toEqual([
      { value: '法律', label: '法律', count: 2 },
      { value: '行政法规', label: '行政法规', count: 2 },
      { value: '部门规章', label: '部门规章', count: 1 },
      { value: '院内制度', label: '院内制度', count: 1 },
    ]);
    expect((await server.call('lawEnactDepts', {}, { as: 'staff01' })).message).toEqual([
      { value: '全国人民代表大会常务委员会', label: '全国人民代表大会常务委员会', count: 2 },
      { value: '国务院', label: '国务院', count: 2 },
      { value: '医务科', label: '医务科', count: 1 },
      { value: '某部', label: '某部', count: 1 },
    ]);
  });

  test('a law is kept under its version, and only there', async () => {
    const { id, version } = laws.textOnly;
    const versioned = await readText(id, { v: version });
    expect(versioned.message).toMatchObject({ id, version, articleCount: 2, chapters: [{ title: '', articles: [{ number: 1 }, { number: 2 }] }] });
    expect(versioned.headers['cache-control']).toMatch(/^private, max-age=\d{8}, immutable$/);
    for (const query of [{}, { v: 'f'.repeat(64) }]) {
      const other = await readText(id, query);
      expect(other.message.version).toBe(version);
      expect(other.headers['cache-control']).toBe('no-store');
    }
  });

  test('texts of several laws come in one answer, as they come alone, in the order asked for', async () => {
    const alone = await Promise.all([laws.withPdf.id, laws.textOnly.id].map(async (id) => (await readText(id)).message));
    const several = await server.call('lawTexts', { query: { ids: [laws.withPdf.id, uuidv7(), laws.textOnly.id, laws.withPdf.id].join(',') } }, { as: 'staff91' });
    expect(several.code).toBe(1000);
    expect(several.message).toEqual(alone);
  });

  test('texts of several laws come compressed where that is understood', async () => {
    const read = async (encoding: string) =>
      server.app.inject({
        method: 'GET',
        url: apiPaths.lawTexts.path,
        query: { ids: laws.textOnly.id },
        headers: { accesstoken: await server.signIn('staff01'), 'accept-encoding': encoding },
      });
    const plain = await read('identity');
    for (const encoding of ['gzip', 'br, gzip;q=0.8', 'gzip, deflate']) {
      const compressed = await read(encoding);
      expect(compressed.headers, encoding).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload), encoding).toBe(true);
    }
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect((await read('gzip;q=0')).headers['content-encoding']).toBeUndefined();
    expect((await read('')).headers['content-encoding']).toBeUndefined();
  });

  test.each([
    ['nothing', ''],
    ['a word', 'x'],
    ['a comma', ','],
    ['an open end', `${uuidv7()},`],
    ['twenty-one', Array.from({ length: 21 }, () => uuidv7()).join(',')],
  ])(
    'texts of what is no list of at most twenty ids are refused: %s',
    async (_name, ids) => {
      const answer = await server.call('lawTexts', { query: { ids } }, { as: 'staff01' });
      expect([answer.status, answer.code]).toEqual([422, 4022]);
    },
  );

  test('needs a session, and tells no more of an unknown law than that it is not there', async () => {
    const { status, code } = await server.call('readLaw', { params: { id: laws.textOnly.id }, query: {} });
    expect([status, code]).toEqual([401, 4001]);
    for (const query of [{}, { format: 'pdf' as const }]) {
      const unknown = await server.call('readLaw', { params: { id: uuidv7() }, query }, { as: 'staff01' });
      expect([unknown.status, unknown.code, unknown.message]).toEqual([404, 4004, '记录不存在']);
    }
  });

  const readPdf = async (headers: Record<string, string> = {}, law = laws.withPdf, v = '') =>
    server.inject({
      method: 'GET',
      url: fillPath(apiPaths.readLaw.path, { id: law.id }),
      query: { format: 'pdf', v },
      headers: { accesstoken: await server.signIn('staff01'), ...headers },
    });

  test('the PDF comes whole', async () => {
    const answer = await readPdf({}, laws.withPdf, laws.withPdf.version);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="law.pdf"; filename*=UTF-8''${encodeURIComponent('己规定（PDF）.pdf')}`,
    });
    expect(answer.headers['cache-control']).toMatch(/^private, .*immutable$/);
    expect((await readPdf()).headers['cache-control']).toBe('no-store');
  });

  test('what is not sent as an envelope leaves no failure in the log', async () => {
    const before = server.logs.length;
    await readPdf();
    await server.call('lawTexts', { query: { ids: laws.textOnly.id } }, { as: 'staff01' });
    await vi.waitFor(() => expect(server.logs.slice(before).filter((line) => line.includes('"status":200')).length).toBeGreaterThanOrEqual(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.logs.slice(before).filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([]);
  });

  test('the PDF comes in ranges', async () => {
    const part = await readPdf({ range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers).toMatchObject({ 'content-range': `bytes 100-199/${bytes.length}`, 'content-length': '100' });
    expect(part.body.equals(bytes.subarray(100, 200))).toBe(true);
    const last = await readPdf({ range: 'bytes=-10' });
    expect(last.body.equals(bytes.subarray(-10))).toBe(true);
    const beyond = await readPdf({ range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers['content-range'], beyond.body.length]).toEqual([416, `bytes */${bytes.length}`, 0]);
    const { etag } = part.headers;
    expect((await readPdf({ range: 'bytes=0-9', 'if-range': String(etag) })).status).toBe(206);
    expect((await readPdf({ range: 'bytes=0-9', 'if-range': '"older"' })).status).toBe(200);
  });

  test('a PDF whose bytes are gone is not there, until the folder is imported again', async () => {
    const path = join(server.dataDir, 'files', 'laws');
    await rm(path, { recursive: true });
    const gone = await readPdf();
    expect([gone.status, gone.code, gone.message]).toEqual([404, 4004, '记录不存在']);
    await put('f.pdf', bytes);
    await put('f.json', { title: '己规定（PDF）', lawType: '部门规章', enactDept: '某部', publishDate: '2019-01-01' });
    expect((await importFolder()).unchanged).toEqual(['f.pdf']);
    expect((await readPdf()).status).toBe(200);
  });

  test('a law without a PDF has none, and one without a text has no chapters', async () => {
    const none = await readPdf({}, laws.textOnly);
    expect([none.status, none.code, none.message]).toEqual([404, 4004, '记录不存在']);
    expect((await readText(laws.withPdf.id)).message).toMatchObject({ hasPdf: true, articleCount: 0, chapters: [] });
  });
});
