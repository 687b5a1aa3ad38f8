import { useEffect } from 'react';
import type { Law } from '#contract/law.ts';
import { warmPdfFiles } from '@/offline/files/pdf-files.ts';

/** After what the person came for is there. */
const AFTER_MS = 1500;

/** Fetches the character maps and fonts of PDFs ahead, so that the first PDF without a network is not a blank page. */
export function useWarmPdf(laws: readonly Law[] | undefined): void {
  const hasPdf = laws?.some((law) => law.hasPdf) ?? false;
  useEffect(() => {
    if (!hasPdf) return;
    const controller = new AbortController();
    const timer = setTimeout(() => void warmPdfFiles(controller.signal), AFTER_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [hasPdf]);
}
