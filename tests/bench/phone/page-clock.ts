/** What the page notes of itself. These functions run in the page, so they use nothing from around them. */
import type { Page } from 'playwright-core';

export interface PageNotes {
  /** Event Timing: from the finger to the next paint, in steps of 8 ms; shorter than 16 ms is not told. */
  interactions: { name: string; start: number; duration: number }[];
  /** Called when there are more of them. */
  onInteraction?: () => void;
  longTasks: { start: number; duration: number }[];
  largestPaint: number;
}

declare global {
  interface Window {
    benchNotes: PageNotes;
    /** Calls back with the time when the next frame is painted. */
    benchWhenPainted: (then: (now: number) => void) => void;
    benchResult: Promise<unknown>;
    /** Stores a row of an answer's size under that key; resolves once it is in IndexedDB. */
    benchStore: (key: string) => Promise<void>;
  }
}

/** Goes before anything of the page. */
export function observe(): void {
  const notes: PageNotes = { interactions: [], longTasks: [], largestPaint: 0 };
  window.benchNotes = notes;
  window.benchWhenPainted = (then) => {
    requestAnimationFrame(() => {
      // A message comes behind the paint of the frame that it was sent in.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => then(performance.now()));
      port1.start();
      port2.postMessage(null);
    });
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.interactionId > 0) notes.interactions.push({ name: entry.name, start: entry.startTime, duration: entry.duration });
    }
    notes.onInteraction?.();
    // The DOM library does not know of the threshold.
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) notes.longTasks.push({ start: entry.startTime, duration: entry.duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) notes.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** Waits until the page has had nothing to do for a while, from now on: what was done just now is not all noted yet. */
export const waitUntilQuiet = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const quietMs = 1000;
    const asked = performance.now();
    for (;;) {
      const last = window.benchNotes.longTasks.at(-1);
      const since = performance.now() - Math.max(asked, last === undefined ? 0 : last.start + last.duration);
      if (since >= quietMs) return;
      await new Promise((resolve) => setTimeout(resolve, quietMs - since + 10));
    }
  });
