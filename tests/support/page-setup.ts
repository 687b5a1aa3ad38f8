// What browsers have and Node and jsdom lack, for tests of the page's modules; and a clean page after each test.
import 'fake-indexeddb/auto';
import { afterAll, afterEach } from 'vitest';
import { fitPageGlobals } from './page-globals.ts';

/** A phone of 390 px in portrait, light theme, with motion. */
const PHONE_WIDTH_PX = 390;

class QuietResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Nothing comes into sight where nothing has a place. */
class QuietIntersectionObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

function matchMedia(media: string): MediaQueryList {
  const most = /max-width:\s*([\d.]+)px/.exec(media)?.[1];
  const least = /min-width:\s*([\d.]+)px/.exec(media)?.[1];
  const isWidthQuery = most !== undefined || least !== undefined;
  const matches = isWidthQuery && PHONE_WIDTH_PX <= Number(most ?? Infinity) && PHONE_WIDTH_PX >= Number(least ?? 0);
  return Object.assign(new EventTarget(), { media, matches, onchange: null, addListener: () => {}, removeListener: () => {} }) as MediaQueryList;
}

globalThis.ResizeObserver ??= QuietResizeObserver;
globalThis.IntersectionObserver ??= QuietIntersectionObserver;
globalThis.matchMedia ??= matchMedia;
fitPageGlobals();

if (typeof document !== 'undefined') {
  // Nothing has a place that could be scrolled to.
  Element.prototype.scrollIntoView ??= () => undefined;
  const { cleanup, configure } = await import('@testing-library/react');
  // A machine that is busy with something else is no defect of the product.
  configure({ asyncUtilTimeout: 15_000 });
  afterEach(cleanup);
  // Each test is a visit of its own.
  afterEach(() => history.replaceState({ ...history.state, asked: undefined }, ''));
  // What sheets leave in the history is taken back a moment after they close: not after the page is gone.
  afterAll(async () => (await import('@/ui/sheets/sheet-steps.ts')).stepsTakenBack());
}
