/** A phone in a person's hand: a real browser on one profile, and what the person does on its screen. */
import type { CDPSession, Locator, Page } from 'playwright-core';
import { type Result, resultLabel } from '#contract/result.ts';
import { databaseName } from '@/offline/storage/database.ts';
import { answerPrefix, correctionPrefix, ENTRY_PREFIX, type AnswerRow, type CorrectionRow, type OutboxEntry } from '@/offline/storage/rows.ts';
import { type BrowserProcess, browserProcess } from '../support/browser-process.ts';
import { fillDisk, type FullDisk } from '../support/full-disk.ts';
import { makePhoto } from '../support/photo.ts';
import { choose, clearResult, open, unfold } from '../e2e/screen.ts';
import { type HeldOnPhone, itemText, type Ledger, NOTHING, type Shown, type Value } from './ledger.ts';
import { type Deed, isColleagues, type Tap, type Work } from './plan.ts';
import { shownWork } from './shown-work.ts';

const LIMIT_MS = 60_000;
const SIGN_IN_LIMIT_MS = 10_000;

interface PhoneSetup {
  profile: string;
  url: string;
  employeeId: string;
  account: string;
  password: string;
  deptTaskId: string;
  correctionId: string;
  /** Photos that were there before anybody took any. */
  firstPhotos: ReadonlyMap<string, readonly string[]>;
  ledger: Ledger;
  /** Who has to sign in where no server answers walks to where one does. */
  findNetwork: () => Promise<void>;
}

export const UNSTORED_SUBMISSION = '提交未能存入本机';
const RESPONSIBLE = '护士长';
const PHOTOS_EACH = 3;
/** What shows and marks photos is fetched where the worker is gone, which the network may prevent. */
const VIEWER_LIMIT_MS = 10_000;
/** A sheet goes back in the history first. */
const SHEET_CLOSED_MS = 300;
/** The button to take a submission back is there at once, or not at all. */
const SHOWN_MS = 1000;

/** The second where the account was left on the phone and no server answers. */
const SIGN_IN = /^(登录|离线解锁)$/;

export interface Phone {
  browser: () => BrowserProcess;
  page: () => Page;
  /** Starts the browser, with the phone's clock that far off. */
  start: (clockShiftMs: number) => Promise<void>;
  /** SIGKILL, after noting what the screen showed at that moment. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
  /** Shows the task, or the self-correction, signing in where the app asks for it. */
  show: (work: Work, page?: Page) => Promise<void>;
  /** Whether the app says that the task is not on this phone: its copy went with the database, the worker's with the kill. */
  saysThatTaskIsMissing: () => Promise<boolean>;
  /** Opens a second tab with the task. */
  secondTab: () => Promise<Page>;
  /** Gives a value on a card of what the page shows, or of the self-correction, after which the task is shown again. */
  tap: (tap: Tap, page?: Page) => Promise<void>;
  /** Answers this point of the task, wherever its card stands. */
  answer: (pointId: string, result: Result, remark: string) => Promise<void>;
  /** How often each deed but answering was done to its end. */
  deeds: ReadonlyMap<Deed, number>;
  /** Takes the submission back that stands on the screen. @returns false where it is too late for that */
  withdraw: (where: 'fromOutbox' | 'fromServer') => Promise<boolean>;
  /** Submits the task. @returns whether the screen says that it is, and on this phone at least */
  submit: () => Promise<boolean>;
  /** Whether the screen says that the task is submitted. */
  showsSubmitted: () => Promise<boolean>;
  /** Waits until nothing is on its way into storage, and notes what the screen shows then. */
  settle: (page?: Page) => Promise<void>;
  /** Whether the person takes photos. */
  takePhotos: (does: boolean) => void;
  shiftClock: (milliseconds: number) => Promise<void>;
  /** Lets the browser store nothing more, from its return on, or again. */
  fillDisk: (isFull: boolean) => Promise<void>;
  /** Lets the browser deny its locks, or grant them again. */
  denyLocks: (areDenied: boolean) => Promise<void>;
  /** Deletes the database under the open pages, which are given the time to notice. */
  deleteDatabase: (how: 'byPage' | 'byBrowser') => Promise<void>;
  /** As where the browser freed the room: the worker and its files are gone, and the page begins to bring them again. */
  loseWorker: () => Promise<void>;
  /** The page is loaded past every cache, and has no worker. */
  hardReload: () => Promise<void>;
  reload: () => Promise<void>;
  held: () => Promise<HeldOnPhone>;
  /** All that this phone holds of one point or item, wherever: for whoever looks for the cause of a finding. */
  evidence: (pointId: string) => Promise<unknown>;
}

/** A part of the cards that are drawn, or the id of a point. */
type Place = number | string;

interface Taken {
  card: Locator;
  id: string;
  shown: Shown;
  photos: readonly string[];
}

export function createPhone({ profile, url, employeeId, account, password, deptTaskId, correctionId, firstPhotos, ledger, findNetwork }: PhoneSetup): Phone {
  let browser: BrowserProcess;
  let page: Page;
  let disk: FullDisk | undefined;
  let takesPhotos = true;
  const deeds = new Map<Deed, number>();
  const count = (deed: Deed): void => void deeds.set(deed, (deeds.get(deed) ?? 0) + 1);

  /** Of the view in sight: others stay as they were left. */
  const cards = (on: Page): Locator => on.locator('[role="group"][data-point]').filter({ visible: true });
  const paths: Record<Work, string> = { task: `/mytask/index/${deptTaskId}`, correction: `/mytask/self-innovate/${correctionId}` };

  const signInAgain = async (on: Page): Promise<void> => {
    const trySignIn = async (timeout: number): Promise<void> => {
      await on.getByLabel('账号').fill(account);
      await on.getByRole('textbox', { name: '密码' }).fill(password);
      await on.getByRole('button', { name: SIGN_IN }).click();
      await on.getByRole('button', { name: SIGN_IN }).waitFor({ state: 'detached', timeout });
    };
    try {
      await trySignIn(SIGN_IN_LIMIT_MS);
    } catch {
      await findNetwork();
      if (await on.getByRole('button', { name: SIGN_IN }).isVisible()) await trySignIn(LIMIT_MS);
    }
  };

  /** Chromium gives up a load over a line that is being cut, and says so; a person would pull the page down again. */
  const reload = async (triesLeft = 2): Promise<void> => {
    try {
      await page.reload({ waitUntil: 'commit' });
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes('net::ERR_ABORTED')) throw error;
      await reload(triesLeft - 1);
    }
  };

  const show = async (work: Work, on: Page = page): Promise<void> => {
    const address = `${url}/#${paths[work]}`;
    if (!on.url().startsWith(url)) await on.goto(address, { waitUntil: 'commit' });
    const signIn = on.getByRole('button', { name: SIGN_IN });
    const wanted = cards(on).filter({ has: on.locator(work === 'task' ? 'input[type="radio"], [data-result]' : 'input[type="checkbox"]') });
    for (const end = Date.now() + LIMIT_MS; Date.now() < end; ) {
      if (on.url() !== address) await open(on, paths[work]);
      await wanted.first().or(signIn).first().waitFor({ timeout: LIMIT_MS });
      if (!(await signIn.isVisible())) return;
      await signInAgain(on);
    }
    throw new Error(`${paths[work]} does not open`);
  };

  const heldOf = (on: Page): Promise<HeldOnPhone> =>
    on
      .evaluate(
        async ([name, answers, corrections, entries]) => {
          const db = await new Promise<IDBDatabase>((resolve, reject) => {
            const request = indexedDB.open(name!);
            // Only the app makes it.
            request.onupgradeneeded = () => request.transaction?.abort();
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          }).catch(() => undefined);
          if (db === undefined) return { rows: [], items: [], waiting: [] };
          try {
            const store = db.transaction('rows').objectStore('rows');
            const all = (prefix: string) =>
              new Promise<unknown[]>((resolve, reject) => {
                const request: IDBRequest<unknown[]> = store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
                request.onsuccess = () => resolve(request.result);
                request.onerror = () => reject(request.error);
              });
            // In one transaction.
            const [rows, items, waiting] = await Promise.all([all(answers!), all(corrections!), all(entries!)]);
            return { rows: rows as AnswerRow[], items: items as CorrectionRow[], waiting: waiting as OutboxEntry[] };
          } finally {
            db.close();
          }
        },
        [databaseName(employeeId), answerPrefix(deptTaskId), correctionPrefix(correctionId), ENTRY_PREFIX],
      )
      .then(({ rows, items, waiting }): HeldOnPhone => ({
        answers: new Map<string, { value: Value; entryId: string | null }>([
          ...rows.map(({ pointId, value, entryId }) => [pointId, { value, entryId }] as const),
          ...items.map(({ itemId, value, entryId }) => [itemId, { value: valueOfItem(value), entryId }] as const),
        ]),
        entries: new Map(waiting.map((entry) => [entry.id, { kind: entry.kind, state: entry.state, value: valueOfEntry(entry), lastError: entry.lastError }])),
      }));

  const settle = async (on: Page = page): Promise<void> => {
    await on.waitForFunction(
      () =>
        document.querySelector('[data-saving]') === null &&
        ![...document.querySelectorAll('[role="group"][data-point] span')].some((span) => span.textContent === '保存中' && span.checkVisibility()),
      undefined,
      { timeout: LIMIT_MS },
    );
    ledger.noteShown(await shownWork(on));
  };

  /** Also one that a slow network opened after the person had turned to something else. */
  const closeSheets = async (on: Page): Promise<void> => {
    for (let triesLeft = 5; triesLeft > 0 && (await on.getByRole('dialog').filter({ visible: true }).count()) > 0; triesLeft -= 1) {
      await on.keyboard.press('Escape');
      await on.waitForTimeout(SHEET_CLOSED_MS);
    }
  };

  /** A card, what it says, and the value that stands there; `give` notes what the person makes of it. */
  const take = async (at: Place, on: Page, triesLeft = 5): Promise<Taken> => {
    await closeSheets(on);
    const id = typeof at === 'string' ? at : ((await cards(on).nth(Math.floor(at * (await cards(on).count()))).getAttribute('data-point')) ?? '');
    // By its id: cards that are drawn before it, as where the person comes back to the middle of a list, move its place.
    const card = on.locator(`[role="group"][data-point="${id}"]`).filter({ visible: true });
    await unfold(card);
    const shown = (await shownWork(on))[id];
    if (!shown) {
      // It belonged to the view that goes, while the one that comes is drawn.
      if (triesLeft === 0) throw new Error(`no card for ${id}`);
      await on.waitForTimeout(100);
      return await take(at, on, triesLeft - 1);
    }
    const photos = (ledger.lastShown(id, shown) ?? ledger.last(id))?.photos ?? firstPhotos.get(id) ?? [];
    return { card, id, shown, photos: shown.photos === photos.length ? photos : [] };
  };

  const addPhoto = async (on: Page, card: Locator, id: string, value: Value): Promise<void> => {
    if (disk !== undefined || !takesPhotos || value.photos.length >= PHOTOS_EACH) return;
    // The buttons of the camera store the text before they open it.
    await settle(on);
    const photos = [...value.photos, ''];
    ledger.give(id, { ...value, photos });
    const buffer = await makePhoto(80, 60, colourOf(value.remark));
    await card.locator('input[type="file"]').last().setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
    await card.getByRole('button', { name: `查看照片 ${photos.length}`, exact: true }).waitFor();
    await settle(on);
    const stored = (await heldOf(on)).answers.get(id)?.value.photos ?? [];
    if (stored.length !== photos.length) throw new Error(`${id} shows ${photos.length} photos and holds ${stored.length}`);
    ledger.namePhotos(id, stored);
  };

  /** Covers the middle of the last photo. */
  const markPhoto = async (on: Page, card: Locator, id: string, isFirstKept: boolean): Promise<void> => {
    const value = ledger.last(id);
    const shownCount = value?.photos.length ?? 0;
    if (disk !== undefined || !takesPhotos || value === undefined || shownCount === 0) return;
    await card.getByRole('button', { name: `查看照片 ${shownCount}`, exact: true }).click();
    const viewer = on.getByRole('dialog', { name: `照片 ${shownCount}/${shownCount}`, exact: true }).or(on.getByRole('dialog', { name: new RegExp(`整改后 ${shownCount}/${shownCount}`) }));
    const sheet = on.getByRole('dialog', { name: '标注照片' });
    const paper = sheet.getByRole('img', { name: /^要标注的照片/ });
    try {
      await viewer.getByRole('button', { name: '标注' }).click({ timeout: VIEWER_LIMIT_MS });
      await paper.waitFor({ timeout: VIEWER_LIMIT_MS });
    } catch {
      await closeSheets(on);
      return;
    }
    const { x, y, width, height } = (await paper.boundingBox())!;
    await on.mouse.move(x + width * 0.3, y + height * 0.3);
    await on.mouse.down();
    await on.mouse.move(x + width * 0.6, y + height * 0.6);
    await on.mouse.up();
    const stays = isFirstKept && shownCount < PHOTOS_EACH;
    if (stays) await sheet.getByRole('checkbox', { name: '同时保留原图' }).check();
    ledger.give(id, { ...value, photos: [...value.photos.slice(0, stays ? undefined : -1), ''] });
    await sheet.getByRole('button', { name: '完成' }).click();
    await sheet.waitFor({ state: 'detached' });
    await on.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
    await settle(on);
    const stored = (await heldOf(on)).answers.get(id)?.value.photos ?? [];
    const wanted = shownCount + (stays ? 1 : 0);
    if (stored.length !== wanted) throw new Error(`${id} was marked, should have ${wanted} photos and holds ${stored.length}`);
    ledger.namePhotos(id, stored);
    count('mark');
  };

  /** By page, what stood on each point that was cleared there, the latest last; undefined where that was somebody else's. */
  const cleared = new WeakMap<Page, Map<string, Value | undefined>>();

  /** @returns false where nothing stands on the card that could be cleared */
  const clear = async ({ at, deed }: Pick<Tap, 'deed'> & { at: Place }, on: Page): Promise<boolean> => {
    const { card, id, shown } = await take(at, on);
    if (shown.result === null || shown.mark === '冲突') return false;
    const stood = ledger.lastShown(id, shown);
    ledger.give(id, NOTHING);
    await clearResult(card);
    await on.waitForFunction((point) => document.querySelector(`[data-point="${point}"] input:checked`) === null, id);
    count('clear');
    const onPage = cleared.get(on) ?? new Map<string, Value | undefined>();
    onPage.delete(id);
    cleared.set(on, onPage.set(id, stood));
    if (deed !== 'clearAndUndo') return true;
    const bar = on.getByRole('status').filter({ hasText: /^已清除/ });
    // What was cleared one after the other comes back together.
    const together = [...onPage].slice(-Number(/^已清除 (\d+) 项/.exec((await bar.textContent()) ?? '')?.[1] ?? 1));
    // Of what somebody else gave, nobody knows here what comes back.
    if (together.some(([, value]) => value === undefined)) return true;
    // Nor is a photo to come back whose only database is about to go.
    if (!takesPhotos && together.some(([, value]) => value !== undefined && value.photos.length > 0)) return true;
    for (const [point, value] of together) if (value !== undefined && ledger.last(point) === NOTHING) ledger.give(point, value);
    await bar.getByRole('button', { name: '撤销' }).click();
    await on.waitForFunction((point) => document.querySelector(`[data-point="${point}"] input:checked, [data-point="${point}"][data-folded]`) !== null, id);
    count('clearAndUndo');
    return true;
  };

  const answer = async (tap: Omit<Tap, 'at'> & { at: Place }, on: Page): Promise<void> => {
    if ((tap.deed === 'clear' || tap.deed === 'clearAndUndo') && (await clear(tap, on))) return;
    const { at, result, remark, hasPhoto } = tap;
    const { card, id, shown, photos } = await take(at, on);
    let value: Value = { result, remark: shown.remark, photos };
    // As it stands there now: another tab may have changed it since.
    if ((await shownWork(on))[id]?.result !== result) ledger.give(id, value);
    await choose(card, resultLabel[result as keyof typeof resultLabel]);
    const now = (await shownWork(on))[id];
    if (now && now.remark !== value.remark && isColleagues(now.remark)) {
      // It came under the finger.
      value = { ...value, remark: now.remark, photos: now.photos === photos.length ? photos : [] };
      ledger.give(id, value);
    }
    if (result !== 'unqualified') return;
    value = { ...value, remark };
    ledger.give(id, value);
    await card.getByRole('textbox', { name: /^说明/ }).fill(remark);
    if (hasPhoto) await addPhoto(on, card, id, value);
    if (tap.deed === 'mark') await markPhoto(on, card, id, tap.isFirstKept);
  };

  const correct = async ({ deed, at, result, remark, hasPhoto, isFirstKept }: Tap, on: Page): Promise<void> => {
    await show('correction', on);
    const { card, id, shown, photos } = await take(at, on);
    const before = shown.result ?? 'open';
    const responsible = await card.getByLabel('责任人', { exact: true }).inputValue();
    ledger.give(id, { result: before, remark: itemText(remark, responsible), photos });
    await card.getByLabel('整改措施').fill(remark);
    let value: Value = { result: before, remark: itemText(remark, RESPONSIBLE), photos };
    if (responsible !== RESPONSIBLE) ledger.give(id, value);
    await card.getByLabel('责任人', { exact: true }).fill(RESPONSIBLE);
    const wanted = result === 'qualified' ? 'corrected' : 'open';
    if (wanted !== before) {
      value = { ...value, result: wanted };
      ledger.give(id, value);
      await card.getByRole('checkbox', { name: '已整改' }).click();
      await card.getByRole('checkbox', { name: '已整改', checked: wanted === 'corrected' }).waitFor();
    }
    if (hasPhoto) await addPhoto(on, card, id, value);
    if (deed === 'mark' && hasPhoto) await markPhoto(on, card, id, isFirstKept);
    await settle(on);
    await show('task', on);
  };

  /** A session that was ended in an earlier round may be found out under the finger. */
  const signedIn = async (on: Page, give: () => Promise<void>): Promise<void> => {
    try {
      await give();
    } catch (error) {
      if (!(await on.getByRole('button', { name: SIGN_IN }).isVisible())) throw error;
      await show('task', on);
      await give();
    }
  };

  const submitted = (on: Page): Locator => on.getByText(/^已提交（|^已提交，/).filter({ visible: true });

  return {
    browser: () => browser,
    page: () => page,
    start: async (clockShiftMs) => {
      browser = await browserProcess(profile);
      await browser.context.addInitScript(shiftDate, clockShiftMs);
      page = await browser.newPage();
    },
    kill: async () => {
      const shown = await shownWork(page).catch(() => ({}));
      await browser.kill();
      disk = undefined;
      takesPhotos = true;
      ledger.noteShown(shown);
    },
    close: () => browser.close(),
    show,
    saysThatTaskIsMissing: async () => {
      await page.goto(`${url}/#${paths.task}`, { waitUntil: 'commit' });
      // Nobody answers, or the server fails.
      const missing = page.getByText(/这些内容还没有保存到本机|^服务器内部错误$/);
      await cards(page).first().or(missing).or(page.getByRole('button', { name: SIGN_IN })).first().waitFor({ timeout: LIMIT_MS });
      return await missing.isVisible();
    },
    secondTab: async () => {
      const second = await browser.newPage();
      await show('task', second);
      return second;
    },
    tap: (tap, on = page) => signedIn(on, () => (tap.of === 'correction' ? correct(tap, on) : answer(tap, on))),
    answer: (pointId, result, remark) =>
      signedIn(page, () => answer({ of: 'task', deed: 'answer', at: pointId, result, remark, hasPhoto: false, isFirstKept: false }, page)),
    submit: async () => {
      await page.getByRole('button', { name: '提交', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: '提交自查结果' });
      const unchanged = sheet.getByRole('checkbox');
      await sheet.waitFor();
      // Returned, and nothing was changed since.
      if (await unchanged.isVisible()) await unchanged.check();
      await sheet.getByRole('button', { name: '确认提交' }).click();
      const refused = page.getByText(UNSTORED_SUBMISSION);
      await submitted(page).or(refused).first().waitFor({ timeout: LIMIT_MS });
      return !(await refused.isVisible());
    },
    deeds,
    withdraw: async (where) => {
      const button = page.getByRole('button', { name: '撤回提交' }).filter({ visible: true });
      // On its way, it has none.
      if (!(await button.click({ timeout: SHOWN_MS }).then(() => true, () => false))) return false;
      const dialog = page.getByRole('alertdialog', { name: '撤回提交' });
      const tooLate = page.getByText(/^(已经开始上传，不能撤回|已不在待上传的内容中)$/);
      const isOpenAgain = page.getByRole('button', { name: '提交', exact: true }).filter({ visible: true });
      await dialog.or(tooLate).or(isOpenAgain).first().waitFor();
      if (await dialog.isVisible()) {
        // It was delivered under the finger.
        const isWanted = where === 'fromServer';
        await dialog.getByRole('button', { name: isWanted ? '撤回' : '取消', exact: true }).click();
        if (isWanted) await isOpenAgain.waitFor();
        return isWanted;
      }
      return !(await tooLate.isVisible());
    },
    showsSubmitted: async () => {
      // That the session is over may be found out while the submission is on its way.
      if (await page.getByRole('button', { name: SIGN_IN }).isVisible()) await signInAgain(page);
      return (await submitted(page).count()) > 0;
    },
    settle,
    takePhotos: (does) => {
      takesPhotos = does;
    },
    shiftClock: async (milliseconds) => {
      for (const each of browser.context.pages()) await each.evaluate(shiftDate, milliseconds);
    },
    fillDisk: async (isFull) => {
      if (isFull) {
        disk = await fillDisk(page);
        await disk.isFull();
        return;
      }
      await disk?.makeRoom();
      disk = undefined;
    },
    denyLocks: async (areDenied) => {
      for (const each of browser.context.pages()) await each.evaluate(denyLocks, areDenied);
    },
    deleteDatabase: async (how) => {
      const before = await heldOf(page);
      if (how === 'byPage') await page.evaluate(deleteDatabase, databaseName(employeeId));
      else await devtools(page, (session) => session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb' }));
      // Meanwhile something may be delivered.
      const isBack = async (): Promise<boolean> => {
        const { answers } = await heldOf(page);
        return [...before.answers.keys()].every((id) => answers.has(id));
      };
      for (const end = Date.now() + LIMIT_MS; !(await isBack()); ) {
        if (Date.now() > end) throw new Error('what the page holds is not put back into the database');
        await page.waitForTimeout(50);
      }
      await settle(page);
    },
    loseWorker: async () => {
      await devtools(page, (session) => session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'service_workers,cache_storage' }));
      await reload();
    },
    reload: () => reload(),
    hardReload: async () => {
      await devtools(page, (session) => session.send('Page.reload', { ignoreCache: true }));
    },
    evidence: (pointId) =>
      page.evaluate(evidenceOf, [databaseName(employeeId), pointId] as const).then(
        (onPhone) => ({ saved: ledger.saved(pointId), onPhone }),
        (error: unknown) => ({ saved: ledger.saved(pointId), onPhone: String(error) }),
      ),
    held: () => heldOf(page),
  };
}

const valueOfItem = ({ correctedAt, measures, responsible, photosAfter }: CorrectionRow['value']): Value => ({
  result: correctedAt === null ? 'open' : 'corrected',
  remark: itemText(measures, responsible),
  photos: photosAfter,
});

function valueOfEntry(entry: OutboxEntry): Value | undefined {
  if (entry.kind === 'answer') return entry.payload.value;
  return entry.kind === 'correction' ? valueOfItem(entry.payload.value) : undefined;
}

async function devtools(page: Page, work: (session: CDPSession) => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await work(session);
  // A page that is being loaded may have ended it.
  await session.detach().catch(() => undefined);
}

/** In the page. */
function denyLocks(areDenied: boolean): void {
  // An empty page has none.
  if (!('locks' in navigator)) return;
  const prototype = LockManager.prototype as LockManager & { grant?: LockManager['request'] };
  prototype.grant ??= prototype.request;
  prototype.request = areDenied ? () => Promise.reject(new DOMException('denied', 'SecurityError')) : prototype.grant;
}

/** In the page, although the app holds connections. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('not deleted'));
  });
}

/** In the page: everything in IndexedDB, localStorage and the worker's caches that speaks of an id; of long texts, what stands around it. */
async function evidenceOf([name, id]: readonly [string, string]): Promise<unknown> {
  const around = (value: unknown): string | undefined => {
    const text = JSON.stringify(value) ?? '';
    const at = text.indexOf(id);
    return at < 0 ? undefined : text.slice(Math.max(0, at - 300), at + 900);
  };
  const rows: Record<string, string> = {};
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
  const store = db.transaction('rows').objectStore('rows');
  await new Promise<void>((resolve, reject) => {
    const request = store.openCursor();
    request.onerror = () => reject(request.error ?? new Error('not read'));
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor === null) return resolve();
      const found = around([cursor.key, cursor.value]);
      if (found !== undefined) rows[JSON.stringify(cursor.key)] = found;
      cursor.continue();
    };
  });
  db.close();
  const local = Object.entries(localStorage).flatMap(([, text]) => around(text) ?? []).slice(0, 3);
  const kept: Record<string, string> = {};
  for (const cacheName of await caches.keys()) {
    const cache = await caches.open(cacheName);
    for (const request of await cache.keys()) {
      if (!request.url.includes('/api/')) continue;
      const found = around(await (await cache.match(request))?.text());
      if (found !== undefined) kept[request.url] = found;
    }
  }
  return { rows, localStorage: local, workerCache: kept, isOnline: navigator.onLine, answers: await answersOf(Object.keys(kept)) };

  /** What the page is answered, and whether the worker had that from before. */
  async function answersOf(urls: string[]): Promise<Record<string, string>> {
    const stored = (name: string) => JSON.parse(localStorage.getItem(name) ?? '{}') as { accessToken?: string; employeeId?: string };
    const headers = { accessToken: stored('zyzc:session').accessToken ?? '', 'x-account': stored('zyzc:user').employeeId ?? '' };
    const entries = urls.map(async (url): Promise<[string, string]> => {
      const response = await fetch(url, { headers }).catch(String);
      if (typeof response === 'string') return [url, response];
      return [url, `${response.status} kept ${response.headers.get('x-kept')} ${around(await response.text()) ?? ''}`];
    });
    return Object.fromEntries(await Promise.all(entries));
  }
}

/** Sets the clock of a page, but not its timers: as a phone whose clock somebody changes. Safe to call again. */
function shiftDate(milliseconds: number): void {
  const shifted = globalThis as typeof globalThis & { realDate?: DateConstructor };
  const Real = (shifted.realDate ??= Date);
  const now = (): number => Real.now() + milliseconds;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: [], newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}

const colourOf = (text: string): [number, number, number] => {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.codePointAt(0)!) % 0xffffff;
  return [sum >> 16, (sum >> 8) & 0xff, sum & 0xff];
};
