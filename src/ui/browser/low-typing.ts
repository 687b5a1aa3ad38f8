import { afterTap } from './useAfterTap.ts';

/** Below that a keyboard leaves room for the field and little else. */
const LOW_PX = 420;
const TYPED_INTO = 'textarea, input:not([type="radio"], [type="checkbox"], [type="file"], [type="button"])';

/** Marks the page while somebody types at low height: bars at the bottom give way then (`:root[data-low-typing]`). */
export function followLowTyping(): void {
  const view = visualViewport;
  const note = (): void => {
    const isLow = (view?.height ?? innerHeight) < LOW_PX && document.activeElement?.matches(TYPED_INTO) === true;
    document.documentElement.toggleAttribute('data-low-typing', isLow);
  };
  // Between two fields nothing has the focus for a moment, and a bar that comes back would take the click that is under way.
  for (const change of ['focusin', 'focusout']) document.addEventListener(change, () => void afterTap(note));
  view?.addEventListener('resize', note);
}
