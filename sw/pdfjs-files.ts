/** What pdf.js fetches when it draws: kept as the build made it, from the first time on. */
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { PDFJS_CACHE } from '#contract/worker-messages.ts';
import { isIntact } from './file-integrity.ts';
import { precachedFile } from './precache.ts';

const pdfjsPath = /^(.*\/pdfjs\/[^/]+\/)(.+)$/;

const isPdfjsFile = ({ pathname }: URL): boolean => pdfjsPath.test(pathname);

/** What the build put on record of a file that pdf.js fetches; undefined for one of another version. */
async function pdfjsIntegrity(address: string): Promise<string | undefined> {
  const [, folder, name] = pdfjsPath.exec(new URL(address).pathname) ?? [];
  if (folder === undefined || name === undefined) return undefined;
  const record = await precachedFile(`${folder}integrity.json`);
  return ((await record?.json()) as Record<string, string> | undefined)?.[name];
}

/** Character maps, fonts and decoders of pdf.js, under the address of their version, as the build put them on record. */
export function servePdfjs(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isPdfjsFile(url),
    new CacheFirst({
      cacheName: PDFJS_CACHE,
      plugins: [
        {
          // What the browser itself remembers is asked about: that may be foreign as well.
          requestWillFetch: async ({ request }) => new Request(request, { integrity: (await pdfjsIntegrity(request.url)) ?? '', cache: 'no-cache' }),
          cacheWillUpdate: async ({ request, response }) => (response.status === 200 && (await pdfjsIntegrity(request.url)) !== undefined ? response : null),
        },
        new ExpirationPlugin({ maxEntries: 400, purgeOnQuotaError: true }),
      ],
    }),
  );
}

/** An earlier release, which compared nothing, may have kept something foreign: it is fetched again. */
export function dropForeignPdfjsFiles(event: ExtendableEvent): void {
  event.waitUntil(dropForeign());
}

async function dropForeign(): Promise<void> {
  if (!(await caches.has(PDFJS_CACHE))) return;
  const cache = await caches.open(PDFJS_CACHE);
  for (const request of await cache.keys()) {
    const integrity = await pdfjsIntegrity(request.url);
    const kept = await cache.match(request);
    if (integrity !== undefined && kept !== undefined && !(await isIntact(kept, integrity))) await cache.delete(request);
  }
}
