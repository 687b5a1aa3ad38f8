/** The page tells the waiting service worker to take over, after the person agreed. */
export const SKIP_WAITING = 'SKIP_WAITING';

/** The page tells the worker that the person signed out: what was asked for before and arrives later is not kept. */
export interface AccountLeft {
  type: 'ACCOUNT_LEFT';
}

/** The page names the account on requests whose answers the worker may keep, so that each account has its own cache. */
export const ACCOUNT_HEADER = 'x-account';

/** The worker marks what comes from a cache: the page must not take it for a sign that the server is there. */
export const KEPT_HEADER = 'x-kept';

export const CACHE_PREFIX = 'zyzc';
/** Details of tasks and self-corrections of one account; laws are the same for everyone. */
export const taskCacheName = (employeeId: string): string => `${CACHE_PREFIX}-task-v1-${employeeId}`;
export const TASK_CACHE_PREFIX = `${CACHE_PREFIX}-task-`;
export const LAW_LIST_CACHE = `${CACHE_PREFIX}-law-list-v1`;
/** Laws that were read; the worker lets the oldest go. */
export const LAW_TEXT_CACHE = `${CACHE_PREFIX}-law-text-v1`;
/** Laws that the person keeps; filled and emptied by the page, only read by the worker. */
export const LAW_KEPT_CACHE = `${CACHE_PREFIX}-law-kept-v1`;
export const PDFJS_CACHE = `${CACHE_PREFIX}-pdfjs-v1`;

/** Background Sync tag; the worker asks open pages to send what waits. */
export const SYNC_TAG = `${CACHE_PREFIX}-outbox`;
export interface SyncRequested {
  type: 'SYNC_REQUESTED';
}
