import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PHONE } from '../support/browser-process.ts';
import { launchChromium } from '../support/chromium.ts';
import { photoOfPhone } from '../support/photo.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { SCROLLING_AND_NAMES, violationsOn } from './axe.ts';
import { choose, heading, open, pointCard, signIn } from './screen.ts';
import { openDeptTask, query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

/** What browsers and phones do beside what they should: no HTTPS, a translator, no printer, an input method, a wrong clock. */

let server: ServerProcess;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});
beforeEach(async () => {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  page = await context.newPage();
  return () => context.close();
});

const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });

/** The first point of a task that is open, marked 不合格. */
async function openPoint(): Promise<Locator> {
  await open(page, `/mytask/index/${openDeptTask(server.dataDir, 'staff01', 20)}`);
  await heading(page, '完成任务').waitFor();
  const card = pointCard(page, 0);
  await choose(card, '不合格');
  await card.getByRole('textbox', { name: /^说明/ }).waitFor();
  return card;
}

test('at a hospital’s name without HTTPS it says so once, and photos and attachments go on', async () => {
  const plain = await launchChromium(['--host-resolver-rules=MAP zicha.hospital.example 127.0.0.1']);
  try {
    page = await plain.newPage({ viewport: PHONE });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const url = `http://zicha.hospital.example:${server.port}`;
    await page.goto(url);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.getByText('这个地址没有使用 HTTPS').waitFor();
    await signIn(page, url, 'staff01', 'Staff2026');
    const card = await openPoint();
    await card.getByRole('textbox', { name: /^说明/ }).fill('锐器盒已满');
    await card.locator('input[type="file"]').first().setInputFiles({ name: '照片.jpg', mimeType: 'image/jpeg', buffer: await photoOfPhone() });
    await button(card, '查看照片 1').waitFor();
    await open(page, '/independent/independent/0');
    await button(page, '新增年度计划').click();
    await page.getByLabel('添加附件').setInputFiles({ name: '附件.jpg', mimeType: 'image/jpeg', buffer: await photoOfPhone('jpeg', 'SecretPlace', 120) });
    await page.getByRole('region', { name: '附件' }).getByText('已上传').waitFor();
    await open(page, '/sync/index');
    const app = page.getByRole('region', { name: '应用' });
    await app.getByText('不可以').waitFor();
    await app.getByText('请用 HTTPS 地址').waitFor();
    expect(errors).toEqual([]);
  } finally {
    await plain.close();
  }
});

test('a translator that replaces what stands there takes nothing of what was typed', async () => {
  await signIn(page, server.url, 'staff01', 'Staff2026');
  expect(await page.evaluate(() => document.documentElement.translate)).toBe(false);
  const card = await openPoint();
  await card.getByRole('textbox', { name: /^说明/ }).fill('锐器盒已满');
  const translate = () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) if (text.nodeValue?.trim() !== '' && text.parentElement?.closest('script, style, textarea') === null) texts.push(text);
      for (const text of texts) {
        const font = document.createElement('font');
        font.append(document.createElement('font'));
        font.firstElementChild!.textContent = text.nodeValue;
        text.parentNode?.replaceChild(font, text);
      }
    });
  await translate();
  await choose(card, '合格');
  await translate();
  await choose(card, '不合格');
  await choose(pointCard(page, 1), '合格');
  expect(await page.getByText('这个页面出错了').count()).toBe(0);
  expect(await card.getByRole('textbox', { name: /^说明/ }).inputValue()).toBe('锐器盒已满');
});

test('a word that is put together from keys at the limit of a field is not lost', async () => {
  await signIn(page, server.url, 'staff01', 'Staff2026');
  const card = await openPoint();
  const field = card.getByRole('textbox', { name: /^说明/ });
  await field.fill('满'.repeat(498));
  await field.press('End');
  const session = await page.context().newCDPSession(page);
  for (const keys of ['ni', 'niha', 'nihao']) await session.send('Input.imeSetComposition', { text: keys, selectionStart: keys.length, selectionEnd: keys.length });
  // Long enough for what was typed to be stored, which must not take the word away.
  await page.waitForTimeout(1500);
  await session.send('Input.insertText', { text: '你好' });
  expect(await field.inputValue()).toBe(`${'满'.repeat(498)}你好`);
});

test('print that does nothing is told, and can be tried again', async () => {
  await page.addInitScript(() => {
    window.prints = 0;
    window.print = () => void (window.prints += 1);
  });
  await signIn(page, server.url, 'staff01', 'Staff2026');
  const { id, type } = query<{ id: string; type: number }>(server, `select r.id, r.self_declared_type as type from declaration r join employee e on e.dept_id = r.dept_id and e.account = 'staff01' limit 1`)[0]!;
  await open(page, `/independent/${type}/${id}`);
  for (const round of [1, 2]) {
    await button(page.locator('main:visible'), '更多操作').click();
    await page.getByText('打印 / 导出 PDF').click();
    await page.getByText('这个浏览器不能打印').waitFor();
    await page.locator('[data-print]').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.prints)).toBe(round);
  }
});

test('a phone whose clock is years off is told so, and counts the days that are left by the server', async () => {
  await page.clock.setFixedTime(new Date('2020-01-01T00:00:00Z'));
  await signIn(page, server.url, 'staff01', 'Staff2026');
  await page.getByText(/手机的日期不对，与服务器相差 \d{4} 天/).first().waitFor();
  await open(page, '/mytask/index');
  await heading(page, '我的任务').waitFor();
  const due = page.locator('main:visible').getByText(/^(剩 \d+ 天|已逾期 \d+ 天|今天截止)$/);
  await due.first().waitFor();
  for (const words of await due.allInnerTexts()) expect(words).toMatch(/^(\D*\d{1,2} 天|今天截止)$/);
});

test('the number on the mark of sending is part of its name', async () => {
  await signIn(page, server.url, 'staff01', 'Staff2026');
  const card = await openPoint();
  await page.context().setOffline(true);
  await card.getByRole('textbox', { name: /^说明/ }).fill('锐器盒已满');
  await card.getByRole('textbox', { name: /^说明/ }).blur();
  const mark = page.getByRole('link', { name: /^同步状态/ }).filter({ visible: true });
  await expect.poll(() => mark.innerText()).toMatch(/\d/);
  expect(await mark.getAttribute('aria-label')).toContain(await mark.innerText());
  expect(await violationsOn(page, SCROLLING_AND_NAMES)).toEqual([]);
});

declare global {
  interface Window {
    prints: number;
  }
}
