import type { Browser, BrowserContext, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PHONE, SMALL_PHONE } from '../support/browser-process.ts';
import { call, signIn as signInByCall } from '../support/calls.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { makePhoto } from '../support/photo.ts';
import { openViews } from '../support/open-views.ts';
import { answerPoint, choose, clearResult, heading, ON_PHONE, open, pointCard, reload, shownCards, showView, startSignedIn, syncMark } from './screen.ts';
import { largestDeptTask, openDeptTask } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

/** How much of a phone is left for the points. */

/** Everything that is not the scrolled list. */
const CHROME_PX = 150;
const TABLET = { width: 768, height: 1024 };

let server: ServerProcess;
let browser: Browser;
let dataDir: string;
let context: BrowserContext;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser, dataDir } = site);
  return site.close;
});
afterEach(async () => context.close());

async function openTask(viewport: { width: number; height: number }, settings: object = {}, id = largestDeptTask(dataDir, 'staff01').id): Promise<Page> {
  context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, deviceScaleFactor: 2, serviceWorkers: 'block' });
  await context.addInitScript((stored) => localStorage.setItem('zyzc:settings', JSON.stringify(stored)), settings);
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'staff01', 'Staff2026', '/mytask/index');
  await heading(page, '我的任务').waitFor();
  await open(page, `/mytask/index/${id}`);
  await pointCard(page, 0).waitFor();
  return page;
}

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** From now on, notes what moves without a tap just before. */
const watchShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenShifts: seen });
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        seen.push(...sources.map(({ node, previousRect, currentRect }) => `${node?.textContent?.slice(0, 20)}: ${previousRect.y} to ${currentRect.y}`));
      }
    }).observe({ type: 'layout-shift', buffered: false });
  });
const seenShifts = (page: Page): Promise<string[] | undefined> => page.evaluate(() => (window as Window & { seenShifts?: string[] }).seenShifts);

const heightOfList = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const sections = [...document.querySelectorAll('[data-category]')].filter((section) => section.checkVisibility()).map((section) => section.getBoundingClientRect());
    return (sections.at(-1)?.bottom ?? 0) - (sections[0]?.top ?? 0);
  });

const chromeOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rooms = [...document.querySelectorAll('[data-scroll]')].filter((room) => room.checkVisibility());
    return innerHeight - rooms.reduce((sum, room) => sum + room.clientHeight, 0);
  });

async function goOffline(page: Page): Promise<void> {
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByRole('status').getByText('离线').filter({ visible: true }).waitFor();
}

test.each([PHONE, SMALL_PHONE])('bars take at most 150 of $height px, with and without a network, and losing it moves no card', async (size) => {
  const page = await openTask(size);
  expect(await chromeOf(page)).toBeLessThanOrEqual(CHROME_PX);
  await watchShifts(page);
  const top = (): Promise<number> => pointCard(page, 1).evaluate((card) => card.getBoundingClientRect().top);
  const before = await top();
  await goOffline(page);
  expect(await chromeOf(page)).toBeLessThanOrEqual(CHROME_PX);
  expect(await top()).toBe(before);
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('status').getByText('离线').waitFor({ state: 'detached' });
  expect(await top()).toBe(before);
  expect(await seenShifts(page)).toEqual([]);
});

test('200 points are at most 45,000 px, and 20,000 once they are answered; folding moves nothing that is in sight', async () => {
  const page = await openTask(PHONE);
  const points = largestDeptTask(dataDir, 'staff01').points;
  await expect.poll(() => page.locator('main:visible [data-point]').count()).toBe(points);
  const heightOf200 = async (): Promise<number> => (await heightOfList(page)) * (200 / points);
  expect(await heightOf200()).toBeLessThanOrEqual(45_000);

  // What failed last time is left out of the first.
  for (const words of ['全部合格', '不适用']) {
    await page.evaluate((label) => document.querySelectorAll<HTMLElement>(`[aria-label^="本类其余${label}"]`).forEach((button) => button.click()), words);
    await page.waitForTimeout(500);
  }
  // The buttons are gone; the cards are still whole.
  await page.waitForTimeout(300);
  await watchShifts(page);
  await expect.poll(heightOf200).toBeLessThanOrEqual(20_000);
  expect(await seenShifts(page)).toEqual([]);
  // In the middle, with folded cards before and behind it.
  const [before, after] = await page.evaluate(async () => {
    const room = [...document.querySelectorAll('[data-scroll]')].find((element) => element.checkVisibility())!;
    room.scrollTop = 2000;
    await new Promise(requestAnimationFrame);
    const card = document.elementFromPoint(innerWidth / 2, innerHeight / 2 + 4)?.closest('[data-point]');
    const top = card?.getBoundingClientRect().top;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return [top, card?.getBoundingClientRect().top];
  });
  expect(after).toBeCloseTo(before ?? 0, 0);
  expect(await heightOf200()).toBeLessThanOrEqual(20_000);
});

test('an answered card folds once it is out of sight, says what was found and where that is, and comes back whole by a tap', async () => {
  const page = await openTask(PHONE, {}, openDeptTask(dataDir, 'staff01', 20));
  const first = pointCard(page, 0);
  await watchShifts(page);
  const height = async (): Promise<number> => (await first.boundingBox())?.height ?? 0;
  const before = await height();
  await first.getByRole('radio', { name: '合格', exact: true }).tap();
  await first.getByText(ON_PHONE).waitFor();
  expect(await height()).toBe(before);
  // In sight it stays whole.
  await page.waitForTimeout(1500);
  expect(await first.getAttribute('data-folded')).toBeNull();

  const far = pointCard(page, 9);
  await far.evaluate((card) => card.scrollIntoView({ block: 'start' }));
  const top = (): Promise<number> => far.evaluate((card) => Math.round(card.getBoundingClientRect().top));
  const place = await top();
  await expect.poll(() => first.getAttribute('data-folded')).toBe('true');
  expect(await top()).toBe(place);
  expect(await first.innerText()).toMatch(/合格\s+(已保存|已送达)/);
  expect(await height()).toBeLessThanOrEqual(66);
  expect(await seenShifts(page)).toEqual([]);

  await first.getByRole('button').click();
  expect(await first.getByRole('radio', { name: '合格', exact: true }).isChecked()).toBe(true);
  expect(await first.evaluate((card) => card === document.activeElement)).toBe(true);
  // Folded from the start for whoever comes back to another place.
  await far.evaluate((card) => card.scrollIntoView({ block: 'start' }));
  await page.waitForTimeout(1500);
  await reload(page);
  await expect.poll(() => first.getAttribute('data-folded')).toBe('true');
});

test('an answer is cleared with remark and photo, comes back by 撤销, and is nobody’s on the server too once that is over', async () => {
  const page = await openTask(PHONE, {}, openDeptTask(dataDir, 'staff01', 20));
  const card = pointCard(page, 3);
  const pointId = (await card.getAttribute('data-point')) ?? '';
  const shown = async () => (await shownCards(page))[pointId];
  await answerPoint(page, 3, '不合格', '交接班缺签名');
  await card.locator('input[type="file"]').last().setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await makePhoto(80, 60, [200, 30, 30]) });
  const given = { result: 'unqualified', remark: '交接班缺签名', photos: 1, mark: '已送达' };
  await expect.poll(shown, { timeout: 30_000 }).toEqual(given);

  await context.setOffline(true);
  await clearResult(card);
  const nothing = { result: null, remark: '', photos: 0 };
  await expect.poll(shown, { timeout: 30_000 }).toEqual({ ...nothing, mark: '待上传' });
  await page.getByRole('status').getByRole('button', { name: '撤销' }).tap();
  await expect.poll(shown).toEqual(given);

  await clearResult(card);
  await page.getByText('已清除第 4 项的结果').waitFor();
  await context.setOffline(false);
  await page.getByText('已清除第 4 项的结果').waitFor({ state: 'detached' });
  await expect.poll(shown, { timeout: 60_000 }).toEqual({ ...nothing, mark: '' });
  await syncMark(page, '全部已送达').waitFor({ timeout: 60_000 });
  await reload(page);
  await pointCard(page, 3).waitFor();
  await expect.poll(shown).toEqual({ ...nothing, mark: '' });
});

/** From here on every write to this phone takes a while. */
const slowStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBTransaction.prototype.commit = () => undefined;
    IDBObjectStore.prototype.put = function (...given) {
      const end = performance.now() + 300;
      const hold = (): void => {
        if (performance.now() < end) this.count('none').onsuccess = hold;
      };
      hold();
      return put.apply(this, given);
    };
  });

/** How far from the top of a card its end, a part of it and the card behind it are, in each frame from now on. */
const watchPlaces = (page: Page, pointId: string, inCard: string) =>
  page.evaluateHandle(
    ([point, part]) => {
      const seen = new Set<string>();
      const look = (): void => {
        const shown = document.querySelector(`[data-point="${point}"]`)!;
        const { top, bottom } = shown.getBoundingClientRect();
        const below = [bottom, shown.querySelector(part!)?.getBoundingClientRect().y ?? 0, shown.nextElementSibling?.getBoundingClientRect().y ?? 0];
        seen.add(below.map((y) => Math.round(y - top)).join(' '));
        requestAnimationFrame(look);
      };
      look();
      return seen;
    },
    [pointId, inCard],
  );

test('a choice between two answers stays where it is while somebody types, and is about what was typed', async () => {
  const id = openDeptTask(dataDir, 'staff01', 20);
  const page = await openTask(PHONE, {}, id);
  await goOffline(page);
  await answerPoint(page, 14, '不合格', '门未锁');
  const card = pointCard(page, 14);
  const pointId = (await card.getAttribute('data-point')) ?? '';
  const theirRemark = '治疗室的门已经上锁，钥匙由当班护士保管';
  const token = await signInByCall(server.url, { userNo: 'staff02', password: 'Staff2026' });
  const answerOnServer = async () => (await call(server.url, 'queryTaskCheckPointInfo', { params: { id } }, token)).points.find((point) => point.pointId === pointId)?.answer;
  const theirs = { id: uuidv7(), pointId, baseRevision: (await answerOnServer())?.revision ?? 0, result: 'qualified' as const, remark: theirRemark, photos: [], answeredAt: new Date().toISOString() };
  await call(server.url, 'saveAnswers', { body: { deptTaskId: id, entries: [theirs] } }, token);
  const { revision } = (await answerOnServer())!;
  await context.setOffline(false);
  const choice = card.getByRole('group', { name: '两人的结果不同' });
  await choice.waitFor({ timeout: 30_000 });
  await choice.getByText(theirRemark).waitFor();

  await slowStorage(page);
  await card.getByRole('textbox', { name: /^说明/ }).tap();
  await page.keyboard.press('End');
  const places = await watchPlaces(page, pointId, '[role="group"] dl');
  await watchShifts(page);
  await page.keyboard.type('，已报修', { delay: 30 });
  await choice.getByText('门未锁，已报修').waitFor();
  await page.waitForTimeout(1000);
  expect(await places.evaluate((seen) => [...seen])).toHaveLength(1);
  expect(await seenShifts(page)).toEqual([]);

  // As on an iPhone, where a tap on a button leaves the field its focus: what was typed last is not stored yet.
  await page.keyboard.type('并上报');
  await choice.getByRole('button', { name: '采用对方的' }).evaluate((button) => (button as HTMLElement).click());
  await choice.waitFor({ state: 'detached' });
  await page.waitForTimeout(1500);
  expect((await shownCards(page))[pointId]).toEqual({ result: 'qualified', remark: theirRemark, photos: 0, mark: '已送达' });
  expect(await answerOnServer()).toMatchObject({ result: 'qualified', remark: theirRemark, revision });
}, 120_000);

test('what was refused says so in its place while it is put right and sent again, and is given up with what was typed', async () => {
  const page = await openTask(PHONE, {}, openDeptTask(dataDir, 'staff01', 20));
  const card = pointCard(page, 16);
  const pointId = (await card.getAttribute('data-point')) ?? '';
  const refused: string[] = [];
  let isThere = true;
  await page.route('**/saveAnswers', async (route) => {
    if (!isThere) return await route.abort('internetdisconnected');
    const { entries } = route.request().postDataJSON() as { entries: { id: string; remark: string }[] };
    refused.push(...entries.map(({ remark }) => remark));
    await route.fulfill({ json: { code: 1000, message: { outcomes: entries.map(({ id }) => ({ id, outcome: 'rejected', reason: '要点已停用' })) } } });
  });
  await answerPoint(page, 16, '不合格', '门未锁');
  const giveUp = card.getByRole('button', { name: '放弃我的结果' });
  await giveUp.waitFor({ timeout: 30_000 });

  await slowStorage(page);
  await card.getByRole('textbox', { name: /^说明/ }).tap();
  await page.keyboard.press('End');
  const places = await watchPlaces(page, pointId, '[role="alert"]');
  // While it is on its way, there is nothing to send again.
  const sendAgain = card.getByRole('button', { name: '重新上传' });
  await page.keyboard.type('，已报修', { delay: 30 });
  await expect.poll(() => refused.at(-1), { timeout: 30_000 }).toBe('门未锁，已报修');
  await expect.poll(() => sendAgain.isEnabled()).toBe(true);
  await card.getByText('未能上传').waitFor();
  const before = refused.length;
  await sendAgain.tap();
  await expect.poll(() => refused.length, { timeout: 30_000 }).toBeGreaterThan(before);
  await expect.poll(() => sendAgain.isEnabled()).toBe(true);
  await card.getByText('未能上传').waitFor();
  await page.waitForTimeout(500);
  expect(await places.evaluate((seen) => [...seen])).toHaveLength(1);

  // What asks is loaded now: there is no worker here.
  const question = page.getByRole('alertdialog');
  await giveUp.tap();
  await question.getByRole('button', { name: '取消' }).tap();
  await question.waitFor({ state: 'detached' });
  // Without a network it waits on this phone, for as long as that takes.
  isThere = false;
  await context.setOffline(true);
  await card.getByRole('textbox', { name: /^说明/ }).tap();
  await page.keyboard.type('并上报');
  await card.getByText(ON_PHONE).waitFor();
  await page.waitForTimeout(2000);
  await giveUp.tap();
  await question.getByRole('button', { name: '放弃', exact: true }).tap();
  await giveUp.waitFor({ state: 'detached' });
  expect((await shownCards(page))[pointId]).toMatchObject({ result: null, remark: '', photos: 0 });
  await context.setOffline(false);
  await page.unroute('**/saveAnswers');
}, 120_000);

test('a text of one’s own is one tap from a remark, without a network too, and is kept with the account', async () => {
  const page = await openTask(PHONE, {}, openDeptTask(dataDir, 'staff01', 20));
  await answerPoint(page, 5, '不合格', '交接班本漏签');
  // What changes them is fetched when it is first asked for; there is no worker here.
  const phrases = (index: number) => pointCard(page, index).getByRole('group', { name: '常用语' });
  await phrases(5).getByRole('button', { name: '＋ 常用语' }).tap();
  const sheet = page.getByRole('dialog', { name: '常用语' });
  await sheet.getByRole('button', { name: '添加 交接班本漏签' }).waitFor();
  await context.setOffline(true);
  await sheet.getByRole('button', { name: '添加 交接班本漏签' }).tap();
  await sheet.getByLabel('新的常用语').fill('  抢救车未上锁 ');
  await sheet.getByRole('button', { name: '添加', exact: true }).tap();
  const own = sheet.getByRole('list', { name: '我的常用语' });
  await expect.poll(() => own.locator('li > span').allInnerTexts()).toEqual(['抢救车未上锁', '交接班本漏签']);
  await own.getByRole('button', { name: '删除 交接班本漏签' }).tap();
  await expect.poll(() => own.locator('li > span').allInnerTexts()).toEqual(['抢救车未上锁']);
  await sheet.getByRole('button', { name: '关闭' }).tap();
  await sheet.waitFor({ state: 'detached' });

  await pointCard(page, 6).getByRole('radio', { name: '不合格', exact: true }).check();
  await phrases(6).getByRole('button', { name: '抢救车未上锁' }).tap();
  await expect.poll(() => pointCard(page, 6).getByRole('textbox', { name: /^说明/ }).inputValue()).toBe('抢救车未上锁');
  await context.setOffline(false);
  await syncMark(page, '全部已送达').waitFor({ timeout: 60_000 });
  await reload(page);
  await phrases(6).getByRole('button', { name: '抢救车未上锁' }).waitFor();
});

test('many texts of one’s own leave the camera beside the remark; the others are a tap away', async () => {
  const page = await openTask(PHONE, {}, openDeptTask(dataDir, 'staff01', 20));
  const card = pointCard(page, 8);
  await choose(card, '不合格');
  const phrases = card.getByRole('group', { name: '常用语' });
  await phrases.getByRole('button', { name: '＋ 常用语' }).tap();
  const sheet = page.getByRole('dialog', { name: '常用语' });
  for (let count = 1; count <= 9; count += 1) {
    await sheet.getByLabel('新的常用语').fill(`第 ${count} 条常用语，说明检查时看到的具体情况和位置`);
    await sheet.getByRole('button', { name: '添加', exact: true }).tap();
    await expect.poll(() => sheet.getByRole('list', { name: '我的常用语' }).locator('li').filter({ hasText: '具体情况' }).count()).toBe(count);
    // Two taps in one place within a moment count as one.
    await page.waitForTimeout(400);
  }
  await sheet.getByRole('button', { name: '关闭' }).tap();
  await sheet.waitFor({ state: 'detached' });
  const remark = (await card.getByRole('textbox', { name: /^说明/ }).boundingBox())!;
  const camera = (await card.getByRole('button', { name: '拍照' }).boundingBox())!;
  expect(camera.y + camera.height - remark.y).toBeLessThan(PHONE.height * 0.6);
  const last = phrases.getByRole('button', { name: '标识不清' });
  expect(await last.count()).toBe(0);
  await phrases.getByRole('button', { name: /^更多 \d+ 条$/ }).tap();
  await last.tap();
  await expect.poll(() => card.getByRole('textbox', { name: /^说明/ }).inputValue()).toBe('标识不清');
  await phrases.getByRole('button', { name: '收起' }).tap();
  expect(await last.count()).toBe(0);
});

test('the bar of a task gives way while somebody types at low height', async () => {
  const page = await openTask({ width: 640, height: 360 }, {}, openDeptTask(dataDir, 'staff01', 20));
  const bar = page.getByRole('button', { name: '提交', exact: true });
  await bar.waitFor();
  await choose(pointCard(page, 7), '不合格');
  await pointCard(page, 7).getByRole('textbox', { name: /^说明/ }).tap();
  await bar.waitFor({ state: 'hidden' });
  await page.keyboard.type('缺记录');
  await page.setViewportSize(PHONE);
  await bar.waitFor();
});

test('a click with a mouse arrives where the bar comes back', async () => {
  const page = await openTask({ width: 640, height: 360 }, {}, openDeptTask(dataDir, 'staff01', 20));
  const card = pointCard(page, 7);
  await choose(card, '不合格');
  await card.getByRole('textbox', { name: /^说明/ }).tap();
  await page.getByRole('button', { name: '提交', exact: true }).waitFor({ state: 'hidden' });
  const phrase = card.getByRole('group', { name: '常用语' }).getByRole('button', { name: '资料缺失' });
  await phrase.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  const { x, y, width, height } = (await phrase.boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect.poll(() => card.getByRole('textbox', { name: /^说明/ }).inputValue()).toBe('资料缺失');
});

describe.each([
  ['大字', { fontScale: 1.25 }, '', 8],
  ['a font of 24 px in the browser', {}, '24px', 9],
])('with %s at 360 px', (_name, settings, rootFont, index) => {
  test('no text is cut and nothing goes beyond the side', async () => {
    const page = await openTask(SMALL_PHONE, settings, openDeptTask(dataDir, 'staff01', 20));
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), rootFont);
    const isWhole = async (where: string) => expect(await page.evaluate(cutTexts), where).toEqual([]);
    await answerPoint(page, index, '不合格', '交接班缺签名');
    await isWhole('filling in');
    // Where a name would be cut to its first character, the word stands.
    const categories = page.getByRole('button', { name: /^类别/ });
    expect(await categories.innerText()).toBe('类别');
    expect(await categories.evaluate((button) => [...button.querySelectorAll('span')].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))).toBe(true);
    const { width = 0, height = 0 } = (await categories.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: '提交', exact: true }).tap();
    await page.getByRole('dialog', { name: '提交自查结果' }).waitFor();
    await isWhole('submitting');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => (history.state as { sheets?: number } | null)?.sheets === undefined);
    for (const [path, title] of [['/index', '首页'], ['/mytask/index', '我的任务'], ['/mytask/self-innovate', '我的自纠'], ['/usercenter/usercenter', '个人中心']] as const) {
      await open(page, path);
      await heading(page, title).waitFor();
      await page.locator('main li').filter({ visible: true }).first().waitFor();
      await isWhole(title);
    }
  });
});

/** Shows three views whose titles have six characters beside marks and an action; each title has one row, over the bare edge of the next mark at most. */
async function expectTitlesInOneRow(fontScale: number, { hasSearch }: { hasSearch: boolean }): Promise<Page> {
  context = await browser.newContext({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2, serviceWorkers: 'block' });
  await context.addInitScript((stored) => localStorage.setItem('zyzc:settings', JSON.stringify(stored)), { fontScale });
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'admin01', 'Admin2026');
  for (const [path, title] of [['/selfcheckkeshi/selfinspection', '科室自纠记录'], ['/comprehensiveinspection/selfdeclare', '自主申报统计'], ['/selfcheck/index', '自查指标设定']] as const) {
    await open(page, path);
    await heading(page, title).waitFor();
    await page.getByRole('button', { name: /^打开的页面/ }).waitFor();
    await expect.poll(() => heading(page, title).evaluate((head) => head.parentElement?.lastElementChild?.childElementCount)).toBe(1);
    const { text, bar } = await heading(page, title).evaluate((head) => {
      const range = document.createRange();
      range.selectNodeContents(head);
      return { text: range.getBoundingClientRect().toJSON() as DOMRect, bar: head.parentElement?.getBoundingClientRect().height };
    });
    expect(text.height, title).toBeLessThan(40);
    expect(bar, title).toBeLessThanOrEqual(50);
    const next = await page.locator('header').filter({ has: heading(page, title) }).getByRole('button', { name: hasSearch ? '关键词检索' : /^通知/ }).boundingBox();
    expect(text.right, title).toBeLessThanOrEqual((next?.x ?? 0) + 11);
    expect(await page.getByRole('button', { name: '关键词检索' }).filter({ visible: true }).count(), title).toBe(hasSearch ? 1 : 0);
  }
  return page;
}

test('at 360 px a title of six characters has one row beside four marks and an action', async () => {
  await expectTitlesInOneRow(1, { hasSearch: true });
});

test('with 大字 at 360 px a title of six characters has one row beside the marks and an action; the search is in the menu then', async () => {
  const page = await expectTitlesInOneRow(1.25, { hasSearch: false });
  await page.getByRole('button', { name: '打开菜单' }).filter({ visible: true }).tap();
  await page.getByRole('dialog').getByRole('button', { name: '关键词检索' }).tap();
  await page.getByRole('combobox', { name: /^搜索/ }).waitFor();
});

/** In the page: texts that their boxes or the window cut. A row that ends in … is meant so, and what is wholly out of sight is not cut. */
function cutTexts(): string[] {
  const cut = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const element = text.parentElement;
    if (element === null || text.data.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
    let ellipsis: Element | null = element;
    while (ellipsis !== null && getComputedStyle(ellipsis).textOverflow !== 'ellipsis') ellipsis = ellipsis.parentElement;
    if (ellipsis !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      if (width <= 1) continue;
      if (left < -1 || right > innerWidth + 1) cut.add(`${text.data} beyond the window`);
      for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const room = box.getBoundingClientRect();
        // Of one pixel, as for readers alone.
        if (room.width <= 2) break;
        if (overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll' && (right > room.right + 1 || left < room.left - 1)) cut.add(`${text.data} at the side`);
        if (overflowY === 'auto' || overflowY === 'scroll') break;
        if (overflowY !== 'visible' && top < room.bottom && bottom > room.top && (bottom > room.bottom + 2 || top < room.top - 2)) cut.add(`${text.data} above or below`);
      }
    }
  }
  return [...cut];
}

test('where the setting says so, a first answer leads to the next point, and one that needs a remark does not', async () => {
  const page = await openTask(PHONE, { autoNext: true }, openDeptTask(dataDir, 'staff01', 20));
  const seq = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.closest('[data-point]')?.querySelector('span')?.textContent ?? undefined);
  const open = page.locator('main:visible [data-point]:not(:has(input:checked)):not([data-folded])').first();
  const number = Number(await open.locator('span').first().textContent());
  await open.getByRole('radio', { name: '合格', exact: true }).tap();
  await expect.poll(seq).toBe(String(number + 1));
  await pointCard(page, number).getByRole('radio', { name: '不合格', exact: true }).tap();
  await pointCard(page, number).getByRole('textbox', { name: /^说明/ }).waitFor();
  expect(await seq()).toBe(String(number + 1));
});

test('open views are behind a counter on a phone, which goes to them and closes them; the setting takes it away', async () => {
  const page = await openTask(PHONE);
  expect(await page.getByRole('navigation', { name: '标签栏' }).count()).toBe(0);
  await page.getByRole('button', { name: '打开的页面，共 3 个' }).waitFor();
  await showView(page, /^我的任务/);
  await heading(page, '我的任务').waitFor();
  await showView(page, /^完成任务/);
  await heading(page, '完成任务').waitFor();
  const views = await openViews(page);
  await views.getByRole('button', { name: '关闭 我的任务' }).click();
  await views.getByRole('button', { name: '关闭 我的任务' }).waitFor({ state: 'detached' });
  // The one in sight: what is left comes instead, and the way back does not lead to it.
  await views.getByRole('button', { name: '关闭 完成任务' }).click();
  await heading(page, '首页').waitFor();
  expect(await page.getByRole('button', { name: /^打开的页面/ }).count()).toBe(0);
  await context.close();
  const without = await openTask(PHONE, { tagbar: false });
  expect(await without.getByRole('button', { name: /^打开的页面/ }).count()).toBe(0);
});

test('a tablet upright shows the categories beside the points, and a tap on one goes there', async () => {
  const page = await openTask(TABLET);
  await page.getByRole('navigation', { name: '标签栏' }).waitFor();
  const rail = page.getByRole('navigation', { name: '类别' });
  const last = rail.getByRole('button').last();
  const name = (await last.locator('span').first().textContent()) ?? '';
  await last.click();
  await expect.poll(() => page.getByRole('heading', { level: 2, name, exact: true }).evaluate((head) => head === document.activeElement)).toBe(true);
});

test('the line of a phone names the category in sight', async () => {
  const page = await openTask(PHONE);
  await page.getByRole('button', { name: '类别' }).click();
  const last = page.getByRole('dialog', { name: '按类别查看' }).getByRole('button').last();
  const name = (await last.locator('span').first().textContent()) ?? '';
  await last.click();
  await page.getByRole('button', { name: `类别：${name}` }).waitFor();
});
