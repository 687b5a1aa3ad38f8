import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { heading, ON_PHONE, open, pointCard, startSignedIn, syncMark } from './screen.ts';
import { openDeptTask, query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

/** How often a person touches the screen for each of the usual jobs: what is typed does not count, what is scrolled neither. */

let url: string;
let browser: Browser;
let dataDir: string;
beforeAll(async () => {
  const site = await openSeededSite();
  ({ browser, dataDir } = site);
  ({ url } = site.server);
  return site.close;
});

const POINTS = 20;

/** Counts in the page: whatever the test does there, the browser saw. */
async function signedIn(account: string, password: string, viewport: { width: number; height: number }): Promise<Page> {
  const isPhone = viewport === PHONE;
  const context = await browser.newContext({ viewport, hasTouch: isPhone, isMobile: isPhone, serviceWorkers: 'block' });
  await context.addInitScript(() => {
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1)), true);
  });
  // A machine for tests has no mouse, for which the keys are.
  if (!isPhone) {
    await context.addInitScript(() => {
      const ask = matchMedia.bind(globalThis);
      globalThis.matchMedia = (media) => ask(media === '(pointer: fine)' ? 'all' : media);
    });
  }
  const page = await context.newPage();
  await startSignedIn(page, url, account, password);
  return page;
}

async function tapsFor(page: Page, job: () => Promise<void>): Promise<number> {
  await page.evaluate(() => sessionStorage.removeItem('taps'));
  await job();
  return page.evaluate(() => Number(sessionStorage.getItem('taps')));
}

describe('of staff, on a phone', () => {
  let page: Page;
  beforeAll(async () => {
    page = await signedIn('staff01', 'Staff2026', PHONE);
    return () => page.context().close();
  });
  const tap = (name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().tap();
  const openTask = async (): Promise<string> => {
    const id = openDeptTask(dataDir, 'staff01', POINTS);
    await open(page, `/mytask/index/${id}`);
    await pointCard(page, POINTS - 1).waitFor();
    return id;
  };

  test('a task is opened from 首页 and its first point answered', async () => {
    // Whatever it still fetches moves its rows.
    await page.waitForLoadState('networkidle');
    const taps = await tapsFor(page, async () => {
      await page.getByRole('link', { name: /日常自查/ }).first().tap();
      await heading(page, '完成任务').waitFor();
      await pointCard(page, 0).getByRole('radio', { name: '合格', exact: true }).tap();
      await page.getByText(`已查 1/${POINTS}`).waitFor();
    });
    expect(taps).toBe(2);
  });

  test('the rest of a category is marked at once, as 合格 or 不适用', async () => {
    await openTask();
    for (const words of [/^本类其余全部合格/, /^本类其余不适用/]) {
      const before = await page.getByRole('radio', { checked: true }).count();
      const taps = await tapsFor(page, async () => {
        await page.getByRole('button', { name: words }).first().tap();
        await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBeGreaterThan(before);
      });
      expect(taps).toBe(1);
    }
  });

  test('an answer is taken back', async () => {
    await openTask();
    const card = pointCard(page, POINTS - 1);
    await card.getByRole('radio', { name: '合格', exact: true }).tap();
    await card.getByText(ON_PHONE).waitFor();
    const taps = await tapsFor(page, async () => {
      await card.getByRole('button', { name: /^更多操作/ }).tap();
      await card.getByRole('menuitem', { name: '清除结果' }).tap();
      await card.getByRole('radio', { checked: true }).waitFor({ state: 'detached' });
    });
    expect(taps).toBe(2);
  });

  test('a 不合格 has its remark without typing, and what is 不合格 is shown alone', async () => {
    await openTask();
    const card = pointCard(page, POINTS - 1);
    const remarked = await tapsFor(page, async () => {
      await card.getByRole('radio', { name: '不合格', exact: true }).tap();
      await card.getByRole('button', { name: '记录不全' }).tap();
      await card.getByText(ON_PHONE).waitFor();
    });
    expect(remarked).toBe(2);
    const shown = await tapsFor(page, async () => {
      await tap('筛选');
      const sheet = page.getByRole('dialog', { name: '筛选' });
      await sheet.getByRole('radio', { name: /^不合格/ }).tap();
      await sheet.getByRole('button', { name: '查看 1 项' }).tap();
      await sheet.waitFor({ state: 'detached' });
      await expect.poll(() => page.locator('[role="group"][data-point]').count()).toBe(1);
    });
    expect(shown).toBe(3);
    await tap(/^清除筛选/);
  });

  test('a whole task is submitted, and taken back', async () => {
    const id = await openTask();
    const rest = page.getByRole('button', { name: /^本类其余全部合格/ });
    for (let left = await rest.count(); left > 0; left = await rest.count()) {
      await rest.first().tap();
      await expect.poll(() => rest.count()).toBeLessThan(left);
      // The next one has come into its place: within a double tap it is not pressed.
      await page.waitForTimeout(400);
    }
    await page.getByText(`已查 ${POINTS}/${POINTS}`).waitFor();
    const submitted = await tapsFor(page, async () => {
      await tap('提交');
      await tap('确认提交');
      await page.getByText('已提交，管理员查看前可以撤回').waitFor({ timeout: 60_000 });
    });
    expect(submitted).toBe(2);
    const withdrawn = await tapsFor(page, async () => {
      await tap('撤回提交');
      await page.getByRole('alertdialog').getByRole('button', { name: '撤回', exact: true }).tap();
      await page.getByText('提交已撤回，修改后请重新提交').waitFor();
    });
    expect(withdrawn).toBe(2);
    expect(query<{ submitted_at: string | null }>({ dataDir }, 'select submitted_at from dept_task where id = ?', id)[0]?.submitted_at).toBeNull();
  });

  test('an item is corrected, without typing', async () => {
    await open(page, '/index');
    await heading(page, '首页').waitFor();
    const taps = await tapsFor(page, async () => {
      await page.getByRole('link', { name: /抢救设备与急救药品/ }).first().tap();
      await heading(page, '完成自纠').waitFor();
      const item = page.locator('[role="group"][data-point]').filter({ has: page.getByRole('checkbox', { name: '已整改', checked: false }) }).first();
      await item.getByRole('button', { name: '已更换' }).tap();
      await item.getByRole('button', { name: '陈思齐' }).tap();
      await item.getByRole('checkbox', { name: '已整改' }).tap();
      await syncMark(page, '全部已送达').waitFor({ timeout: 60_000 });
    });
    expect(taps).toBe(4);
  });
});

describe('of administrators, on a desktop', () => {
  let page: Page;
  beforeAll(async () => {
    page = await signedIn('admin01', 'Admin2026', DESKTOP);
    return () => page.context().close();
  });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
  const goHome = async (): Promise<void> => {
    await open(page, '/index');
    await heading(page, '首页').waitFor();
  };

  test('a task is issued to all departments, with all points that concern each', async () => {
    await goHome();
    const clicks = await tapsFor(page, async () => {
      await page.getByRole('navigation').getByRole('button', { name: '检查管理' }).click();
      await page.getByRole('navigation').getByRole('link', { name: '下发任务' }).click();
      for (const choice of ['自查科室', '检查要点']) await page.getByRole('region', { name: choice }).getByRole('button', { name: /^全选/ }).click();
      await button('预览').click();
      await button('确认下发').click();
      await heading(page, '任务列表').waitFor();
    });
    expect(clicks).toBe(6);
  });

  test('all departments that are late are reminded', async () => {
    await goHome();
    const clicks = await tapsFor(page, async () => {
      await page.getByRole('link', { name: /^检查任务 已逾期 \d+，查看$/ }).click();
      await page.getByRole('table', { name: '任务列表' }).getByRole('link').first().click();
      await button('催办').click();
      await button(/^催办 \d+ 个科室$/).click();
      await page.getByText(/^已催办 \d+ 个科室$/).waitFor();
    });
    expect(clicks).toBe(4);
  });

  test('who failed a point most often is read, down to remark and photos, and the next 不合格 is a key further', async () => {
    await goHome();
    const clicks = await tapsFor(page, async () => {
      await page.getByRole('list', { name: '最常不合格的要点' }).getByRole('button').first().click();
      await page.getByRole('list', { name: '科室任务' }).getByRole('link').first().click();
      await heading(page, '科室详情').waitFor();
      await page.getByRole('list', { name: '自查结果' }).getByText('不合格', { exact: true }).first().waitFor();
      await page.locator('[aria-modal]').waitFor({ state: 'detached' });
    });
    expect(clicks).toBe(2);
    const next = await tapsFor(page, async () => {
      await page.keyboard.press('j');
      await page.locator('[data-step]:focus').waitFor();
    });
    expect(next).toBe(0);
  });

  test('all corrections that wait are confirmed', async () => {
    await goHome();
    const clicks = await tapsFor(page, async () => {
      await page.getByRole('link', { name: /^\d+ 份科室自纠待确认$/ }).click();
      await button('选择本页').click();
      await button('确认整改').click();
      await page.getByRole('alertdialog', { name: '确认整改' }).getByRole('button', { name: /^确认 \d+ 份$/ }).click();
      await page.getByText('没有“待确认”的自纠').waitFor();
    });
    expect(clicks).toBe(4);
  });
});
