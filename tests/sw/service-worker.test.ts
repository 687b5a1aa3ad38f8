import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SERVED_AT_HEADER } from '#contract/served-at.ts';
import { ACCOUNT_HEADER, type AccountLeft, KEPT_HEADER, LAW_KEPT_CACHE, PDFJS_CACHE, SKIP_WAITING, SYNC_TAG, taskCacheName } from '#contract/worker-messages.ts';
import { launchChromium } from '../support/chromium.ts';
import { FOREIGN } from '../support/foreign-answers.ts';
import { type SiteAnswer, startWorkerSite, type WorkerSite } from './worker-site.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let browser: Browser;
let site: WorkerSite;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});
beforeEach(async () => {
  site = await startWorkerSite();
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(site.url);
  // Controlled on the very first visit.
  await page.evaluate(`navigator.serviceWorker.register('./service-worker.js').then(() => new Promise((resolve) => {
    if (navigator.serviceWorker.controller) resolve();
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve());
  }))`);
});
afterEach(async () => {
  await context.close();
  await site.close();
});

interface Got {
  status: number;
  text: string;
}
/** What the page gets; 'no answer' for a network error. */
async function get(path: string, headers: Record<string, string> = {}): Promise<Got | 'no answer'> {
  const request = JSON.stringify([path, { headers }]);
  return await page.evaluate<Got | 'no answer'>(
    `fetch(...${request}).then(async (response) => ({ status: response.status, text: await response.text() }), () => 'no answer')`,
  );
}
const asAccount = (account: string) => ({ [ACCOUNT_HEADER]: account });
const taskPath = (id: string) => `/api/qyzc/company/task/check/queryTaskCheckPointInfo/${id}`;
const success = (message: unknown) => ({ body: { code: 1000, message } });
const cacheNames = () => page.evaluate<string[]>('caches.keys()');
const update = () => page.evaluate(`navigator.serviceWorker.getRegistration().then((registration) => registration.update())`);
const hasWaiting = () => page.evaluate<boolean>(`navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)`);
/** As after the person agreed. */
const takeOver = () =>
  page.evaluate(`new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve);
    navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting.postMessage({ type: ${JSON.stringify(SKIP_WAITING)} }));
  }).then(() => undefined)`);
const cachedIn = (name: string) => page.evaluate<string[]>(`caches.open(${JSON.stringify(name)}).then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))`);

describe('task detail', () => {
  test('comes from the server, and from the account’s cache without one', async () => {
    site.answer = () => success({ id: 't1', release: 1 });
    await get(taskPath('t1'), asAccount('e1'));
    site.answer = () => success({ id: 't1', release: 2 });
    expect(await get(taskPath('t1'), asAccount('e1'))).toMatchObject({ text: expect.stringContaining('"release":2') });
    await expect.poll(() => cachedIn(taskCacheName('e1'))).toEqual([taskPath('t1')]);
    site.isUp = false;
    expect(await get(taskPath('t1'), asAccount('e1'))).toMatchObject({ status: 200, text: expect.stringContaining('"release":2') });
    expect(await get(taskPath('t2'), asAccount('e1'))).toBe('no answer');
  });

  test('is kept of self-corrections too, for filling in, and their lists and histories are not', async () => {
    const corrections = '/api/qyzc/company/task/selfcorrect';
    const detail = `${corrections}/queryCompanySelfCorrectById/c1`;
    site.answer = () => success({ id: 'c1' });
    for (const path of [detail, `${corrections}/detail/c1`, `${corrections}/queryCompanySelfCorrectList`]) await get(path, asAccount('e1'));
    await expect.poll(() => cachedIn(taskCacheName('e1'))).toEqual([detail]);
    site.isUp = false;
    expect(await get(detail, asAccount('e1'))).toMatchObject({ status: 200, text: expect.stringContaining('"id":"c1"') });
    expect(await get(detail, asAccount('e2'))).toBe('no answer');
    expect(await get(`${corrections}/detail/c1`, asAccount('e1'))).toBe('no answer');
  });

  test('comes from the cache when the server takes more than three seconds', async () => {
    site.answer = () => success({ release: 1 });
    await get(taskPath('t1'), asAccount('e1'));
    await expect.poll(() => cachedIn(taskCacheName('e1'))).toHaveLength(1);
    site.answer = () => ({ ...success({ release: 2 }), delayMs: 6000 });
    const start = Date.now();
    expect(await get(taskPath('t1'), asAccount('e1'))).toMatchObject({ text: expect.stringContaining('"release":1') });
    expect(Date.now() - start).toBeGreaterThan(2500);
    expect(Date.now() - start).toBeLessThan(5500);
    // A task never fetched before is waited for.
    expect(await get(taskPath('t2'), asAccount('e1'))).toMatchObject({ text: expect.stringContaining('"release":2') });
  });

  test('of a later request is not replaced by that of an earlier one which comes after it', async () => {
    const served = (second: number, delayMs: number) => ({ ...success({ second }), delayMs, headers: { [SERVED_AT_HEADER]: `2026-11-21T08:00:0${second}.000Z` } });
    site.answer = () => served(1, 1500);
    const early = get(taskPath('t1'), asAccount('e1'));
    await expect.poll(() => site.asked).toEqual([taskPath('t1')]);
    site.answer = () => served(2, 0);
    await get(taskPath('t1'), asAccount('e1'));
    expect(await early).toMatchObject({ text: expect.stringContaining('"second":1') });
    // The worker writes after it has answered.
    await page.waitForTimeout(500);
    site.isUp = false;
    expect(await get(taskPath('t1'), asAccount('e1'))).toMatchObject({ text: expect.stringContaining('"second":2') });
  });

  test.each([
    ['a refusal', { status: 404, body: { code: 4004, message: '记录不存在' } }],
    ['an ended session in an HTTP 200', { status: 200, body: { code: 4001, message: '登录已过期' } }],
    ['a captive portal', { status: 200, type: 'text/html', body: '<html>请登录</html>' }],
    ['a proxy’s error', { status: 502, type: 'text/html', body: 'Bad Gateway' }],
    ['a success without an envelope', { status: 200, body: { id: 't1' } }],
    ['text that only says it is JSON', { status: 200, body: 'not json' }],
  ])('never keeps %s', async (_name, answer) => {
    site.answer = () => answer;
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    expect(await get(taskPath('t1'), asAccount('e1'))).toEqual({ status: answer.status, text: body });
    site.isUp = false;
    expect(await get(taskPath('t1'), asAccount('e1'))).toBe('no answer');
  });

  test('is not replaced by what a captive portal or a broken or busy server answers, but by what our server says', async () => {
    site.answer = () => success({ release: 1 });
    await get(taskPath('t1'), asAccount('e1'));
    await expect.poll(() => cachedIn(taskCacheName('e1'))).toHaveLength(1);
    for (const answer of [{ type: 'text/html', body: '<html>请登录</html>' }, { status: 502, type: 'text/html', body: '' }, { status: 500, body: { code: 5000, message: '系统错误' } }, { status: 429, body: { code: 4029, message: '操作过于频繁' } }]) {
      site.answer = () => answer;
      expect(await get(taskPath('t1'), asAccount('e1'))).toMatchObject({ text: expect.stringContaining('"release":1') });
    }
    site.answer = () => ({ status: 200, body: { code: 4001, message: '登录已过期' } });
    expect(await get(taskPath('t1'), asAccount('e1'))).toMatchObject({ text: expect.stringContaining('4001') });
  });

  test('is asked of the server once a captive portal is gone, whatever the browser was to remember of it', async () => {
    site.answer = () => success({ release: 1 });
    await get(taskPath('t1'), asAccount('e1'));
    await expect.poll(() => cachedIn(taskCacheName('e1'))).toHaveLength(1);
    site.answer = () => FOREIGN.page;
    expect(await get(taskPath('t1'), asAccount('e1'))).toMatchObject({ text: expect.stringContaining('"release":1') });
    site.answer = () => success({ release: 2 });
    expect(await get(taskPath('t1'), asAccount('e1'))).toMatchObject({ text: expect.stringContaining('"release":2') });
  });

  test('goes when the server knows no more of it, so that it does not come back without a network', async () => {
    site.answer = () => success({ release: 1 });
    await get(taskPath('t1'), asAccount('e1'));
    await get(taskPath('t2'), asAccount('e1'));
    await expect.poll(async () => (await cachedIn(taskCacheName('e1'))).toSorted()).toEqual([taskPath('t1'), taskPath('t2')]);
    site.answer = () => ({ status: 404, body: { code: 4004, message: '记录不存在' } });
    expect(await get(taskPath('t1'), asAccount('e1'))).toMatchObject({ status: 404 });
    // A proxy that does not find our server is not our server.
    site.answer = () => ({ status: 404, type: 'text/html', body: 'Not Found' });
    await get(taskPath('t2'), asAccount('e1'));
    site.isUp = false;
    expect(await get(taskPath('t1'), asAccount('e1'))).toBe('no answer');
    expect(await get(taskPath('t2'), asAccount('e1'))).toMatchObject({ text: expect.stringContaining('"release":1') });
  });

  test('lesson 22: of one account is not given to another, and goes when another uses the device', async () => {
    site.answer = () => success({ of: 'e1' });
    await get(taskPath('t1'), asAccount('e1'));
    await expect.poll(cacheNames).toContain(taskCacheName('e1'));
    site.answer = () => undefined;
    expect(await get(taskPath('t1'), asAccount('e2'))).toBe('no answer');
    await expect.poll(cacheNames).not.toContain(taskCacheName('e1'));
  });

  test('of one account that arrives when another uses the device is not kept', async () => {
    site.answer = (path) => ({ ...success({ path }), delayMs: path.endsWith('t1') ? 1500 : 0 });
    const late = get(taskPath('t1'), asAccount('e1'));
    await get(taskPath('t2'), asAccount('e2'));
    expect(await late).toMatchObject({ status: 200 });
    await expect.poll(cacheNames).toContain(taskCacheName('e2'));
    await expect.poll(cacheNames).not.toContain(taskCacheName('e1'));
  });

  test('that arrives after its account has signed out is not kept', async () => {
    site.answer = (path) => ({ ...success({ path }), delayMs: path.endsWith('t1') ? 1500 : 0 });
    await get(taskPath('t2'), asAccount('e1'));
    await expect.poll(cacheNames).toContain(taskCacheName('e1'));
    const late = get(taskPath('t1'), asAccount('e1'));
    await expect.poll(() => site.asked).toContain(taskPath('t1'));
    await page.evaluate(`navigator.serviceWorker.controller.postMessage(${JSON.stringify({ type: 'ACCOUNT_LEFT' } satisfies AccountLeft)})`);
    await expect.poll(cacheNames).not.toContain(taskCacheName('e1'));
    expect(await late).toMatchObject({ status: 200 });
    // The worker writes after it has answered: each look comes a while later.
    const namesLater = async () => {
      await page.waitForTimeout(500);
      return await cacheNames();
    };
    await expect.poll(namesLater).not.toContain(taskCacheName('e1'));
  });

  test('without a name for its account is not kept', async () => {
    site.answer = () => success({});
    await get(taskPath('t1'));
    await get(taskPath('t1'), asAccount('../evil'));
    site.isUp = false;
    expect(await get(taskPath('t1'))).toBe('no answer');
    expect((await cacheNames()).filter((name) => name.includes('task'))).toEqual([]);
  });
});

describe('laws', () => {
  const lawPath = (version: string) => `/api/qyzc/supervise/law/archive/read-file/l1?v=${version}`;
  const listPath = '/api/qyzc/company/laws?pageNum=1';
  const keptList = () => page.evaluate<string | undefined>(`caches.match(${JSON.stringify(listPath)}).then((response) => response?.text())`);

  test('a list comes from the server, and from the cache where the server does not answer as ours does', async () => {
    site.answer = () => success({ total: 1 });
    await get(listPath);
    site.answer = () => success({ total: 2 });
    expect(await get(listPath)).toMatchObject({ text: expect.stringContaining('"total":2') });
    await expect.poll(keptList).toContain('"total":2');
    for (const answer of [FOREIGN.page, { status: 500, body: { code: 5000, message: '系统错误' } }, { status: 429, body: { code: 4029, message: '操作过于频繁' } }]) {
      site.answer = () => answer;
      expect(await get(listPath)).toMatchObject({ text: expect.stringContaining('"total":2') });
    }
    site.answer = () => success({ total: 3 });
    expect(await get(listPath)).toMatchObject({ text: expect.stringContaining('"total":3') });
    await expect.poll(keptList).toContain('"total":3');
    site.isUp = false;
    const start = Date.now();
    expect(await get(listPath)).toMatchObject({ text: expect.stringContaining('"total":3') });
    expect(Date.now() - start, 'without a network nothing is waited for').toBeLessThan(2000);
  });

  test('a list comes from the cache when the server takes more than three seconds, and is renewed behind it', async () => {
    site.answer = () => success({ total: 1 });
    await get(listPath);
    await expect.poll(keptList).toContain('"total":1');
    site.answer = () => ({ ...success({ total: 2 }), delayMs: 5000 });
    expect(await get(listPath)).toMatchObject({ text: expect.stringContaining('"total":1') });
    await expect.poll(keptList).toContain('"total":2');
  });

  test('a text is read once under its version, and only if it is of that version', async () => {
    site.answer = () => success({ version: 'a1' });
    await get(lawPath('a1'));
    await expect.poll(() => cachedIn('zyzc-law-text-v1')).toHaveLength(1);
    await get(lawPath('a1'));
    expect(site.asked.filter((path) => path === lawPath('a1'))).toHaveLength(1);
    await get(lawPath('b2'));
    await get(lawPath(''));
    site.isUp = false;
    expect(await get(lawPath('a1'))).toMatchObject({ status: 200 });
    expect(await get(lawPath('b2'))).toBe('no answer');
    expect(await get(lawPath(''))).toBe('no answer');
  });

  test('a PDF kept whole serves its parts', async () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => 65 + (index % 26)));
    const pdfPath = `${lawPath('a1')}&format=pdf`;
    site.answer = () => ({ type: 'application/pdf', body: bytes });
    await get(pdfPath);
    await expect.poll(() => cachedIn('zyzc-law-text-v1')).toHaveLength(1);
    site.isUp = false;
    expect(await get(pdfPath, { range: 'bytes=26-51' })).toEqual({ status: 206, text: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' });
    expect(await get(pdfPath, { range: 'bytes=-3' })).toMatchObject({ status: 206, text: bytes.subarray(-3).toString() });
  });

  test('what the person keeps is answered from where the page put it, text and PDF and parts of it', async () => {
    const keep = (path: string, body: string, type: string) =>
      page.evaluate<void>(
        `caches.open(${JSON.stringify(LAW_KEPT_CACHE)}).then((cache) => cache.put(${JSON.stringify(path)}, new Response(${JSON.stringify(body)}, { headers: { 'content-type': ${JSON.stringify(type)} } })))`,
      );
    const kept = JSON.stringify({ code: 1000, message: { version: 'a1', of: 'the page' } });
    await keep(lawPath('a1'), kept, 'application/json');
    await keep(`${lawPath('a1')}&format=pdf`, 'ABCDEFGHIJ', 'application/pdf');
    expect(await get(lawPath('a1'))).toEqual({ status: 200, text: kept });
    expect(await get(`${lawPath('a1')}&format=pdf`)).toEqual({ status: 200, text: 'ABCDEFGHIJ' });
    expect(await get(`${lawPath('a1')}&format=pdf`, { range: 'bytes=2-4' })).toEqual({ status: 206, text: 'CDE' });
    expect(site.asked).toEqual([]);
    // Another version is not what was kept.
    site.answer = () => success({ version: 'b2' });
    expect(await get(lawPath('b2'))).toMatchObject({ text: expect.stringContaining('b2') });
  });

  test('a part of a PDF is not kept as if it were the whole', async () => {
    site.answer = () => ({ status: 206, type: 'application/pdf', headers: { 'content-range': 'bytes 0-2/1000' }, body: 'ABC' });
    await get(`${lawPath('a1')}&format=pdf`, { range: 'bytes=0-2' });
    site.isUp = false;
    expect(await get(`${lawPath('a1')}&format=pdf`)).toBe('no answer');
  });

});

describe('files of pdf.js', () => {
  const path = (name: string) => `/pdfjs/6.3.289/${name}`;

  test('are kept as the build made them, and nothing else in their place', async () => {
    const answers: Record<string, SiteAnswer> = {
      [path('cmaps/good.bcmap')]: { type: 'application/octet-stream', body: 'map' },
      [path('cmaps/portal.bcmap')]: { type: 'application/octet-stream', headers: { 'cache-control': 'max-age=3600' }, body: 'foreign' },
    };
    site.answer = (asked) => answers[asked];
    expect(await get(path('cmaps/good.bcmap'))).toMatchObject({ text: 'map' });
    expect(await get(path('cmaps/portal.bcmap'))).toBe('no answer');
    answers[path('cmaps/portal.bcmap')] = { type: 'application/octet-stream', body: 'other map' };
    expect(await get(path('cmaps/portal.bcmap')), 'what the browser remembers is foreign').toMatchObject({ text: 'other map' });
    await expect.poll(() => cachedIn(PDFJS_CACHE)).toHaveLength(2);
    site.isUp = false;
    expect(await get(path('cmaps/good.bcmap'))).toEqual({ status: 200, text: 'map' });
    expect(await get(path('cmaps/portal.bcmap'))).toEqual({ status: 200, text: 'other map' });
  });

  test('of a version that the build knows nothing of are passed on, and not kept', async () => {
    site.answer = () => ({ type: 'application/octet-stream', body: 'older' });
    expect(await get('/pdfjs/5.0.0/cmaps/good.bcmap')).toMatchObject({ text: 'older' });
    site.isUp = false;
    expect(await get('/pdfjs/5.0.0/cmaps/good.bcmap')).toBe('no answer');
  });

  test('that an earlier release kept although they were foreign go with the next one', async () => {
    const keep = (name: string, body: string) =>
      page.evaluate<void>(`caches.open(${JSON.stringify(PDFJS_CACHE)}).then((cache) => cache.put(${JSON.stringify(path(name))}, new Response(${JSON.stringify(body)})))`);
    await keep('cmaps/good.bcmap', 'map');
    await keep('cmaps/portal.bcmap', 'foreign');
    site.release('two');
    await update();
    await expect.poll(hasWaiting).toBe(true);
    await takeOver();
    await expect.poll(() => cachedIn(PDFJS_CACHE)).toEqual([path('cmaps/good.bcmap')]);
  });
});

test('what comes from a cache says so, for it tells nothing of the network', async () => {
  const listPath = '/api/qyzc/company/laws?pageNum=1';
  const textPath = '/api/qyzc/supervise/law/archive/read-file/l1?v=a1';
  const isKept = (path: string) =>
    page.evaluate<boolean>(`fetch(${JSON.stringify(path)}, { headers: ${JSON.stringify(asAccount('e1'))} }).then(({ headers }) => headers.has(${JSON.stringify(KEPT_HEADER)}))`);
  const paths = [taskPath('t1'), listPath, textPath];
  site.answer = () => success({ version: 'a1' });
  for (const path of paths) expect(await isKept(path)).toBe(false);
  for (const name of [taskCacheName('e1'), 'zyzc-law-list-v1', 'zyzc-law-text-v1']) await expect.poll(() => cachedIn(name)).toHaveLength(1);
  site.answer = () => ({ status: 502, type: 'text/html', body: '' });
  for (const path of paths) expect(await isKept(path)).toBe(true);
  site.isUp = false;
  for (const path of paths) expect(await isKept(path)).toBe(true);
  await page.evaluate(`caches.open(${JSON.stringify(LAW_KEPT_CACHE)}).then((cache) => cache.put(${JSON.stringify(textPath)}, new Response('{}')))`);
  expect(await isKept(textPath)).toBe(true);
});

test('nor does what the browser itself remembers of a server that is gone', async () => {
  const path = '/api/qyzc/supervise/law/archive/read-file/l1?v=a1';
  const sentAt = new Date(Date.now() - 2 * 60_000).toUTCString();
  site.answer = () => ({ ...success({ version: 'a1' }), headers: { date: sentAt, 'cache-control': 'private, max-age=3600' } });
  await get(path);
  await expect.poll(() => cachedIn('zyzc-law-text-v1')).toHaveLength(1);
  await page.evaluate(`caches.delete('zyzc-law-text-v1')`);
  site.isUp = false;
  const isKept = page.evaluate<boolean>(`fetch(${JSON.stringify(path)}).then(({ headers }) => headers.has(${JSON.stringify(KEPT_HEADER)}))`);
  expect(await isKept).toBe(true);
  expect(site.asked.filter((asked) => asked === path)).toHaveLength(1);
});

describe('everything else', () => {
  test('under /api is never kept', async () => {
    site.answer = () => success({});
    const others = ['/api/admin/userInfo', '/api/qyzc/company/task/check/queryMyTaskCheckList', '/api/qyzc/law/types/dict', '/api/qyzc/company/lawsuit'];
    for (const path of others) await get(path, asAccount('e1'));
    site.isUp = false;
    for (const path of others) expect(await get(path, asAccount('e1'))).toBe('no answer');
    expect((await cacheNames()).filter((name) => !name.startsWith('workbox-precache'))).toEqual([]);
  });

  test('a screen opens without a server, a call of the API is no screen', async () => {
    site.isUp = false;
    await page.reload();
    expect(await page.title()).toBe('shell one');
    await page.goto(`${site.url}/some/old/address`);
    expect(await page.title()).toBe('shell one');
    await expect(page.goto(`${site.url}/api/qyzc/company/laws/export`)).rejects.toThrow(/net::/);
    await expect(page.goto(`${site.url}/healthz`)).rejects.toThrow(/net::/);
  });
});

describe('a new release', () => {
  test('lesson 18: waits for consent, keeps what was cached, and takes over when told', async () => {
    site.answer = () => success({ release: 1 });
    await get(taskPath('t1'), asAccount('e1'));
    await expect.poll(() => cachedIn(taskCacheName('e1'))).toHaveLength(1);
    site.release('two');
    await update();
    await expect.poll(hasWaiting).toBe(true);
    site.isUp = false;
    await page.reload();
    expect(await page.title()).toBe('shell one');
    expect(await hasWaiting()).toBe(true);
    await page.evaluate(`navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting.postMessage({ type: 'something else' }))`);
    expect(await hasWaiting()).toBe(true);
    await takeOver();
    await page.reload();
    expect(await page.title()).toBe('shell two');
    expect(await get(taskPath('t1'), asAccount('e1'))).toMatchObject({ text: expect.stringContaining('"release":1') });
  });
});

describe('a foreign answer with status 200 in place of a file', () => {
  const portal: SiteAnswer = { type: 'text/html; charset=utf-8', headers: { 'cache-control': 'max-age=3600' }, body: '<html>请登录</html>' };
  /** What lies in the precache, by path. */
  const shell = () =>
    page.evaluate<Record<string, string>>(`caches.keys().then(async (names) => {
      const cache = await caches.open(names.find((name) => name.includes('precache')));
      const texts = (await cache.keys()).map(async (request) => [new URL(request.url).pathname, await (await cache.match(request)).text()]);
      return Object.fromEntries(await Promise.all(texts));
    })`);
  /** In a browser that was never here. @returns whether the worker got into force */
  const visitAnew = async () => {
    await context.close();
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(`${site.url}/api/blank`);
    return await install();
  };
  const install = () =>
    page.evaluate<boolean>(`navigator.serviceWorker.register('/service-worker.js').then((registration) => new Promise((resolve) => {
      const worker = registration.installing ?? registration.active;
      const look = () => (worker.state === 'redundant' ? resolve(false) : worker.state === 'activated' && resolve(true));
      worker.addEventListener('statechange', look);
      look();
    }))`);

  beforeEach(() => {
    site.answer = () => ({ type: 'text/html', body: '<title>blank</title>' });
  });

  const files = ['index.html', 'assets/screen-one.js', 'assets/style-11111111.css', 'pdfjs/6.3.289/integrity.json'];

  test.each(files)('%s fails the installation, and the next one succeeds', async (file) => {
    site.foreign = (asked) => (asked === file ? portal : undefined);
    expect(await visitAnew()).toBe(false);
    expect(Object.keys(await shell())).not.toContain(`/${file}`);
    site.foreign = () => undefined;
    site.askedFiles.splice(0);
    expect(await install(), 'what the browser remembers is foreign').toBe(true);
    expect((await shell())[`/${file}`]).not.toContain('请登录');
    expect([...new Set(site.askedFiles)], 'what came right the first time is not fetched again').toEqual([file]);
    site.isUp = false;
    await page.goto(`${site.url}/#/login`);
    expect(await page.title()).toBe('shell one');
  });

  test('once does no harm: the file is asked for again, past what the browser remembers', async () => {
    let isFirst = true;
    site.foreign = (asked) => {
      if (asked !== 'assets/screen-one.js' || !isFirst) return undefined;
      isFirst = false;
      return portal;
    };
    expect(await visitAnew()).toBe(true);
    expect((await shell())['/assets/screen-one.js']).toContain("screen = 'one'");
  });

  test('of a new release leaves the one before as it is', async () => {
    site.release('two');
    site.foreign = (asked) => (asked === 'assets/screen-two.js' ? portal : undefined);
    await update();
    await expect.poll(() => page.evaluate<boolean>(`navigator.serviceWorker.getRegistration().then(({ installing }) => installing === null)`)).toBe(true);
    expect(await hasWaiting()).toBe(false);
    site.isUp = false;
    await page.goto(`${site.url}/#/login`);
    await page.reload();
    expect(await page.title()).toBe('shell one');
    expect((await shell())['/assets/screen-one.js']).toContain("screen = 'one'");
  });

  test.each([
    ['index.html', 'the app is that page', '/'],
    ['assets/screen-one.js', 'a screen never opens', '/assets/screen-one.js'],
  ])('that an earlier release kept for %s heals with the next release, which nobody could agree to: %s', async (file, _harm, path) => {
    site.worker = 'unchecking';
    site.foreign = (asked) => (asked === file ? portal : undefined);
    expect(await visitAnew()).toBe(true);
    await page.goto(`${site.url}${path}`);
    expect(await page.content()).toContain('请登录');
    site.foreign = () => undefined;
    await page.reload();
    expect(await page.content(), 'it stays').toContain('请登录');

    site.worker = 'present';
    site.release('two');
    await update();
    await expect.poll(() => page.evaluate<boolean>(`navigator.serviceWorker.getRegistration().then(({ active, waiting, installing }) => active !== null && waiting === null && installing === null)`)).toBe(true);
    site.isUp = false;
    await expect.poll(async () => {
      await page.goto(`${site.url}/#/login`);
      await page.reload();
      return await page.title();
    }).toBe('shell two');
    expect(JSON.stringify(await shell())).not.toContain('请登录');
  });

  test('that an earlier release kept under a name that stays is fetched again by the next one, which waits for consent where the app runs', async () => {
    site.worker = 'unchecking';
    expect(await visitAnew()).toBe(true);
    await page.goto(`${site.url}/#/login`);
    await page.evaluate(`caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.put('/assets/style-11111111.css', new Response('body { color: red }')))`);
    site.worker = 'present';
    site.release('two');
    await update();
    await expect.poll(hasWaiting).toBe(true);
    expect((await shell())['/assets/style-11111111.css']).toBe('body { margin: 0 }');
    await page.reload();
    expect(await page.title()).toBe('shell one');
  });
});

describe('Background Sync', () => {
  test('asks the open pages to send, for our tag alone', async () => {
    await page.evaluate(`(window.asked = [], navigator.serviceWorker.addEventListener('message', ({ data }) => window.asked.push(data.type)), navigator.serviceWorker.startMessages())`);
    const session = await context.newCDPSession(page);
    const ids: string[] = [];
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => ids.push(...registrations.map(({ registrationId }) => registrationId)));
    await session.send('ServiceWorker.enable');
    await expect.poll(() => ids.length).toBeGreaterThan(0);
    const dispatch = (tag: string) => session.send('ServiceWorker.dispatchSyncEvent', { origin: site.url, registrationId: ids[0]!, tag, lastChance: false });
    await dispatch('another');
    await dispatch(SYNC_TAG);
    await expect.poll(() => page.evaluate('window.asked')).toEqual(['SYNC_REQUESTED']);
  });
});

test('an address below a folder leads to the page, whose files are not there', async () => {
  await page.goto(`${site.url}/dept-task/7?from=1`);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.title()).toBe('shell one');
  await page.goto(`${site.url}/index.html#/login`);
  expect(new URL(page.url()).pathname).toBe('/index.html');
});
