import { SYNC_TAG, type SyncRequested } from '#contract/worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Background Sync is not in the compiler's library. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** The network is back: open pages send what waits. Where none is open, the next one does so at its start. */
export function requestSync(event: SyncEvent): void {
  if (event.tag === SYNC_TAG) event.waitUntil(askPages());
}

async function askPages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: 'SYNC_REQUESTED' } satisfies SyncRequested);
}
