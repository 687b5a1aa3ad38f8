import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { SignedIn } from '#contract/session.ts';
import type { AnswerValue } from '#contract/answer.ts';
import type { RunEnd } from '@/offline/sending/sender.ts';

/**
 * A tab: the modules of the page loaded anew, over the browser's one IndexedDB, cookies and localStorage.
 * What one tab holds in memory the other does not see.
 */
export async function openTab() {
  vi.resetModules();
  const session = await import('@/session/session-store.ts');
  const { accountRows } = await import('@/offline/storage/account-rows.ts');
  const answers = await import('@/offline/entries/answers.ts');
  const corrections = await import('@/offline/entries/corrections.ts');
  const { currentAccount } = await import('@/session/current-account.ts');
  const outbox = await import('@/offline/entries/outbox.ts');
  const { createSender } = await import('@/offline/sending/sender.ts');
  const { createSenderLock, createTabLock } = await import('@/offline/sending/sender-lock.ts');
  const photos = await import('@/offline/files/photos.ts');
  const { configureApi } = await import('@/api/hooks.ts');
  configureApi({ onSignedOut: () => session.clearSession(), describeFailure: (kind) => kind });
  const alone = createTabLock();
  interface SendOptions {
    now?: () => number;
    delivered?: string[];
    lock?: ReturnType<typeof createSenderLock>;
  }
  /** Under the signed-in account; without a lock over all tabs, unless it is asked for. */
  const openSender = ({ now, delivered, lock = alone }: SendOptions = {}) =>
    createSender({
      rows: accountRows(session.getUser()?.employeeId ?? ''),
      lock,
      ...(now ? { now } : {}),
      onDelivered: (ids) => void delivered?.push(...ids),
    });
  return {
    session,
    /** Further modules of this tab. */
    load: {
      sync: () => import('@/offline/sending/sync.ts'),
      syncStatus: () => import('@/offline/entries/sync-status.ts'),
      replacedPhotos: () => import('@/offline/files/replaced-photos.ts'),
      call: () => import('@/api/call.ts'),
      hooks: () => import('@/api/hooks.ts'),
      reachability: () => import('@/offline/network/reachability.ts'),
      prefetch: () => import('@/ahead/prefetch.ts'),
      copies: () => import('@/offline/reading/kept-copies.ts'),
      storageState: () => import('@/offline/storage/storage-state.ts'),
      drafts: () => import('@/offline/forms/form-drafts.ts'),
      apiError: () => import('@/api/ApiError.ts'),
    },
    accountRows,
    createSenderLock,
    ...answers,
    ...corrections,
    ...outbox,
    currentAccount,
    ...photos,
    signIn: (signedIn: SignedIn) => session.storeSession(signedIn),
    openSender,
    /** Sends once what is due. */
    send: async (options: SendOptions = {}): Promise<RunEnd> => await openSender(options).run(),
  };
}
/** A browser that was never here. */
export function forgetBrowser(): void {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

export const valueOf = (fields: Partial<AnswerValue> = {}): AnswerValue => ({
  result: 'qualified',
  remark: '',
  photos: [],
  answeredAt: new Date().toISOString(),
  ...fields,
});
export const unseen = { revision: 0, answer: null };
