/** What of the page a phone of the fleet runs: bundled once, and evaluated anew whenever a phone starts the app. */
export { call, request } from '@/api/call.ts';
export { configureApi } from '@/api/hooks.ts';
export { mergedAnswer, openAnswers } from '@/offline/answers.ts';
export { freshOrKept } from '@/offline/kept-copies.ts';
export { dismissFailed, enqueueSubmit, openOutbox, resolveConflict } from '@/offline/outbox.ts';
export { startSync } from '@/offline/sync.ts';
export { getUser, storeSession } from '@/session/session-store.ts';
