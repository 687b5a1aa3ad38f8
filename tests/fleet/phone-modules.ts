/** What of the page a phone of the fleet runs: bundled once, and evaluated anew whenever a phone starts the app. */
export { call, request } from '@/api/call.ts';
export { configureApi } from '@/api/hooks.ts';
export { mergedAnswer, openAnswers } from '@/offline/entries/answers.ts';
export { freshOrKept } from '@/offline/reading/kept-copies.ts';
export { dismissFailed, enqueueSubmit, openOutbox, resolveConflict } from '@/offline/entries/outbox.ts';
export { startSync } from '@/offline/sending/sync.ts';
export { getUser, storeSession } from '@/session/session-store.ts';
