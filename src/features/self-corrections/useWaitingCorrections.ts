import { useMemo } from 'react';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import { useOutbox } from '@/offline/sending/useOutbox.ts';

/** What of one self-correction waits on this phone. */
export interface WaitingCorrection {
  /** On their way. */
  pending: number;
  /** What the phone refused to store: it goes with this tab. */
  unsaved: number;
  /** Somebody has to look at them: refused, or in conflict. */
  problems: number;
}

/** @param isInMemory tells entries that the phone refused to store */
export function countWaitingCorrections(entries: readonly OutboxEntry[], isInMemory: (entryId: string) => boolean): Map<string, WaitingCorrection> {
  const waiting = new Map<string, WaitingCorrection>();
  for (const entry of entries) {
    if (entry.kind !== 'correction') continue;
    const { correctionId } = entry.payload;
    const counts = waiting.get(correctionId) ?? { pending: 0, unsaved: 0, problems: 0 };
    waiting.set(correctionId, counts);
    if (entry.state === 'failed' || entry.state === 'conflict') counts.problems += 1;
    else if (isInMemory(entry.id)) counts.unsaved += 1;
    else counts.pending += 1;
  }
  return waiting;
}

/** By the id of the self-correction. */
export function useWaitingCorrections(): ReadonlyMap<string, WaitingCorrection> {
  const { entries, isInMemory } = useOutbox();
  return useMemo(() => countWaitingCorrections(entries, isInMemory), [entries, isInMemory]);
}
