import { useMemo } from 'react';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import { useOutbox } from '@/offline/sending/useOutbox.ts';
import { NOTHING_WAITS, type Waiting } from '@/parts/work/waiting.ts';

/** @param isInMemory tells entries that the phone refused to store */
export function countWaitingCorrections(entries: readonly OutboxEntry[], isInMemory: (entryId: string) => boolean): Map<string, Waiting> {
  const waiting = new Map<string, Waiting>();
  for (const entry of entries) {
    if (entry.kind !== 'correction') continue;
    const { correctionId } = entry.payload;
    const counts = waiting.get(correctionId) ?? { ...NOTHING_WAITS };
    waiting.set(correctionId, counts);
    if (entry.state === 'failed' || entry.state === 'conflict') counts.problems += 1;
    else if (isInMemory(entry.id)) counts.unsaved += 1;
    else counts.pending += 1;
  }
  return waiting;
}

/** By the id of the self-correction. */
export function useWaitingCorrections(): ReadonlyMap<string, Waiting> {
  const { entries, isInMemory } = useOutbox();
  return useMemo(() => countWaitingCorrections(entries, isInMemory), [entries, isInMemory]);
}
