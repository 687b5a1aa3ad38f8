import { kindOf } from '@/offline/entries/entry-kinds.ts';
import { openOutbox, type OutboxEntry } from '@/offline/entries/outbox.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { ENTRY_PREFIX, entryKey } from '@/offline/storage/rows.ts';

export interface ExportedEntries {
  /** Oldest first, as the file has to have them. */
  entries: readonly OutboxEntry[];
  /** False where the phone takes no notes: what is changed there from now on may differ from the file under the same id. */
  areFixed: boolean;
}

/**
 * What an account has waiting, to be taken away in a file. The server may learn of it by that file before this phone sends it, and
 * knows an entry by its id: from here on what the person changes goes under an id of its own.
 */
export async function fixForExport(account: string): Promise<ExportedEntries> {
  const rows = accountRows(account);
  const outbox = await openOutbox(account);
  const fixed = new Map<string, OutboxEntry>();
  // After what was typed just before, which may replace an entry.
  const refusal = await rows.turns.take(() =>
    rows.changeEverywhere(async (change) => {
      for (const entry of await change.list<OutboxEntry>(ENTRY_PREFIX)) {
        // What is not complete is taken by nobody, and is not to stand in the way of what completes it.
        const exported = { ...entry, exported: kindOf(entry).isReady(entry) ? 'whole' : 'photos' } as OutboxEntry;
        if (entry.exported !== exported.exported) change.put(entryKey(entry.id), exported);
        fixed.set(entry.id, exported);
      }
    }),
  );
  if (refusal !== null) return { entries: outbox.entries(), areFixed: false };
  return { entries: [...fixed.values()].sort((one, other) => (one.id < other.id ? -1 : 1)), areFixed: true };
}
