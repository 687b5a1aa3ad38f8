import type { WorkboxPlugin } from 'workbox-core/types.js';
import { cacheNames } from 'workbox-core';
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isIntact } from './file-integrity.ts';

declare const self: ServiceWorkerGlobalScope;

export interface PrecachedFile {
  url: string;
  revision: string | null;
  integrity: string;
}

/**
 * The app shell, whole from the first visit on, so that a screen never visited opens without a network too. The browser
 * takes no other answer for a file than the one that the build made: with a wrong one the installation fails, and what
 * was fetched of it by then is there for the next.
 */
export function servePrecache(files: readonly PrecachedFile[]): void {
  addPlugins([{ cachedResponseWillBeUsed: refuseForeign(files), handlerDidError: fetchPastBrowserCache }]);
  precacheAndRoute([...files]);
  cleanupOutdatedCaches();
  const showPage = createHandlerBoundToURL('index.html');
  const home = new URL(self.registration.scope);
  const isHome = ({ pathname }: URL): boolean => pathname === home.pathname || pathname === `${home.pathname}index.html`;
  // Below another folder the page would look for its scripts there. A link to a file or to the health check is no screen.
  registerRoute(
    new NavigationRoute(async (options) => (isHome(options.url) ? await showPage(options) : Response.redirect(home.href)), { denylist: [/\/api(\/|$)/, /\/healthz$/] }),
  );
}

/** An earlier release, which compared nothing, may have left something foreign: it is fetched again. */
function refuseForeign(files: readonly PrecachedFile[]): NonNullable<WorkboxPlugin['cachedResponseWillBeUsed']> {
  const expected = new Map(files.map(({ url, integrity }) => [new URL(url, location.href).href, integrity]));
  return async ({ request, cachedResponse, event }) => {
    if (event?.type !== 'install' || cachedResponse === undefined) return cachedResponse;
    const address = new URL(request.url);
    address.searchParams.delete('__WB_REVISION__');
    return (await isIntact(cachedResponse, expected.get(address.href) ?? '')) ? cachedResponse : null;
  };
}

/** What the browser itself remembers under an address may be foreign as well. */
const fetchPastBrowserCache: NonNullable<WorkboxPlugin['handlerDidError']> = async ({ request, event }) => {
  if (event?.type !== 'install') return undefined;
  const response = await fetch(new Request(request, { cache: 'reload' }));
  await (await caches.open(cacheNames.precache)).put(getCacheKeyForURL(request.url) ?? request, response.clone());
  return response;
};
