/** The service worker: what it listens to. Each duty has its own file. */
import { forgetAccount } from './accounts.ts';
import { requestSync } from './background-sync.ts';
import { replaceForeignShell } from './foreign-shell.ts';
import { dropForeignPdfjsFiles, servePdfjs } from './pdfjs-files.ts';
import { type PrecachedFile, servePrecache } from './precache.ts';
import { serveLaws, serveTaskDetail } from './runtime-caching.ts';
import { claimPages, skipWaitingOnConsent } from './updates.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly PrecachedFile[] };

servePrecache(self.__WB_MANIFEST);
serveTaskDetail();
serveLaws();
servePdfjs();

self.addEventListener('install', replaceForeignShell);
self.addEventListener('activate', claimPages);
self.addEventListener('activate', dropForeignPdfjsFiles);
self.addEventListener('message', skipWaitingOnConsent);
self.addEventListener('message', forgetAccount);
self.addEventListener('sync', requestSync as EventListener);
