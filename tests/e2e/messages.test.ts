import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { personName, REQUIRED_MESSAGE, type RuleName, rules } from '#contract/rules.ts';
import { DESKTOP } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { heading, open, startSignedIn } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

/** Every message of the specification's sections 5 and 8, in front of a person who did what provokes it. */

let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
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
  context = await browser.newContext({ viewport: DESKTOP, serviceWorkers: 'block' });
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
  await page.getByLabel('姓名').press('Enter');
}
const toasts = () => page.evaluate(() => window.shownToasts.texts);

async function openStaff(): Promise<void> {
  await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/system/user');
  await heading(page, '人员管理').waitFor();
  await page.getByRole('table').waitFor();
}

describe('the error catalogue', () => {
  test('lesson 32: has words for each status whose answer has none', async () => {
    await openStaff();
    const sentences: [number, string][] = [
      [204, '删除数据成功。'],
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
    await startSignedIn(page, server.url, 'admin01', 'Admin2026');
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
    await startSignedIn(page, server.url, 'admin01', 'Admin2026');
    await page.getByRole('button', { name: /全屏/ }).click();
    await expect.poll(async () => (await toasts()).join()).toMatch(/不支持全屏/);
  });
});

describe('the rules', () => {
  /** Where each rule of section 5 has a field, and what breaks it there. */
  const fields: Record<Exclude<RuleName, 'chinese'>, { at: keyof typeof places; label: string; text: string }> = {
    url: { at: 'publicity', label: '公示网址', text: 'www.example.cn' },
    digits: { at: 'department', label: '分机号', text: '12a' },
    account: { at: 'signIn', label: '账号', text: '张三' },
    password: { at: 'signIn', label: '密码', text: 'Ｓｔａｆｆ2026' },
    phone: { at: 'staff', label: '手机号', text: '12345' },
    email: { at: 'staff', label: '邮箱', text: 'zhang@' },
    landline: { at: 'department', label: '联系电话', text: '12' },
    nonNegativeInteger: { at: 'department', label: '排序', text: '-1' },
    positiveInteger: { at: 'task', label: '整改期限', text: '0' },
    decimal: { at: 'training', label: '学时', text: '1.25' },
    idCard: { at: 'staff', label: '身份证号', text: '12345' },
    strongPassword: { at: 'staff', label: '初始密码', text: '12345678' },
  };
  const openForm = async (path: string, title: string, add?: string): Promise<void> => {
    await open(page, path);
    await heading(page, title).waitFor();
    if (add !== undefined) await page.getByRole('button', { name: add }).click();
  };
  const places = {
    signIn: () => page.goto(`${server.url}/#/login`),
    staff: () => openForm('/system/user', '人员管理', '新增人员'),
    department: () => openForm('/system/office', '科室管理', '新增科室'),
    task: () => openForm('/taskmanage/create', '下发任务'),
    training: () => openForm('/independent/independent/1', '教育培训', '新增教育培训'),
    publicity: () => openForm('/independent/independent/4', '定期公示', '新增定期公示'),
    signature: async () => {
      await openForm('/independent/independent/6', '承诺书', '新增承诺书');
      await page.getByRole('button', { name: '手写签名' }).click();
    },
  };
  const says = async (label: string, text: string, sentence: string): Promise<void> => {
    const field = page.getByRole('textbox', { name: label }).last();
    await field.fill(text);
    await field.blur();
    await page.locator('[role="alert"]', { hasText: sentence }).getByText(sentence, { exact: true }).waitFor({ timeout: 15_000 });
  };

  test.each(Object.keys(places) as (keyof typeof places)[])('are said at the field that is left: %s', async (place) => {
    if (place !== 'signIn') await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/usercenter/usercenter');
    await places[place]();
    for (const [name, { at, label, text }] of Object.entries(fields)) {
      if (at === place) await says(label, text, rules[name as RuleName].message);
    }
    // No field takes Han characters alone (`chinese`): people's names have dots and letters too.
    if (place === 'signature') await says('签名人姓名', '12345', personName.message);
  });

  test('of a field that has to be filled in', async () => {
    await page.goto(`${server.url}/#/login`);
    await says('账号', '', REQUIRED_MESSAGE);
    await page.getByRole('textbox', { name: '密码' }).focus();
    await page.getByRole('textbox', { name: '账号' }).focus();
    await expect.poll(() => page.getByText(REQUIRED_MESSAGE, { exact: true }).count()).toBe(2);
  });
});
