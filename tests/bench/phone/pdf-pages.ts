import type { Locator, Page } from 'playwright-core';
import { type Figure, inMilliseconds, inSeconds } from '../report.ts';
import { median } from '../sample.ts';
import { findInList, onPhoneWithLaws, restartAtLaws, waitUntilRead } from './law-phone.ts';
import { waitUntilQuiet } from './page-clock.ts';
import { slowDownCpu, tap } from './tap.ts';
import { onNewPhone, type Phone, type Workshop } from './workshop.ts';

const NEXT_PAGES = 5;
/** A page whose characters are missing has next to none. */
const LEAST_INK = 1000;

interface Drawn {
  ms: number;
  width: number;
  ink: number;
}

/** The original of a kept law without a network: its first page, and paging on. */
export async function measurePdf(workshop: Workshop, statutes: string): Promise<Figure[]> {
  const runs = workshop.isQuick ? 1 : 3;
  const firsts: Drawn[] = [];
  const nexts: Drawn[] = [];
  const { title, pdf } = await onPhoneWithLaws(workshop, statutes, async (phone, { longLaw }) => {
    for (let run = 0; run < runs; run += 1) {
      await restartAtLaws(phone.page);
      await tap(phone, await findInList(phone.page, longLaw.title));
      const open = phone.page.getByRole('button', { name: '原文 PDF' });
      await open.waitFor();
      await waitUntilRead(phone.page);
      firsts.push(await timeOfPage(phone, open, 1));
      nexts.push(...(await pageOn(phone)));
    }
    return longLaw;
  });
  const width = firsts[0]?.width ?? 0;
  const plainFirsts: Drawn[] = [];
  const plainNexts: Drawn[] = [];
  workshop.plain.offerPdf(pdf);
  for (let run = 0; run < runs; run += 1) {
    await onNewPhone(workshop, async (phone) => {
      await phone.page.goto(`${workshop.plain.url}pdf.html?width=${width}`);
      const open = phone.page.getByRole('button', { name: '打开' });
      await open.waitFor();
      await slowDownCpu(phone.page);
      await waitUntilQuiet(phone.page);
      plainFirsts.push(await timeOfPage(phone, open, 1));
      plainNexts.push(...(await pageOn(phone)));
    });
  }
  const times = (drawn: readonly Drawn[]): number[] => drawn.map(({ ms }) => ms);
  const first = median(times(firsts));
  const worstNext = Math.max(...times(nexts));
  const how = `${title}, ${Math.round(pdf.length / 1024)} KiB, its Chinese font not in the file; server stopped, canvas ${width} pixels wide. pdf.js alone: the same page at the same size on a bare page, without a text layer. Chromium slows the main thread and not the worker of pdf.js, in both.`;
  return [
    {
      name: 'First page of a law PDF kept offline',
      measured: inSeconds(first),
      goal: '≤ 1.20 s',
      isMet: first <= 1200,
      limit: `pdf.js alone ${inSeconds(median(times(plainFirsts)))}`,
      how: `From the tap on 原文 in the law until the page is painted, median of ${runs}, the app started anew for each. ${how}`,
    },
    {
      name: 'Next pages of a law PDF',
      measured: `worst ${inMilliseconds(worstNext)} (p50 ${inMilliseconds(median(times(nexts)))})`,
      goal: '≤ 350 ms',
      isMet: worstNext <= 350,
      limit: `alone ${inMilliseconds(Math.max(...times(plainNexts)))} (p50 ${inMilliseconds(median(times(plainNexts)))})`,
      how: `From the tap on 下一页 until that page is painted, ${nexts.length} times.`,
    },
  ];
}

async function pageOn(phone: Phone): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  for (let number = 2; number < 2 + NEXT_PAGES; number += 1) {
    await waitUntilQuiet(phone.page);
    drawn.push(await timeOfPage(phone, phone.page.getByRole('button', { name: '下一页' }), number));
  }
  return drawn;
}

/** Taps, and waits until the page of that number is painted. */
async function timeOfPage(phone: Phone, target: Locator, number: number): Promise<Drawn> {
  await watchPage(phone.page, number);
  await tap(phone, target);
  const drawn = await phone.page.evaluate(async () => {
    const limit = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`no page after 30 s: ${document.body.innerText.slice(0, 300)}`)), 30_000);
    });
    return Promise.race([window.benchResult as Promise<Drawn>, limit]);
  });
  if (drawn.ink < LEAST_INK) throw new Error(`page ${number} has ${drawn.ink} dark pixels`);
  return drawn;
}

const watchPage = (page: Page, pageNumber: number): Promise<void> =>
  page.evaluate((number) => {
    const inkOf = (canvas: HTMLCanvasElement): number => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
      return dark;
    };
    window.benchResult = new Promise((resolve) => {
      const watch = (tapped: Event): void => {
        const observer = new MutationObserver(() => {
          const canvas = document.querySelector<HTMLCanvasElement>(`[data-page-number="${number}"] canvas`);
          // It has its size when the drawing begins, and is hidden until the drawing ends.
          if (canvas === null || canvas.style.width === '' || canvas.style.visibility === 'hidden') return;
          observer.disconnect();
          window.benchWhenPainted((now) => resolve({ ms: now - tapped.timeStamp, width: Number.parseInt(canvas.style.width, 10), ink: inkOf(canvas) }));
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
      };
      addEventListener('click', watch, { capture: true, once: true });
    });
  }, pageNumber);
