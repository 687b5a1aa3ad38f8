/**
 * Browser back, on a phone its gesture, closes the uppermost sheet, or what else covers a page: each has a step of its
 * own in the history of this window, above the step of the page and with the same address and router state.
 */

/** Follows a tap that closes a sheet: longer than a browser takes to open the link that was tapped. */
const LINK_MS = 100;
/** A traversal that says nothing by then leads nowhere, or the device is very busy. */
const TRAVERSAL_MS = 500;

const closers: { close: () => void }[] = [];
/** The place whose steps are held or taken back; the router stands there. */
let page: string | undefined;
/** While steps are taken back: how many remain then. */
let target: number | undefined;
/** The same of a traversal that nobody waits for any more: it may yet arrive, and is not a person's. */
let late: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;
const waiting: (() => void)[] = [];
/** Where this window stood last without a sheet, as far as is known: a step of it that is left over is met on the way forward. */
let standing: string | undefined;
let passing: ReturnType<typeof setTimeout> | undefined;

const stepsHere = (): number => (history.state as { sheets?: number } | null)?.sheets ?? 0;
const placeHere = (): string => `${(history.state as { key?: string } | null)?.key} ${location.href}`;

/** How far the router has to go for the page before this one, also from under a sheet that is open. */
export const toPageBefore = (): number => -1 - stepsHere();

/** @returns what takes the step away, once the sheet is closed. */
export function addStep(close: () => void): () => void {
  const closer = { close };
  closers.push(closer);
  pushSteps();
  return () => {
    closers.splice(closers.indexOf(closer), 1);
    settleSoon();
  };
}

/** Resolves when no step is left of a sheet that is closed: only then does replacing the address replace the page's. */
export function stepsTakenBack(): Promise<void> {
  settle();
  return target === undefined ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve));
}

function pushSteps(): void {
  if (target !== undefined) return;
  page = placeHere();
  if (closers.length > 0) standing = undefined;
  // The router adds to `idx`, and takes only null for none.
  for (let step = stepsHere() + 1; step <= closers.length; step++) history.pushState({ idx: null, ...history.state, sheets: step }, '');
}

function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(settle, LINK_MS);
}

/** As many steps as open sheets. A step is left over when a link led away from a sheet, and after a reload. */
function settle(): void {
  clearTimeout(settling);
  if (target !== undefined) return;
  const over = stepsHere() - closers.length;
  if (over <= 0) return pushSteps();
  page = placeHere();
  target = closers.length;
  timer = setTimeout(giveUp, TRAVERSAL_MS);
  history.go(-over);
}

function giveUp(): void {
  late = target;
  stopWaiting();
}

function stopWaiting(): void {
  clearTimeout(timer);
  target = undefined;
  for (const resolve of waiting.splice(0)) resolve();
}

/** What a link led to from a sheet lies behind the sheet's step. Where nothing does, the step is taken back as usual. */
function passForward(): void {
  passing = setTimeout(settle, TRAVERSAL_MS);
  history.go(1);
}

function handlePop(event: PopStateEvent): void {
  const steps = stepsHere();
  const isHere = placeHere() === page;
  const isOurs = target !== undefined || (isHere && steps === late);
  const expected = isOurs ? (target ?? late) : closers.length - 1;
  late = undefined;
  clearTimeout(passing);
  if (steps === 0) {
    standing = placeHere();
  } else if (closers.length === 0 && !isOurs && placeHere() === standing) {
    event.stopImmediatePropagation();
    passForward();
    return;
  }
  // The router would draw the view anew although its place is the same.
  if (isHere && steps === expected) event.stopImmediatePropagation();
  if (isOurs) {
    stopWaiting();
    settle();
  } else {
    if (steps < closers.length) closers.at(-1)?.close();
    // A sheet that asks first stays open, and so does the question.
    settleSoon();
  }
}

if (stepsHere() === 0) standing = placeHere();
addEventListener('popstate', handlePop, true);
// Left over by a reload. Whoever opens an address at once is not taken back from it.
settleSoon();
