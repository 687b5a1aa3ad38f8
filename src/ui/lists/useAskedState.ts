import { useEffect, useState } from 'react';

/** With the step of the browser's history that the page is at: it stays over a reload, and no other visit gets it. */
const askedHere = (): Record<string, unknown> => (history.state as { asked?: Record<string, unknown> } | null)?.asked ?? {};

/**
 * What a screen is asked for, such as a filter: as `useState`, and still the same after the page was reloaded, as a new release does.
 * @param name tells it from what else the screen is asked for
 */
export function useAskedState<Asked>(name: string, first: () => Asked): [Asked, (next: Asked) => void] {
  const [asked, setAsked] = useState(() => (askedHere()[name] as Asked | undefined) ?? first());
  // Anew when the view is shown again, which is another step.
  useEffect(() => history.replaceState({ ...history.state, asked: { ...askedHere(), [name]: asked } }, ''), [name, asked]);
  return [asked, setAsked];
}
