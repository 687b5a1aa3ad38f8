import type { CDPSession, Page } from 'playwright-core';

/** Chromium asks anew how much room IndexedDB has after half a minute at most. */
const LIMIT_MS = 60_000;

/** A browser that has no room left for what an origin would store, until `makeRoom`. */
export interface FullDisk {
  /** Resolves once nothing is stored any more: Cache Storage is refused at once, IndexedDB up to half a minute later. */
  isFull: () => Promise<void>;
  makeRoom: () => Promise<void>;
}

/** From its return on Cache Storage is refused; what is in flight to IndexedDB may still be stored. */
export async function fillDisk(page: Page): Promise<FullDisk> {
  const { origin } = new URL(page.url());
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  return {
    isFull: async () => {
      for (const end = Date.now() + LIMIT_MS; await page.evaluate(canStore); ) {
        if (Date.now() > end) throw new Error('the full disk still takes something');
        await page.waitForTimeout(500);
      }
    },
    makeRoom: async () => {
      await session.send('Storage.overrideQuotaForOrigin', { origin });
      await session.detach();
    },
  };
}

/** In the page: whether a write of a few bytes is stored, in a database that the app does not know. */
async function canStore(): Promise<boolean> {
  const db = await new Promise<IDBDatabase | undefined>((resolve) => {
    const request = indexedDB.open('probe-of-the-disk');
    request.onupgradeneeded = () => request.result.createObjectStore('rows');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
  if (db === undefined) return false;
  try {
    return await new Promise<boolean>((resolve) => {
      const transaction = db.transaction('rows', 'readwrite');
      transaction.objectStore('rows').put('.'.repeat(100), 'probe');
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
    });
  } finally {
    db.close();
  }
}
