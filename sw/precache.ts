import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The app shell, whole from the first visit on, so that a screen never visited opens without a network too. */
export function servePrecache(manifest: { url: string; revision: string | null }[]): void {
  precacheAndRoute(manifest);
  cleanupOutdatedCaches();
  // A link to a file or to the health check is no screen.
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: [/\/api(\/|$)/, /\/healthz$/] }));
}
