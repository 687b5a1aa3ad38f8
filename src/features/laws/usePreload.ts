import { useEffect } from 'react';

const AFTER_MS = 800;

/** Reads the code of the next screen ahead, so that a law opens as fast as its text can be drawn. */
export function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Should it fail, opening the screen tries again and tells.
      import('./ShowLawPage.tsx').catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
