import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { browserProcess, type BrowserProcess, DESKTOP } from '../support/browser-process.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { heading, open, signIn } from './screen.ts';
import { copySeededData } from './seeded-data.ts';

/** Every message of the specification's sections 5 and 8, in front of a person who did what provokes it. */

let server: ServerProcess;
let browser: BrowserProcess;
let context: BrowserContext;
let page: Page;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const data = await copySeededData();
  cleanUps.push(data.remove);
  server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  cleanUps.push(server.kill);
  const profile = await mkdtemp(join(tmpdir(), 'zyzc-profile-'));
  cleanUps.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  browser = await browserProcess(profile);
  cleanUps.push(browser.close);
});
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Shown {
  texts: string[];
  /** The most that were visible at once. */
  most: number;
}
declare global {
  interface Window {
    shownToasts: Shown;
  }
}

beforeEach(async () => {
  // Without a worker between page and network, so that what the network answers is said here.
  context = await browser.browser.newContext({ viewport: DESKTOP, serviceWorkers: 'block' });
  page = await context.newPage();
  // A toast is there for a second: what was shown is written down in the page.
  await page.addInitScript(() => {
    window.shownToasts = { texts: [], most: 0 };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (!(node instanceof HTMLElement) || !/^(alert|status)$/.test(node.getAttribute('role') ?? '')) continue;
          window.shownToasts.texts.push(node.textContent ?? '');
          const visible = [...document.body.children].filter((element) => /^(alert|status)$/.test(element.getAttribute('role') ?? ''));
          window.shownToasts.most = Math.max(window.shownToasts.most, visible.length);
        }
      }
    }).observe(document, { subtree: true, childList: true });
  });
});
afterEach(async () => context.close());

const staffPage = `**${apiPaths.queryCompanyAccountPage.path}*`;
let number = 0;

/** A search of staff, answered as the test says. */
async function searchAnswered(answer: (route: Route) => Promise<unknown>): Promise<void> {
  // While one is there, no other is shown.
  await page.waitForFunction(() => [...document.body.children].every((element) => !/^(alert|status)$/.test(element.getAttribute('role') ?? '')));
  await page.unroute(staffPage);
  await page.route(staffPage, answer);
  await page.evaluate(() => (window.shownToasts = { texts: [], most: 0 }));
  number += 1;
  await page.getByLabel('姓名').fill(`某${number}`);
  await page.getByRole('button', { name: '搜索', exact: true }).click();
}
const toasts = () => page.evaluate(() => window.shownToasts.texts);

async function openStaff(): Promise<void> {
  await signIn(page, server.url, 'admin01', 'Admin2026');
  await open(page, '/system/user');
  await heading(page, '人员管理').waitFor();
  await page.getByRole('table').waitFor();
}

describe('the error catalogue', () => {
  test('lesson 32: has words for each status whose answer has none', async () => {
    await openStaff();
    const sentences: [number, string][] = [
      [400, '发出的请求有错误，服务器没有进行新建或修改数据的操作。'],
      [404, '发出的请求针对的是不存在的记录，服务器没有进行操作。'],
      [406, '请求的格式不可得。'],
      [410, '请求的资源被永久删除，且不会再得到的。'],
      [422, '当创建一个对象时，发生一个验证错误。'],
      [500, '服务器发生错误，请检查服务器。'],
      [502, '网关错误。'],
      [503, '服务不可用，服务器暂时过载或维护。'],
      [504, '网关超时。'],
    ];
    for (const [status, sentence] of sentences) {
      await searchAnswered((route) => route.fulfill({ status, contentType: 'text/html', body: '' }));
      await expect.poll(toasts, { message: String(status) }).toContain(sentence);
    }
    // Codes of an application that says nothing itself.
    for (const [status, sentence] of [
      [200, '服务器成功返回请求的数据。'],
      [201, '新建或修改数据成功。'],
      [202, '一个请求已经进入后台排队（异步任务）。'],
    ] as const) {
      await searchAnswered((route) => route.fulfill({ status, json: { code: 4999, message: '' } }));
      await expect.poll(toasts, { message: String(status) }).toContain(sentence);
    }
  });

  test('shows what the server says, for any code but 1000', async () => {
    await openStaff();
    await searchAnswered((route) => route.fulfill({ status: 200, json: { code: 4999, message: '示例：今天不能查询' } }));
    await expect.poll(toasts).toContain('示例：今天不能查询');
    await searchAnswered((route) => route.fulfill({ status: 409, json: { code: 4009, message: '示例：刚刚有变化' } }));
    await expect.poll(toasts).toContain('示例：刚刚有变化');
  });

  test('says 加载超时 for a request that cannot be made', async () => {
    await openStaff();
    await page.evaluate(() => {
      XMLHttpRequest.prototype.open = () => {
        throw new TypeError('cannot be opened');
      };
    });
    await searchAnswered((route) => route.continue());
    await expect.poll(toasts).toContain('加载超时');
  });

  test('shows one toast at a time, though two calls fail together', async () => {
    await signIn(page, server.url, 'admin01', 'Admin2026');
    await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: { code: 5000, message: '示例：系统错误' } }));
    await open(page, '/comprehensiveinspection/totalseldcheck');
    await expect.poll(toasts).toContain('示例：系统错误');
    await open(page, '/taskmanage/create');
    await heading(page, '下发任务').waitFor();
    await expect.poll(async () => (await toasts()).length).toBeGreaterThan(1);
    expect(await page.evaluate(() => window.shownToasts.most)).toBe(1);
  });

  test('403 leads to the forbidden page', async () => {
    await openStaff();
    await searchAnswered((route) => route.fulfill({ status: 403, contentType: 'text/html', body: '' }));
    await page.waitForFunction(() => location.hash === '#/403');
    await expect.poll(toasts).toContain('用户得到授权，但是访问是被禁止的。');
  });

  test.each([
    ['401', { status: 401, json: { code: 4001, message: '请先登录' } }],
    ['4001', { status: 200, json: { code: 4001, message: '登录已过期，请重新登录' } }],
  ])('%s signs out, and says why', async (_, answer) => {
    await openStaff();
    // The session cannot be renewed either.
    await page.route(`**${apiPaths.refreshToken.path}`, (route) => route.fulfill({ status: 200, json: { code: 4001, message: '登录已过期，请重新登录' } }));
    await searchAnswered((route) => route.fulfill(answer));
    await page.waitForFunction(() => location.hash === '#/login');
    await page.getByLabel('账号').waitFor();
    await page.getByText('登录已过期,数据已保存,请重新登录').first().waitFor();
  });

  test('full screen that the browser does not have is said', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'fullscreenEnabled', { value: false });
    });
    await signIn(page, server.url, 'admin01', 'Admin2026');
    await page.getByRole('button', { name: /全屏/ }).click();
    await expect.poll(async () => (await toasts()).join()).toMatch(/不支持全屏/);
  });
});

describe('the rules', () => {
  /** Types into a field, leaves it, and reads what is said under it. */
  async function says(label: string, text: string, sentence: string): Promise<void> {
    const field = page.getByRole('textbox', { name: label }).last();
    await field.fill(text);
    await field.blur();
    await page.getByText(sentence, { exact: true }).first().waitFor({ timeout: 15_000 });
  }

  test('are said at the field that is left: signing in', async () => {
    await page.goto(`${server.url}/#/login`);
    await says('账号', '', '必填项不能为空');
    await says('账号', '张三', '账号为字母数字组成');
  });

  test('are said at the field that is left: people and departments', async () => {
    await openStaff();
    await page.getByRole('button', { name: '新增人员' }).click();
    await page.getByRole('dialog', { name: '新增人员' }).waitFor();
    await says('手机号', '12345', '手机号格式不正确');
    await says('身份证号', '12345', '身份证号码格式错误');
    await says('邮箱', 'zhang@', '邮箱地址格式不正确');
    await says('初始密码', '12345678', '密码必须为字母数字组成,长度要在8-16位之间');
    await page.reload();
    await open(page, '/system/office');
    await page.getByRole('button', { name: '新增科室' }).click();
    await page.getByRole('dialog', { name: '新增科室' }).waitFor();
    await says('联系电话', '12', '电话号码格式不正确');
    await says('排序', '-1', '只能输入非负整数');
    await page.reload();
    await open(page, '/taskmanage/create');
    await heading(page, '下发任务').waitFor();
    await says('整改期限', '0', '只能输入正整数');
  });
});
