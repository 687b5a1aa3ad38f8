/**
 * A phone on which a release that compared nothing has kept a foreign page in place of the app, or of one of its scripts.
 * No page of ours may be there to offer the next release, or to be agreed in: it takes over at once.
 */
import { cacheNames } from 'workbox-core';

declare const self: ServiceWorkerGlobalScope;

export function replaceForeignShell(event: ExtendableEvent): void {
  event.waitUntil(
    isShellForeign().then((isForeign) => {
      if (isForeign) void self.skipWaiting();
    }),
  );
}

/** Looked at while the earlier release still answers: what it kept under names of its own is on no record of this one. */
async function isShellForeign(): Promise<boolean> {
  if (self.registration.active === null) return false;
  const cache = await caches.open(cacheNames.precache);
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (response !== undefined && (await looksForeign(new URL(request.url), response))) return true;
  }
  return false;
}

async function looksForeign({ pathname }: URL, response: Response): Promise<boolean> {
  if (pathname.endsWith('.html')) return !(await response.text()).includes('id="root"');
  return /\.(?:m?js|css)$/.test(pathname) && (await response.text()).trimStart().startsWith('<');
}
