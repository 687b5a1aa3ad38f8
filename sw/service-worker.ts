/** The service worker: what it listens to. Each duty has its own file. */
import { forgetAccount } from './accounts.ts';
import { requestSync } from './background-sync.ts';
import { servePrecache } from './precache.ts';
import { serveLaws, servePdfjs, serveTaskDetail } from './runtime-caching.ts';
import { claimPages, skipWaitingOnConsent } from './updates.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

servePrecache(self.__WB_MANIFEST);
serveTaskDetail();
serveLaws();
servePdfjs();

self.addEventListener('activate', claimPages);
self.addEventListener('message', skipWaitingOnConsent);
self.addEventListener('message', forgetAccount);
self.addEventListener('sync', requestSync as EventListener);
