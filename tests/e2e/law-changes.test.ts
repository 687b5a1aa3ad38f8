import type { Browser, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { shanghaiDay } from '#contract/calendar.ts';
import { paths } from '@/lib/paths.ts';
import { libraryId } from '../../server/library/check-library.ts';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { call, signIn as signInByCall } from '../support/calls.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { violationsOnWhole, WCAG_AA } from './axe.ts';
import { importEdition } from './law-edition.ts';
import { rewordNational, updateLibrary } from './library-update.ts';
import { heading, open, pointCard, startSignedIn, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

const TITLE = '示例安全条例';
const BEFORE = ['为了安全。', '每日巡查病区通道。', '发生事故的，应当在两小时内报告。', '灭火器每月检查一次。', '应急灯应当完好，应急灯由专人管理。', '每年演练一次，演练有记录。'];
/** The first article is new: all others have another number. */
const AFTER = ['本条例适用于医院。', '为了安全。', '每日巡查病区通道。', '发生事故或者险情的，应当在两小时内报告。', '应急灯应当完好。', '应急灯由专人管理，应急灯应当完好。', '每年演练两次，演练有记录。'];
const CITED: Record<string, [number, string]> = { 巡查: [2, '巡查病区通道'], 报告: [3, '两小时内报告'], 灭火器: [4, '灭火器每月检查'], 应急灯: [5, '应急灯应当完好'], 演练: [6, '演练有记录'] };

let server: ServerProcess;
let browser: Browser;
let token: string;
const points: Record<string, string> = {};

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  token = await signInByCall(server.url, { userNo: 'admin01', password: 'Admin2026' });
  await importEdition(site.dataDir, TITLE, '2020-01-01', BEFORE);
  const [category] = await call(server.url, 'queryCheckItemTree', {}, token);
  for (const [name, [basisArticle, basisAnchor]] of Object.entries(CITED)) {
    const body = { itemId: category?.id ?? '', content: `${name}符合规定`, expected: '符合', method: '查看记录', basisLaw: TITLE, basisArticle, basisAnchor, basisGist: `${name}的要求` };
    points[name] = (await call(server.url, 'addCompanyPoint', { body }, token)).id;
  }
  await importEdition(site.dataDir, TITLE, '2024-01-01', AFTER);
  return site.close;
});

const card = (page: Page, name: string) => page.getByRole('list', { name: '受影响的依据' }).getByRole('listitem').filter({ hasText: `${name}符合规定` });
const told = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();
const basisOf = async (name: string) => (await call(server.url, 'queryPointPage', { query: { keyword: `${name}符合规定`, state: 'current' } }, token)).records[0];

async function decideMeanwhile(name: string, kind: 'keep' | 'disable'): Promise<void> {
  const pointId = points[name] ?? '';
  const [change] = (await call(server.url, 'lawChanges', { query: {} }, token)).records;
  const lawId = change?.id ?? '';
  const [citation] = (await call(server.url, 'lawCitations', { params: { id: lawId }, query: { pointId } }, token)).records;
  await call(server.url, 'decideCitations', { body: { lawId, decisions: [{ pointId, place: 0, version: citation?.version ?? '', kind }] } }, token);
}

test('an administrator is told of a new edition, sees what differs, and decides one by one and several at once', async () => {
  const context = await browser.newContext({ viewport: DESKTOP, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'admin01', 'Admin2026');
  await page.getByRole('link', { name: '法规变动：4 条依据待确认' }).click();
  await heading(page, '法规变动详情').waitFor();
  await card(page, '报告').getByText('第三条 → 第四条').waitFor();
  expect(await card(page, '报告').locator('ins').allTextContents()).toEqual(['或者险情']);
  expect(await card(page, '演练').locator('del').allTextContents()).toEqual(['一']);
  await card(page, '灭火器').getByText('新版本中没有找到这条依据的原文').waitFor();
  expect(await card(page, '巡查').count(), 'moved by itself').toBe(0);
  expect(await violationsOnWhole(page, WCAG_AA)).toEqual([]);

  // Several at once; what may be one of several articles asks which.
  for (const name of ['报告', '演练', '应急灯']) await page.getByRole('checkbox', { name: `选择 ${name}符合规定` }).check();
  const several = page.getByRole('region', { name: '批量操作' });
  await several.getByText('已选 3 条依据').waitFor();
  await several.getByRole('button', { name: '沿用' }).click();
  await told(page, '请先选择新版本中对应的条文');
  await card(page, '应急灯').getByRole('radio', { name: '第六条' }).check();
  await several.getByRole('button', { name: '沿用' }).click();
  await told(page, '已沿用 3 条');
  await page.getByRole('button', { name: '待确认 1' }).waitFor();

  await card(page, '灭火器').getByRole('button', { name: '改写 灭火器符合规定' }).click();
  const sheet = page.getByRole('dialog', { name: '改写要点' });
  await sheet.getByLabel('检查要点').fill('');
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.getByText(/检查要点不能为空|请填写检查要点|不能为空/).first().waitFor();
  await sheet.getByLabel('检查要点').fill('灭火器按本院制度检查');
  // Both texts are at hand while it is rewritten; and somebody else is quicker.
  await sheet.getByText('对照条文').click();
  await sheet.getByText('灭火器每月检查一次。').waitFor();
  await decideMeanwhile('灭火器', 'keep');
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.getByText('周明远刚刚沿用了这条依据，请核对后再处理').waitFor();
  await sheet.getByText('您填写的内容没有丢失，再次保存以您填写的为准。').waitFor();
  expect(await sheet.getByLabel('检查要点').inputValue()).toBe('灭火器按本院制度检查');
  await sheet.getByRole('button', { name: '保存' }).click();
  await told(page, '已改写，用于以后下发的任务');
  await page.getByText('没有待确认的依据').waitFor();

  await page.getByRole('button', { name: '全部', exact: true }).click();
  await card(page, '报告').getByText('已沿用').waitFor();
  await card(page, '报告').getByRole('button', { name: '重新处理 报告符合规定' }).click();
  await card(page, '报告').getByRole('button', { name: '停用 报告符合规定' }).click();
  await page.getByRole('alertdialog', { name: '停用要点' }).getByRole('button', { name: '停用' }).click();
  await told(page, '已停用 1 条');
  await card(page, '报告').getByText('已停用').waitFor();
  expect((await basisOf('报告'))?.enabled).toBe(false);
  await card(page, '报告').getByRole('button', { name: '重新处理 报告符合规定' }).click();
  await card(page, '报告').getByRole('button', { name: '沿用 报告符合规定' }).click();
  await told(page, '已沿用 1 条');

  expect((await basisOf('报告'))?.basis).toMatchObject({ law: TITLE, article: 4, edition: '2024-01-01' });
  expect((await basisOf('应急灯'))?.basis).toMatchObject({ article: 6, edition: '2024-01-01' });
  expect((await basisOf('巡查'))?.basis.anchor).toBe('巡查病区通道');
  const [rewritten] = (await call(server.url, 'queryPointPage', { query: { keyword: '灭火器按本院制度检查', state: 'current' } }, token)).records;
  expect(rewritten?.id).toBe(points['灭火器']);

  // The list tells what is done; on 首页 nothing is left of it.
  await open(page, paths.lawChanges.to());
  const row = page.getByRole('row').filter({ hasText: TITLE });
  await row.getByText('无需确认').waitFor();
  await open(page, paths.home.to());
  await heading(page, '首页').waitFor();
  await expect.poll(() => page.getByText(/^法规变动：/).count()).toBe(0);
  await context.close();
});

test('a new task cites the article in force, and a nurse reads it without a network', async () => {
  const [dept] = query<{ id: string }>(server, `select dept_id as id from employee where account = 'staff01'`);
  const day = shanghaiDay(new Date());
  const chosen = [points['报告'] ?? '', points['巡查'] ?? ''];
  const body = { id: uuidv7(), taskName: '新版本的任务', taskType: 2, startDate: day, endDate: day, remark: '', deptIds: [dept?.id ?? ''], pointIds: chosen };
  await call(server.url, 'issueTask', { body }, token);
  const [task] = query<{ id: string }>(server, `select dept_task.id from dept_task join task on task.id = dept_task.task_id where task.task_name = '新版本的任务'`);

  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await waitForWorker(page);
  await waitForOfflineDetail(page, task?.id ?? '');
  await open(page, paths.toComplete.to(task?.id ?? ''));
  await pointCard(page, 0).waitFor();
  await page.waitForTimeout(2000);
  await context.setOffline(true);
  for (const [name, label, text] of [
    ['报告', '第四条', AFTER[3]],
    ['巡查', '第三条', AFTER[2]],
  ] as const) {
    const shown = page.locator('[data-point]').filter({ hasText: `${name}符合规定` });
    await shown.getByRole('button', { name: new RegExp(label) }).click();
    const sheet = page.getByRole('dialog', { name: '检查依据' });
    await sheet.getByText(text ?? '', { exact: true }).waitFor();
    expect(await sheet.innerText()).toContain(label);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
  await context.close();
});

test('the words of an own point are selected in its article, by keys, and refused where they do not stand there', async () => {
  const context = await browser.newContext({ viewport: DESKTOP, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'admin01', 'Admin2026', paths.selfCheck.to());
  await page.getByRole('button', { name: '新增要点', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: '新增要点' });
  await sheet.getByLabel('自查类别').selectOption({ index: 1 });
  await sheet.getByLabel('检查要点').fill('险情上报及时');
  await sheet.getByLabel('检查标准').fill('及时');
  await sheet.getByLabel('依据', { exact: false }).first().fill(TITLE);
  await sheet.getByLabel('第几条').fill('4');
  const text = sheet.getByLabel('第四条原文');
  await expect.poll(() => text.inputValue()).toBe(AFTER[3]);
  await sheet.getByRole('button', { name: '选用选中的词句' }).click();
  await told(page, '请先在条文中选中几个字');
  await sheet.getByLabel('原文词句').fill('三小时内报告');
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.getByText('这段文字不在第四条的原文中，请从原文中选取').waitFor();
  await text.focus();
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await sheet.getByRole('button', { name: '选用选中的词句' }).click();
  await expect.poll(() => sheet.getByLabel('原文词句').inputValue()).toBe('发生事故或者险情的');
  await sheet.getByRole('button', { name: '保存' }).click();
  await told(page, '要点已新增');
  const [saved] = (await call(server.url, 'queryPointPage', { query: { keyword: '险情上报及时', state: 'current' } }, token)).records;
  expect(saved?.basis).toMatchObject({ law: TITLE, article: 4, anchor: '发生事故或者险情的', edition: '2024-01-01' });
  await context.close();
});

test('an administrator is told that the national library has new words for points with own ones, and decides one by one and at once', async () => {
  const { records } = await call(server.url, 'queryPointPage', { query: { state: 'current', source: 'national', pageSize: 4 } }, token);
  const codes = ['0101-01', '0101-02', '0101-03', '0101-04'];
  const nationals = codes.map((code) => records.find(({ id }) => id === libraryId(code))?.content ?? '');
  const [row] = query<{ comp_no: string }>(server, `select comp_no from employee where account = 'admin01'`);
  await rewordNational(server.dataDir, row?.comp_no ?? '', '0101-01', '本院自己的第一条写法');
  const [category] = await call(server.url, 'queryCheckItemTree', {}, token);
  const { id: itemId } = await call(server.url, 'addCheckItem', { body: { parentId: category?.id ?? '', itemName: '本院摘录' } }, token);
  for (const content of nationals.slice(1)) {
    await call(server.url, 'addCompanyPoint', { body: { itemId, content, expected: '符合', method: '查看', basisLaw: '本院制度', basisArticle: 0, basisGist: '摘录' } }, token);
  }
  await updateLibrary(server.dataDir, Object.fromEntries(codes.map((code, index) => [code, `${nationals[index]}并有登记。`])));

  const context = await browser.newContext({ viewport: DESKTOP, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'admin01', 'Admin2026');
  await page.getByRole('link', { name: '国家库更新：4 个要点待处理' }).waitFor();
  await page.getByRole('button', { name: /^通知公告/ }).click();
  await page.getByText('国家库更新：4 个要点有新文本').click();
  await heading(page, '国家库更新').waitFor();
  const list = page.getByRole('list', { name: '有新文本的要点' });
  const cardOf = (content: string) => list.getByRole('listitem').filter({ hasText: content });
  await cardOf('本院自己的第一条写法').getByText('本机构改写').waitFor();
  expect((await cardOf(nationals[1] ?? '').locator('ins').allTextContents())[0]).toContain('并有登记。');
  expect(await violationsOnWhole(page, WCAG_AA)).toEqual([]);

  await cardOf('本院自己的第一条写法').getByRole('button', { name: /^沿用国家新文本/ }).click();
  await page.getByRole('alertdialog', { name: '沿用国家新文本' }).getByRole('button', { name: '沿用' }).click();
  await told(page, '1 个要点已沿用国家新文本');
  await cardOf(nationals[1] ?? '').getByRole('button', { name: /^保留本机构文本/ }).click();
  await told(page, '1 个要点已保留本机构文本');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await list.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: '选择本页' }).click();
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '保留本机构文本' }).click();
  await told(page, '2 个要点已保留本机构文本');
  await page.getByText('没有待处理的要点').waitFor();
  await page.getByRole('button', { name: '用本机构文本', exact: true }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
  const after = (await call(server.url, 'queryPointPage', { query: { state: 'current', source: 'national', pageSize: 1 } }, token)).records[0];
  expect(after?.content).toBe(`${nationals[0]}并有登记。`);
  await context.close();
});
