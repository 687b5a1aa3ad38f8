import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isIntact } from './file-integrity.ts';

declare const self: ServiceWorkerGlobalScope;

export interface PrecachedFile {
  url: string;
  revision: string | null;
  integrity: string;
}

/** Workbox would fetch one after the other, each for as long as the way to the server takes. The page's own calls want a line too. */
const FETCHED_AT_ONCE = 4;

const precache: PrecacheController = new PrecacheController({
  plugins: [
    {
      // An earlier release, which compared nothing, may have left something foreign: it is fetched again.
      cachedResponseWillBeUsed: async ({ request, cachedResponse, event }) => {
        if (event?.type !== 'install' || cachedResponse === undefined) return cachedResponse;
        return (await isIntact(cachedResponse, precache.getIntegrityForCacheKey(request.url) ?? '')) ? cachedResponse : null;
      },
      // What the browser itself remembers under an address may be foreign as well.
      handlerDidError: async ({ request, event }) => {
        if (event?.type !== 'install') return undefined;
        const response = await fetch(new Request(request, { cache: 'reload' }));
        await (await caches.open(precache.strategy.cacheName)).put(precache.getCacheKeyForURL(request.url) ?? request, response.clone());
        return response;
      },
    },
  ],
});

/** A file of this release, by its address. */
export const precachedFile = (url: string): Promise<Response | undefined> => precache.matchPrecache(url);

/**
 * The app shell, whole from the first visit on, so that a screen never visited opens without a network too. The browser
 * takes no other answer for a file than the one that the build made: with a wrong one the installation fails, and what
 * was fetched of it by then is there for the next.
 */
export function servePrecache(files: readonly PrecachedFile[]): void {
  precache.addToCacheList([...files]);
  self.addEventListener('install', (event) => event.waitUntil(install(event)));
  self.addEventListener('activate', (event) => void precache.activate(event));
  registerRoute(new PrecacheRoute(precache));
  cleanupOutdatedCaches();
  const showPage = precache.createHandlerBoundToURL('index.html');
  const home = new URL(self.registration.scope);
  const isHome = ({ pathname }: URL): boolean => pathname === home.pathname || pathname === `${home.pathname}index.html`;
  // Below another folder the page would look for its scripts there. A link to a file or to the health check is no screen.
  registerRoute(
    new NavigationRoute(async (options) => (isHome(options.url) ? await showPage(options) : Response.redirect(home.href)), { denylist: [/\/api(\/|$)/, /\/healthz$/] }),
  );
}

/** What is on its way when one fails is fetched to its end. */
async function install(event: ExtendableEvent): Promise<void> {
  const left = [...precache.getURLsToCacheKeys()];
  let failure: unknown;
  const fetchNext = async (): Promise<void> => {
    for (let file = left.shift(); file !== undefined && failure === undefined; file = left.shift()) {
      const [url, cacheKey] = file;
      const integrity = precache.getIntegrityForCacheKey(cacheKey) ?? '';
      const request = new Request(url, { integrity, cache: cacheKey === url ? 'default' : 'reload', credentials: 'same-origin' });
      await Promise.all(precache.strategy.handleAll({ params: { cacheKey }, request, event })).catch((error: unknown) => (failure = error));
    }
  };
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, fetchNext));
  if (failure !== undefined) throw failure;
}
