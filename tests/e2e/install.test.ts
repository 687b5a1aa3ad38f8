import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { PHONE } from '../support/browser-process.ts';
import { installabilityErrors } from '../support/chromium.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { reload, startSignedIn } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});

test('Chromium offers to install the app', async () => {
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  // A private window can install nothing, which is not the app's fault.
  expect((await installabilityErrors(page)).filter((error) => error !== 'in-incognito')).toEqual([]);
});

describe('lesson 28: where the app should be installed, or opened elsewhere, before anybody signs in', () => {
  const agents = {
    safari: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    chromeOnIos: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
    wechat: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/116.0.0.0 XWEB/1160 Mobile Safari/537.36 MicroMessenger/8.0.50',
    chrome: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  };

  async function withPage(userAgent: string, look: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ viewport: PHONE, userAgent, hasTouch: true, serviceWorkers: 'block' });
    try {
      const page = await context.newPage();
      await page.goto(`${server.url}/#/login`);
      await page.getByRole('button', { name: '登录' }).waitFor();
      await look(page);
    } finally {
      await context.close();
    }
  }
  const hint = (page: Page) => page.getByRole('complementary', { name: '安装提示' });

  test.each([
    ['建议先安装到主屏幕，再登录', '选择“添加到主屏幕”', agents.safari],
    ['建议改用 Safari 安装后，再登录', '用 Safari 打开本页地址', agents.chromeOnIos],
    ['请在浏览器中打开，再登录', '选择“在浏览器打开”', agents.wechat],
  ])('the sign-in screen says so, and how: %s', async (title, step, agent) => {
    await withPage(agent, async (page) => {
      await hint(page).getByText(title).waitFor();
      expect(await hint(page).getByText(step).isVisible()).toBe(false);
      await hint(page).getByText('怎么做').tap();
      await hint(page).getByText(step).waitFor();
    });
  });

  test('the sign-in screen says nothing where the browser installs at any time', async () => {
    await withPage(agents.chrome, async (page) => {
      expect(await hint(page).count()).toBe(0);
    });
  });

  test('首页 offers it in sight, until the person wants to hear no more of it on this device', async () => {
    await withPage(agents.safari, async (page) => {
      await startSignedIn(page, server.url, 'staff01', 'Staff2026');
      const card = page.getByRole('region', { name: '安装到主屏幕' });
      await card.getByRole('link', { name: '怎样安装' }).waitFor();
      await page.getByRole('heading', { name: '本科室履职' }).waitFor();
      const { y, height } = (await card.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
      await card.getByRole('button', { name: '不再提示' }).tap();
      await card.waitFor({ state: 'detached' });
      await reload(page);
      await page.getByRole('heading', { name: '本科室履职' }).waitFor();
      expect(await card.count()).toBe(0);
    });
  });

  test('首页 shows the browser’s own question, in answer to a tap', async () => {
    await withPage(agents.chrome, async (page) => {
      await startSignedIn(page, server.url, 'staff01', 'Staff2026');
      const card = page.getByRole('region', { name: '安装到主屏幕' });
      await page.getByRole('heading', { name: '本科室履职' }).waitFor();
      expect(await card.count()).toBe(0);
      await page.evaluate(() => {
        const choice = { prompt: () => Promise.resolve(), userChoice: Promise.resolve({ outcome: 'accepted' }) };
        dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), choice));
      });
      await card.getByRole('button', { name: '安装' }).tap();
      await card.waitFor({ state: 'detached' });
    });
  });
});
