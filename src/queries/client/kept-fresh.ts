import { askAgainAfter, isAsServerHasIt } from '@/offline/reading/kept-copies.ts';
import type { CopyKind } from '@/offline/storage/rows.ts';
import { FRESH_MS } from './query-client.ts';

/** Options of a query whose answers have copies: one that was kept counts as old, and in sight it is asked for again by itself. */
export const freshOnceHeard = (kind: CopyKind, id: string) => ({
  staleTime: () => (isAsServerHasIt(kind, id) ? FRESH_MS : 0),
  refetchInterval: () => askAgainAfter(kind, id),
});
