/**
 * j and k move the focus along what carries `data-step`: the titles of a list's rows, or the cards of answers. Enter opens a
 * title by itself, being a link or a button; of a card it presses the first button.
 */

/** Where somebody was last: a view that is shown again has lost its focus. */
let last: WeakRef<Element> | undefined;

/** What takes letters for itself. */
const TYPED_IN = 'input, select, textarea, [contenteditable="true"], [role="menu"], [role="listbox"]';

/** @returns whether a key is free to act: nobody types, nothing lies over the page, and no other key is held */
export const isFree = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  document.querySelector('[aria-modal]') === null &&
  !(event.target instanceof Element && event.target.closest(TYPED_IN) !== null);

/** Does what a key asks for, if it is one of ours. The caller has seen that it is free. */
export function pressStepKey(event: KeyboardEvent): void {
  if (event.key === 'j' || event.key === 'k') {
    const step = nextStep(event.key === 'j' ? 1 : -1);
    if (step === undefined) return;
    event.preventDefault();
    last = new WeakRef(step);
    step.focus({ preventScroll: true });
    step.scrollIntoView({ block: 'nearest' });
  }
  const { activeElement } = document;
  if (event.key === 'Enter' && activeElement?.matches('[data-step][tabindex="-1"]')) {
    event.preventDefault();
    activeElement.querySelector('button')?.click();
  }
}

function nextStep(by: 1 | -1): HTMLElement | undefined {
  const steps = [...document.querySelectorAll<HTMLElement>('[data-step]')].filter((step) => step.offsetParent !== null);
  const focused = document.activeElement?.closest('[data-step]') ?? last?.deref();
  const here = steps.findIndex((step) => step === focused);
  if (here >= 0) return steps[here + by];
  return steps.find((step) => step.getBoundingClientRect().top >= 0);
}
