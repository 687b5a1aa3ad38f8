/** A phone in a person's hand: a real browser on one profile, and what the person does on its screen. */
import type { CDPSession, Locator, Page } from 'playwright-core';
import { resultLabel } from '#contract/result.ts';
import { databaseName } from '@/offline/database.ts';
import { answerPrefix, ENTRY_PREFIX, type AnswerRow, type OutboxEntry } from '@/offline/rows.ts';
import { type BrowserProcess, browserProcess } from '../support/browser-process.ts';
import { makePhoto } from '../support/photo.ts';
import { open, shownCards } from '../e2e/screen.ts';
import type { HeldOnPhone, Ledger, Value } from './ledger.ts';
import type { Tap } from './plan.ts';

const LIMIT_MS = 60_000;

interface PhoneSetup {
  profile: string;
  url: string;
  employeeId: string;
  account: string;
  password: string;
  deptTaskId: string;
  ledger: Ledger;
}

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
  /** Shows the task, signing in where the app asks for it. */
  showTask: (page?: Page) => Promise<void>;
  /** Opens a second tab with the task. */
  secondTab: () => Promise<Page>;
  tap: (tap: Tap, page?: Page) => Promise<void>;
  /** Waits until nothing is on its way into storage, and notes what the screen shows then. */
  settle: (page?: Page) => Promise<void>;
  shiftClock: (milliseconds: number) => Promise<void>;
  /** Lets the browser store nothing more, or again. */
  fillDisk: (isFull: boolean) => Promise<void>;
  held: () => Promise<HeldOnPhone>;
}

export function createPhone({ profile, url, employeeId, account, password, deptTaskId, ledger }: PhoneSetup): Phone {
  let browser: BrowserProcess;
  let page: Page;
  let quota: CDPSession | undefined;

  const cards = (on: Page): Locator => on.locator('[role="group"][data-point]');

  const signInAgain = async (on: Page): Promise<void> => {
    await on.getByLabel('账号').fill(account);
    await on.getByRole('textbox', { name: '密码' }).fill(password);
    await on.getByRole('button', { name: SIGN_IN }).click();
    await on.getByRole('button', { name: SIGN_IN }).waitFor({ state: 'detached' });
  };

  const showTask = async (on: Page = page): Promise<void> => {
    const address = `${url}/#/mytask/index/${deptTaskId}`;
    if (!on.url().startsWith(url)) await on.goto(address, { waitUntil: 'commit' });
    const signIn = on.getByRole('button', { name: SIGN_IN });
    for (const end = Date.now() + LIMIT_MS; Date.now() < end; ) {
      if (on.url() !== address) await open(on, `/mytask/index/${deptTaskId}`);
      await cards(on).first().or(signIn).first().waitFor({ timeout: LIMIT_MS });
      if (!(await signIn.isVisible())) return;
      await signInAgain(on);
    }
    throw new Error('the task does not open');
  };

  const heldOf = (on: Page): Promise<HeldOnPhone> =>
    on
      .evaluate(
        async ([name, answers, entries]) => {
          const db = await new Promise<IDBDatabase>((resolve, reject) => {
            const request = indexedDB.open(name!);
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
          try {
            const store = db.transaction('rows').objectStore('rows');
            const all = (prefix: string) =>
              new Promise<unknown[]>((resolve, reject) => {
                const request: IDBRequest<unknown[]> = store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
                request.onsuccess = () => resolve(request.result);
                request.onerror = () => reject(request.error);
              });
            // In one transaction.
            const [rows, waiting] = await Promise.all([all(answers!), all(entries!)]);
            return { rows: rows as AnswerRow[], waiting: waiting as OutboxEntry[] };
          } finally {
            db.close();
          }
        },
        [databaseName(employeeId), answerPrefix(deptTaskId), ENTRY_PREFIX],
      )
      .then(({ rows, waiting }) => ({
        answers: new Map(rows.map(({ pointId, value, entryId }) => [pointId, { value, entryId }])),
        entries: new Map(
          waiting.map((entry) => [
            entry.id,
            { kind: entry.kind, state: entry.state, value: entry.kind === 'answer' ? entry.payload.value : undefined, lastError: entry.lastError },
          ]),
        ),
      }));

  const settle = async (on: Page = page): Promise<void> => {
    await on.waitForFunction(
      () => ![...document.querySelectorAll('[role="group"][data-point] span')].some((span) => span.textContent === '保存中'),
      undefined,
      { timeout: LIMIT_MS },
    );
    ledger.noteShown(await shownCards(on));
  };

  return {
    browser: () => browser,
    page: () => page,
    start: async (clockShiftMs) => {
      browser = await browserProcess(profile);
      await browser.context.addInitScript(shiftDate, clockShiftMs);
      page = await browser.newPage();
    },
    kill: async () => {
      const shown = await shownCards(page).catch(() => ({}));
      await browser.kill();
      quota = undefined;
      ledger.noteShown(shown);
    },
    close: () => browser.close(),
    showTask,
    secondTab: async () => {
      const second = await browser.newPage();
      await showTask(second);
      return second;
    },
    tap: async ({ at, result, remark, hasPhoto }, on = page) => {
      const card = cards(on).nth(Math.floor(at * (await cards(on).count())));
      const pointId = (await card.getAttribute('data-point')) ?? '';
      const shown = (await shownCards(on))[pointId];
      if (!shown) throw new Error(`no card for ${pointId}`);
      const photos = ledger.last(pointId)?.photos ?? [];
      let value: Value = { result, remark: shown.remark, photos: shown.photos === photos.length ? photos : [] };
      const give = (next: Value): void => {
        value = next;
        ledger.give(pointId, next);
      };
      if (shown.result !== result) give(value);
      await card.getByRole('radio', { name: resultLabel[result], exact: true }).check();
      if (result !== 'unqualified') return;
      give({ ...value, remark });
      await card.getByLabel(/^说明/).fill(remark);
      if (!hasPhoto || quota !== undefined || value.photos.length >= 3) return;
      // The buttons of the camera store the text before they open it.
      await settle(on);
      give({ ...value, photos: [...value.photos, ''] });
      const buffer = await makePhoto(80, 60, colourOf(remark));
      await card.locator('input[type="file"]').last().setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
      await card.getByRole('button', { name: `查看照片 ${value.photos.length}`, exact: true }).waitFor();
      await settle(on);
      const stored = (await heldOf(on)).answers.get(pointId)?.value.photos ?? [];
      if (stored.length !== value.photos.length) throw new Error(`${pointId} shows ${value.photos.length} photos and holds ${stored.length}`);
      ledger.namePhotos(pointId, stored);
    },
    settle,
    shiftClock: async (milliseconds) => {
      for (const each of browser.context.pages()) await each.evaluate(shiftDate, milliseconds);
    },
    fillDisk: async (isFull) => {
      quota ??= await browser.context.newCDPSession(page);
      await quota.send('Storage.overrideQuotaForOrigin', isFull ? { origin: url, quotaSize: 1 } : { origin: url });
      if (!isFull) {
        await quota.detach();
        quota = undefined;
      }
    },
    held: () => heldOf(page),
  };
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
