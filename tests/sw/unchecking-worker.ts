/** How the first releases kept the app shell: whatever came with status 200 in place of a file. */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

precacheAndRoute(self.__WB_MANIFEST.map((entry) => (typeof entry === 'string' ? entry : { url: entry.url, revision: entry.revision ?? null })));
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: [/\/api(\/|$)/, /\/healthz$/] }));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
