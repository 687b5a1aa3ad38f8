import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { DESKTOP, lightBrowserProcess, PHONE } from '../support/browser-process.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { pointCard, startSignedIn } from './screen.ts';
import { openDeptTask } from './seeded-data.ts';
import { cleanUpAll, openProxiedSite } from './seeded-site.ts';

/** Photos on the whole screen, and what is drawn on them. */

const cleanUps: (() => Promise<unknown>)[] = [];
let proxy: FaultProxy;
let browser: Browser;
let dataDir: string;
let context: BrowserContext;

beforeAll(async () => {
  const site = await openProxiedSite(cleanUps);
  ({ proxy, dataDir } = site);
  const { browser: opened, close } = await lightBrowserProcess(site.profile);
  cleanUps.push(close);
  browser = opened;
  return () => cleanUpAll(cleanUps);
});
afterEach(async () => context.close());

const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function openTask(viewport: { width: number; height: number }): Promise<Page> {
  const isPhone = viewport.width < 600;
  context = await browser.newContext({ viewport, hasTouch: isPhone, isMobile: isPhone, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, proxy.url, 'staff01', 'Staff2026', `/mytask/index/${openDeptTask(dataDir, 'staff01', 20)}`);
  await pointCard(page, 0).waitFor();
  return page;
}

const GREEN = { r: 30, g: 120, b: 60 };
const RED = { r: 230, g: 30, b: 30 };
/** A wall with somebody's face: the square in its middle. */
const photoWithFace = async (width: number, height: number): Promise<Buffer> => {
  const face = { create: { width: width / 4, height: height / 4, channels: 3 as const, background: RED } };
  return await sharp({ create: { width, height, channels: 3, background: GREEN } })
    .composite([{ input: await sharp(face).png().toBuffer() }])
    .jpeg()
    .toBuffer();
};

/** Pixels of the face in a picture; undefined for what is none. */
async function facePixels(bytes: Buffer): Promise<number | undefined> {
  try {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    let count = 0;
    for (let at = 0; at < data.length; at += info.channels) if (data[at]! > 180 && data[at + 1]! < 90 && data[at + 2]! < 90) count += 1;
    return count;
  } catch {
    return undefined;
  }
}

async function addPhotos(card: Locator, ...photos: Buffer[]): Promise<void> {
  await card.getByRole('radio', { name: '不合格', exact: true }).check();
  await card.getByRole('textbox', { name: /^说明/ }).fill('标识不清');
  await card.locator('input[type="file"][multiple]').setInputFiles(photos.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer })));
  await button(card, `查看照片 ${photos.length}`).waitFor();
}

/** Of every picture that the server has. */
async function storedPictures(): Promise<Buffer[]> {
  const files = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  return await Promise.all(files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name))));
}

const rowsOfPhotos = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let count = 0;
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? '');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      if (db.objectStoreNames.contains('rows')) {
        const request = db.transaction('rows').objectStore('rows').getAllKeys(IDBKeyRange.bound('photo:', 'photo:\uffff'));
        await new Promise((resolve) => (request.onsuccess = resolve));
        count += request.result.length;
      }
      db.close();
    }
    return count;
  });

test('what is covered before it is sent is in nothing that leaves the phone, and in nothing that the server has', async () => {
  const page = await openTask(PHONE);
  // What draws is here while there is a network, as with the worker, of which nobody sees what it sends.
  await addPhotos(pointCard(page, 4), await photoWithFace(60, 60));
  await button(pointCard(page, 4), '查看照片 1').tap();
  await button(page, '标注').tap();
  await button(dialog(page, '标注照片'), '关闭').tap();
  await button(dialog(page, '照片 1/1'), '删除').tap();
  await button(page.getByRole('alertdialog'), '删除').tap();
  await pointCard(page, 4).getByText('已送达').waitFor();
  const before = (await storedPictures()).length;
  const rowsBefore = await rowsOfPhotos(page);
  const callsBefore = proxy.calls.length;
  const card = pointCard(page, 0);
  await context.setOffline(true);
  await pointCard(page, 5).getByRole('radio', { name: '合格', exact: true }).check();
  await pointCard(page, 5).getByText('待上传').waitFor();
  await addPhotos(card, await photoWithFace(1200, 900));
  await button(card, '查看照片 1').tap();
  await button(page, '标注').tap();
  const sheet = dialog(page, '标注照片');
  const paper = sheet.getByRole('img', { name: /^要标注的照片/ });
  const { x, y, width, height } = (await paper.boundingBox())!;
  expect(await button(sheet, '完成').isDisabled()).toBe(true);
  await page.mouse.move(x + width * 0.36, y + height * 0.36);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.5);
  await page.mouse.move(x + width * 0.64, y + height * 0.64);
  await page.mouse.up();
  const PROMISE = '不保留时，原图从本机删除，不会上传；遮挡处无法恢复。';
  await sheet.getByText(PROMISE).waitFor();
  // All else that waits goes as soon as there is a network.
  await context.setOffline(false);
  await expect.poll(() => proxy.calls.slice(callsBefore).filter(({ path }) => path.endsWith('/saveAnswers')).length).toBe(1);
  await page.waitForTimeout(1000);
  await sheet.getByText(PROMISE).waitFor();
  await button(sheet, '完成').tap();
  await sheet.waitFor({ state: 'detached' });
  await dialog(page, '照片 1/1').waitFor();
  await button(dialog(page, '照片 1/1'), '关闭').tap();
  await card.getByText('照片 1/9').waitFor();
  await expect.poll(() => rowsOfPhotos(page)).toBe(rowsBefore + 1);
  await card.getByText('已送达').waitFor();
  const sent = proxy.calls.slice(callsBefore).map(({ body }) => body).filter(({ length }) => length > 0);
  const faces = (await Promise.all(sent.map(facePixels))).filter((count) => count !== undefined);
  expect(faces).toHaveLength(1);
  // What compression smears at the edge of a cover is none.
  expect(faces[0]).toBeLessThan(100);
  const stored = await storedPictures();
  expect(stored.length).toBe(before + 1);
  // The demonstration's pictures have some red, and less than a face.
  const withFace = (await Promise.all(stored.map(facePixels))).filter((count) => count !== undefined && count > 10_000);
  expect(withFace).toEqual([]);
});

test('the first picture stays where the person keeps it, with arrow, circle and words on the second', async () => {
  const page = await openTask(PHONE);
  const card = pointCard(page, 1);
  await addPhotos(card, await photoWithFace(900, 1200));
  await button(card, '查看照片 1').tap();
  await button(page, '标注').tap();
  const sheet = dialog(page, '标注照片');
  const paper = sheet.getByRole('img', { name: /^要标注的照片/ });
  const draw = async (tool: string, ...places: [number, number][]): Promise<void> => {
    await button(sheet, tool).tap();
    const { x, y, width, height } = (await paper.boundingBox())!;
    for (const [index, [left, top]] of places.entries()) {
      await page.mouse.move(x + width * left, y + height * top);
      if (index === 0) await page.mouse.down();
    }
    await page.mouse.up();
  };
  await draw('箭头', [0.1, 0.1], [0.3, 0.3]);
  await draw('圈出', [0.3, 0.3], [0.7, 0.7]);
  await button(sheet, '关闭').tap();
  const question = page.getByRole('alertdialog');
  await question.getByText('标注还没有保存，关闭后会丢失。').waitFor();
  await button(question, '放弃标注').waitFor();
  await button(question, '继续标注').tap();
  await draw('文字', [0.2, 0.8]);
  await sheet.getByText('请先填写 1 到 20 个字，再点照片上要放的地方').waitFor();
  await sheet.getByLabel('文字').fill('此处未封闭');
  await draw('文字', [0.2, 0.8]);
  // Words that were not put anywhere are not left out without a word; those beside an edge are not cut by it.
  await sheet.getByLabel('文字').fill('抢救车内肾上腺素注射液过期两支请更换');
  await button(sheet, '完成').tap();
  await sheet.getByText('还没有放到照片上').waitFor();
  await draw('文字', [0.95, 0.98]);
  const atEdges = await paper.evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext('2d')!;
    const pixels = [...context.getImageData(canvas.width - 1, 0, 1, canvas.height).data, ...context.getImageData(0, canvas.height - 1, canvas.width, 1).data];
    return pixels.filter((red, at) => at % 4 === 0 && red > 120).length;
  });
  expect(atEdges).toBe(0);
  await draw('遮挡', [0.8, 0.05], [0.95, 0.12]);
  await button(sheet, '撤销').tap();
  await sheet.getByLabel('同时保留原图').check();
  await button(sheet, '完成').tap();
  await dialog(page, '照片 2/2').waitFor();
  await button(page, '关闭').tap();
  await card.getByText('照片 2/9').waitFor();
});

/** Two fingers that part, or one that swipes: as the screen sends it. */
async function touch(cdp: CDPSession, ...steps: { x: number; y: number }[][]): Promise<void> {
  for (const [index, touchPoints] of steps.entries()) {
    await cdp.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints: touchPoints.map((point, id) => ({ ...point, id })) });
    // Of several within a frame the browser tells the last.
    await new Promise((resolve) => setTimeout(resolve, 32));
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('a phone shows a photo on its whole width, goes on by a swipe, and two fingers enlarge it', async () => {
  const page = await openTask(PHONE);
  const card = pointCard(page, 2);
  await addPhotos(card, await photoWithFace(1600, 1200), await photoWithFace(1200, 1600));
  await button(card, '查看照片 1').tap();
  const first = page.getByRole('img', { name: '照片 1', exact: true });
  await first.waitFor();
  expect((await first.boundingBox())!.width).toBeGreaterThanOrEqual(PHONE.width - 1);
  const cdp = await context.newCDPSession(page);
  const y = PHONE.height / 2;
  await touch(cdp, ...[330, 260, 180, 100, 40].map((x) => [{ x, y }]));
  await dialog(page, '照片 2/2').waitFor();
  const second = page.getByRole('img', { name: '照片 2', exact: true });
  await expect.poll(async () => (await second.boundingBox())?.x).toBeLessThan(60);
  const before = (await second.boundingBox())!.width;
  await touch(cdp, ...[20, 50, 90, 130, 160].map((half) => [{ x: 195 - half, y }, { x: 195 + half, y }]));
  await expect.poll(async () => (await second.boundingBox())!.width).toBeGreaterThan(before * 1.5);
  await page.keyboard.press('Escape');
  await dialog(page, /^照片/).waitFor({ state: 'detached' });
});

test('a desktop shows it on the whole screen, goes on by keys, and in its own pixels', async () => {
  const page = await openTask({ ...DESKTOP, height: 900 });
  const card = pointCard(page, 3);
  await addPhotos(card, await photoWithFace(1600, 1200), await photoWithFace(1200, 1600));
  await button(card, '查看照片 1').click();
  const first = page.getByRole('img', { name: '照片 1', exact: true });
  await first.waitFor();
  expect((await first.boundingBox())!.height).toBeGreaterThan(700);
  await page.keyboard.press('ArrowRight');
  await dialog(page, '照片 2/2').waitFor();
  await page.keyboard.press('ArrowLeft');
  await button(page, '原始大小').click();
  await expect.poll(async () => (await first.boundingBox())?.width).toBe(1600);
  await button(page, '适合屏幕').click();
  await expect.poll(async () => (await first.boundingBox())?.height).toBeLessThan(900);
  await button(page, '关闭').click();
});
