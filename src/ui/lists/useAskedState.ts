import { useEffect, useState } from 'react';

const KEY = 'zyzc:asked';

/** The step of the browser's history that the page is at: it stays over a reload, and nobody else gets it. */
const currentStep = (): string => `${(history.state as { key?: string } | null)?.key ?? ''} ${location.hash}`;

/** What the screen in sight is asked for, by name. */
const inSight = new Map<string, unknown>();
let before = takeBefore();

function takeBefore(): { step: string; asked: Record<string, unknown> } | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ step: currentStep(), asked: Object.fromEntries(inSight) }));
  } catch {
    // Without storage the page begins anew.
  }
});

/**
 * What a screen is asked for, such as a filter or a place in a text: as `useState`, and still the same after the page was reloaded, as a new release does.
 * @param name tells it from what else the screen is asked for
 */
export function useAskedState<Asked>(name: string, first: () => Asked): [Asked, (next: Asked) => void] {
  const [asked, setAsked] = useState(() => (before?.step === currentStep() && name in before.asked ? (before.asked[name] as Asked) : first()));
  useEffect(() => {
    inSight.set(name, asked);
    return () => void inSight.delete(name);
  }, [name, asked]);
  useEffect(
    () => () => {
      // Whoever has left the screen begins anew.
      before = undefined;
    },
    [],
  );
  return [asked, setAsked];
}
