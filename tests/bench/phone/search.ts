import type { Page, Worker } from 'playwright-core';
import { CPU_SLOWDOWN } from '../../support/chromium.ts';
import { type Figure, inMilliseconds } from '../report.ts';
import { median, percentile } from '../sample.ts';
import { keptTexts, onPhoneWithLaws, restartAtLaws } from './law-phone.ts';
import { tap } from './tap.ts';
import type { Phone, Workshop } from './workshop.ts';

/** Rare words and common ones: each is in a law or in a check point of every installation. */
const WORDS = ['医疗废物', '传染病', '麻醉药品', '病历', '应当', '消毒', '处方', '卫生技术人员'];
const FIELD = '检索法规和检查要点';
/** As many as the app draws while somebody types. */
const PLAIN_HITS = 2;
/** The rest of the results is drawn when the typing pauses. */
const PAUSE_MS = 1000;
/** A worker may be ready before it is slowed down: that start does not count. */
const ATTEMPTS = 4;

interface Ready {
  ms: number;
  /** Of the worker, for the index alone. */
  builtMs: number;
  /** The longest task on the main thread meanwhile. */
  longestTaskMs: number;
  words: string;
}

/** 全文检索 over all laws and check points without a network: the index, and the answer to each key. */
export async function measureSearch(workshop: Workshop, statutes: string): Promise<Figure[]> {
  const runs = workshop.isQuick ? 1 : 5;
  return onPhoneWithLaws(workshop, statutes, async (phone, library) => {
    const workers: Promise<Worker>[] = [];
    phone.page.on('worker', (worker) => {
      const slowed = slowDownWorker(worker);
      // It may be gone by then with its page; whoever needs it is told.
      slowed.catch(() => undefined);
      workers.push(slowed);
    });
    const ready: Ready[] = [];
    for (let attempt = 0; ready.length < runs; attempt += 1) {
      if (attempt >= ATTEMPTS * runs) throw new Error('the search worker is always ready before it can be slowed down');
      await restartAtLaws(phone.page);
      workers.length = 0;
      const opened = await openSearch(phone, workers);
      if (opened !== undefined) ready.push(opened);
    }
    const words = workshop.isQuick ? WORDS.slice(0, 3) : WORDS;
    const keys = await typeWords(phone, words);
    await makePlainSearch(phone.page);
    const plainKeys = await typeWords(phone, words);

    const indexMs = median(ready.map(({ ms }) => ms));
    const keyMs = percentile(keys, 0.95);
    const scope = `${library.contents}; the screen says ${ready[0]?.words}. Server stopped. The worker is slowed ${CPU_SLOWDOWN} times by waiting, since Chromium slows only the main thread`;
    return [
      {
        name: 'Search over all laws and points, offline, result after a keystroke',
        measured: `p95 ${inMilliseconds(keyMs)} (p50 ${inMilliseconds(median(keys))})`,
        goal: 'p95 ≤ 50 ms',
        isMet: keyMs <= 50,
        limit: `plain page ${inMilliseconds(percentile(plainKeys, 0.95))} (p50 ${inMilliseconds(median(plainKeys))})`,
        how: `From the key until hits of what was typed are painted, ${keys.length} keys of ${words.length} words: ${scope}. Drawn then are the first laws and points; the others follow when the typing pauses. Plain page: a field and a list without any library or style, String.includes over every article on the main thread, the first ${PLAIN_HITS} drawn at once.`,
      },
      {
        name: 'Search, index ready',
        measured: inMilliseconds(indexMs),
        goal: '≤ 500 ms, off main thread',
        isMet: indexMs <= 500,
        how: `From the tap that opens the search until the screen says that it is ready, the app started anew, median of ${runs}; ${inMilliseconds(median(ready.map(({ builtMs }) => builtMs)))} of it the worker builds, the longest task of the main thread takes ${inMilliseconds(Math.max(...ready.map(({ longestTaskMs }) => longestTaskMs)))}. ${scope}; reading the texts is not slowed.`,
      },
    ];
  });
}

interface SlowWorker {
  benchBuiltMs: number;
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void;
  postMessage: (message: { type: string; took?: number }) => void;
}

/** Lets the search worker answer as late as a slower one would. */
async function slowDownWorker(worker: Worker): Promise<Worker> {
  await worker.evaluate((times) => {
    const scope = globalThis as unknown as SlowWorker;
    const post = scope.postMessage.bind(scope);
    const wait = (worked: number): void => {
      const until = performance.now() + (times - 1) * worked;
      while (performance.now() < until);
    };
    let answer: { type: string } | undefined;
    scope.postMessage = (message) => {
      if (message.took === undefined) {
        answer = message;
        return;
      }
      wait(message.took);
      scope.benchBuiltMs = times * message.took;
      post(message);
    };
    // Behind the worker's own listener, which has answered what it can answer at once.
    scope.addEventListener('message', (event) => {
      if (answer === undefined) return;
      wait(performance.now() - event.timeStamp);
      post(answer);
      answer = undefined;
    });
  }, CPU_SLOWDOWN);
  return worker;
}

/** @returns undefined where the worker was not slowed down in time */
async function openSearch(phone: Phone, workers: readonly Promise<Worker>[]): Promise<Ready | undefined> {
  await phone.page.evaluate(() => {
    window.benchResult = new Promise((resolve) => {
      const watch = (tapped: Event): void => {
        const observer = new MutationObserver(() => {
          const status = [...document.querySelectorAll('[role=status]')].find((each) => each.textContent.startsWith('可检索'));
          if (status === undefined) return;
          observer.disconnect();
          window.benchWhenPainted((now) => {
            const tasks = window.benchNotes.longTasks.filter(({ start }) => start >= tapped.timeStamp).map(({ duration }) => duration);
            resolve({ ms: now - tapped.timeStamp, longestTaskMs: Math.max(0, ...tasks), words: status.textContent });
          });
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      };
      addEventListener('click', watch, { capture: true, once: true });
    });
  });
  await tap(phone, phone.page.getByRole('button', { name: '全文检索' }));
  const told = (await result(phone.page)) as Omit<Ready, 'builtMs'>;
  const worker = await workers[0];
  const builtMs = await worker?.evaluate(() => (globalThis as unknown as SlowWorker).benchBuiltMs);
  return builtMs === undefined ? undefined : { ...told, builtMs };
}

async function typeWords(phone: Phone, words: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const word of words) times.push(...(await typeWord(phone, word)));
  return times;
}

/** @returns milliseconds from each key to the paint of its hits */
async function typeWord({ page, session }: Phone, word: string): Promise<number[]> {
  const field = page.getByLabel(FIELD);
  await field.fill('');
  await field.focus();
  const times: number[] = [];
  for (let end = 1; end <= word.length; end += 1) {
    await page.waitForTimeout(PAUSE_MS);
    await watchKey(page, word.slice(0, end));
    const key = word.charAt(end - 1);
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    times.push((await result(page)) as number);
  }
  return times;
}

const watchKey = (page: Page, typed: string): Promise<void> =>
  page.evaluate((wanted) => {
    window.benchResult = new Promise((resolve) => {
      const watch = (pressed: Event): void => {
        const observer = new MutationObserver(() => {
          const marks = document.querySelectorAll('section[aria-label="法规"] mark, section[aria-label="检查要点"] mark');
          if (![...marks].some((mark) => mark.textContent.includes(wanted) && mark.checkVisibility())) return;
          observer.disconnect();
          window.benchWhenPainted((now) => resolve(now - pressed.timeStamp));
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      };
      addEventListener('keydown', watch, { capture: true, once: true });
    });
  }, typed);

const result = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const limit = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`not there after 30 s: ${document.body.innerText.slice(0, 300)}`)), 30_000);
    });
    return Promise.race([window.benchResult, limit]);
  });

/** Puts in the place of the app what a search needs at least. */
async function makePlainSearch(page: Page): Promise<void> {
  const articles = (await keptTexts(page)).flatMap(({ chapters }) =>
    chapters.flatMap((chapter) => chapter.articles.map(({ paragraphs }) => paragraphs.join('\n'))),
  );
  await page.evaluate(
    ({ texts, label, hitCount, before, length }) => {
      const field = document.createElement('input');
      field.ariaLabel = label;
      const list = document.createElement('section');
      list.ariaLabel = '法规';
      // The app's own listeners hang on what is taken away, its styles on classes that are not used.
      document.body.replaceChildren(field, list);
      for (const sheet of document.querySelectorAll('link[rel=stylesheet], style')) sheet.remove();
      field.addEventListener('input', () => {
        const query = field.value;
        const found = query === '' ? [] : texts.filter((text) => text.includes(query));
        const hits = found.slice(0, hitCount).map((text) => {
          const at = text.indexOf(query);
          const mark = document.createElement('mark');
          mark.textContent = query;
          const line = document.createElement('p');
          line.append(text.slice(Math.max(0, at - before), at), mark, text.slice(at + query.length, at - before + length));
          return line;
        });
        list.replaceChildren(`${found.length}`, ...hits);
      });
    },
    { texts: articles, label: FIELD, hitCount: PLAIN_HITS, before: 16, length: 72 },
  );
}
