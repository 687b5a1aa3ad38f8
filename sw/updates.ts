import { SKIP_WAITING } from '#contract/worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** A new release takes over only after the person agreed, never while something is being typed. */
export function skipWaitingOnConsent(event: ExtendableMessageEvent): void {
  if ((event.data as { type?: unknown } | null)?.type === SKIP_WAITING) event.waitUntil(self.skipWaiting());
}

/** The page of the very first visit is served by the worker too, so that what it fetches is kept. */
export function claimPages(event: ExtendableEvent): void {
  event.waitUntil(self.clients.claim());
}
