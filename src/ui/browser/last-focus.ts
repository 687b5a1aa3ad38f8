/** How many sheets may have been opened and closed since. */
const KEPT = 10;
let earlier: HTMLElement[] = [];

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) earlier = [target, ...earlier.filter((element) => element !== target && element.isConnected)].slice(0, KEPT);
});

/** What had the focus last and is still there. It may have lost it: to nothing, because it was disabled, or to what is gone. */
export const lastFocused = (): HTMLElement | undefined => earlier.find((element) => element.isConnected);
