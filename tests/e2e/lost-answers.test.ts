import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths, type CallName, OPERATION_HEADER } from '#contract/api-paths.ts';
import { DESKTOP, lightBrowserProcess } from '../support/browser-process.ts';
import { call, signIn as signInByCall } from '../support/calls.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { doWithRow, open, startSignedIn } from './screen.ts';
import { query } from './seeded-data.ts';
import { cleanUpAll, openProxiedSite } from './seeded-site.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
let site: Awaited<ReturnType<typeof openProxiedSite>>;
let page: Page;
beforeAll(async () => {
  site = await openProxiedSite(cleanUps);
  const { browser, close } = await lightBrowserProcess(site.profile);
  cleanUps.push(close);
  // Without the worker, which begins by fetching the whole app.
  page = await (await browser.newContext({ viewport: DESKTOP, serviceWorkers: 'block' })).newPage();
  await startSignedIn(page, site.proxy.url, 'admin01', 'Admin2026');
});
afterAll(() => cleanUpAll(cleanUps));

const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });

/** The server does what comes first, and its answer is lost on the way. A line that breaks sooner is tried again by the browser itself. */
function loseAnswer(name: CallName): FaultProxy['calls'] {
  const { proxy } = site;
  const seen: FaultProxy['calls'] = [];
  proxy.decide = (passed) => {
    if (passed.path !== apiPaths[name].path) return 'pass';
    seen.push(passed);
    return seen.length === 1 ? 'cutMidway' : 'pass';
  };
  return seen;
}

const idsOf = (calls: FaultProxy['calls']) => new Set(calls.map(({ headers }) => headers[OPERATION_HEADER]));

/** Saves, is told of a failure, and saves once more. */
async function saveTwice(form: Locator, calls: FaultProxy['calls']): Promise<void> {
  await button(form, '保存').click();
  await form.getByRole('alert').waitFor();
  await button(form, '保存').click();
  await form.waitFor({ state: 'detached' });
  expect(calls.length).toBe(2);
  expect(idsOf(calls).size).toBe(1);
}

test('a department whose answer was lost is there once, and the second tap is a success', async () => {
  await open(page, '/system/office');
  await button(page, '新增科室').click();
  const adding = dialog('新增科室');
  await adding.getByLabel('科室名称').fill('体检中心');
  await saveTwice(adding, loseAnswer('addCompanyDeptInfo'));
  await page.getByText('体检中心').first().waitFor();
  expect(query(site, "select dept_name from dept where dept_name = '体检中心'")).toHaveLength(1);
  expect(query(site, "select id from audit_record where summary = '新增科室 体检中心'")).toHaveLength(1);
});

test('a change of a point whose answer was lost does not meet itself', async () => {
  const token = await signInByCall(site.server.url, { userNo: 'admin01', password: 'Admin2026' });
  const [category] = await call(site.server.url, 'queryCheckItemTree', {}, token);
  const words = { method: '', basisLaw: '本院制度', basisArticle: 0, basisGist: '', expected: '封条编号与登记一致' };
  await call(site.server.url, 'addCompanyPoint', { body: { ...words, itemId: category?.id ?? '', content: '抢救车封条完好' } }, token);
  await open(page, '/selfcheck/index');
  const bar = page.getByRole('search');
  await bar.getByLabel('关键词').fill('抢救车封条');
  await bar.getByLabel('关键词').press('Enter');
  await doWithRow(page, '抢救车封条完好', '编辑');
  const editing = dialog('编辑要点');
  await editing.getByLabel('检查要点').fill('抢救车封条完好，编号清楚');
  await saveTwice(editing, loseAnswer('updateCompanyPoint'));
  await page.getByText('抢救车封条完好，编号清楚').first().waitFor();
  expect(query(site, "select v.id from check_point_version v join check_point p on p.id = v.point_id where v.content like '抢救车封条完好%'")).toHaveLength(2);
});
