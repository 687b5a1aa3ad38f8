import { useEffect } from 'react';
import type { FlushRegistry } from './flush-registry.ts';

/** Stores what waits for a pause in typing when the page is left: a phone may end it there without another word. */
export function useFlushOnLeave(unsaved: FlushRegistry): void {
  useEffect(() => {
    const handleLeave = (event: Event): void => {
      if (event.type === 'pagehide' || document.visibilityState === 'hidden') void unsaved.flushAll();
    };
    document.addEventListener('visibilitychange', handleLeave);
    addEventListener('pagehide', handleLeave);
    return () => {
      document.removeEventListener('visibilitychange', handleLeave);
      removeEventListener('pagehide', handleLeave);
    };
  }, [unsaved]);
}
