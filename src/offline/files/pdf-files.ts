import { PDFJS_CACHE } from '#contract/worker-messages.ts';
import { CHINESE_CMAPS, PAGE_DECODERS, pdfjsAddress, STANDARD_FONTS } from '@/lib/files/pdfjs-files.ts';

const AT_ONCE = 4;

/**
 * Fetches what a first Chinese PDF needs, through the service worker that keeps it: about 1.4 MB, once for each release
 * of pdf.js. Without them a page stays blank, and says nothing. Never rejects; what fails is fetched next time.
 * @returns how many files were fetched
 */
export async function warmPdfFiles(signal: AbortSignal): Promise<number> {
  // Without a worker nothing would keep them.
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller === null) return 0;
  const wanted = [
    ...CHINESE_CMAPS.map((name) => pdfjsAddress('cmaps', name)),
    ...STANDARD_FONTS.map((name) => pdfjsAddress('standard_fonts', name)),
    ...PAGE_DECODERS.map((name) => pdfjsAddress('wasm', name)),
  ];
  try {
    const cached = new Set((await (await caches.open(PDFJS_CACHE)).keys()).map((request) => request.url));
    const missing = wanted.filter((address) => !cached.has(address));
    let fetched = 0;
    const fetchNext = async (): Promise<void> => {
      for (let address = missing.shift(); address !== undefined && !signal.aborted; address = missing.shift()) {
        const response = await fetch(address, { signal });
        await response.arrayBuffer();
        fetched += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
    return fetched;
  } catch {
    return 0;
  }
}
