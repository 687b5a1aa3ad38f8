import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Basis } from '#contract/check-point.ts';

/** After the screen itself is drawn and what the person does first is on its way. */
const PREFETCH_AFTER_MS = 3000;

/**
 * Reads the laws behind these bases while a screen is open, so that their articles open without a network; give it the
 * same array as long as the bases are the same.
 */
export function usePrefetchBasisTexts(bases: readonly Basis[]): void {
  const client = useQueryClient();
  useEffect(() => {
    const prefetch = async (): Promise<void> => {
      // Without it the sheet shows the gist alone.
      const laws = await import('@/queries/laws/law-queries.ts').catch(() => undefined);
      await laws?.prefetchBasisTexts(client, bases);
    };
    const timer = setTimeout(() => void prefetch(), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, bases]);
}
