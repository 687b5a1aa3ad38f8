// Takes the pictures of README.md from the demonstration: a phone that fills in a task, a desktop with the start page.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { launchChromium } from '../support/chromium.ts';
import { serverProcess } from '../support/server-process.ts';

interface Picture {
  file: string;
  account: string;
  password: string;
  screen: BrowserContextOptions;
  /** Leads from 首页 to what the picture shows. */
  show: (page: Page) => Promise<void>;
}

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

const pictures: readonly Picture[] = [
  { file: 'phone.webp', account: 'staff01', password: 'Staff2026', screen: { viewport: PHONE, deviceScaleFactor: 2, hasTouch: true, isMobile: true }, show: fillIn },
  { file: 'desktop.webp', account: 'admin01', password: 'Admin2026', screen: { viewport: DESKTOP }, show: waitForCharts },
];

/** The task that is due first, with a few answers of today. */
async function fillIn(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/mytask/index`);
  await page.locator('a[href*="/mytask/index/"]').first().click();
  const cards = page.locator('[role="group"][data-point]');
  for (const [index, result] of ['合格', '合格', '不适用'].entries()) {
    await cards.nth(index).getByRole('radio', { name: result, exact: true }).check();
  }
  await cards.nth(2).getByText('已送达').waitFor();
  await cards.first().evaluate((card) => card.scrollIntoView({ block: 'center' }));
}

async function waitForCharts(page: Page): Promise<void> {
  await page.locator('[role="img"] svg').first().waitFor();
}

async function take(browser: Browser, url: string, { file, account, password, screen, show }: Picture): Promise<void> {
  const context = await browser.newContext({ ...screen, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}/#/login`);
  await page.getByLabel('账号').fill(account);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByRole('heading', { level: 1, name: '首页', exact: true }).waitFor();
  await show(page);
  await page.waitForLoadState('networkidle');
  const { width, height, size } = await sharp(await page.screenshot()).webp({ quality: 80 }).toFile(join(folder, file));
  console.log(`docs/pictures/${file}: ${width} × ${height}, ${Math.ceil(size / 1024)} KiB`);
  await context.close();
}

const dataDir = await mkdtemp(join(tmpdir(), 'zyzc-pictures-'));
const server = await serverProcess({ dataDir });
try {
  await mkdir(folder, { recursive: true });
  await server.start();
  const browser = await launchChromium();
  try {
    for (const picture of pictures) await take(browser, server.url, picture);
  } finally {
    await browser.close();
  }
} finally {
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
}
