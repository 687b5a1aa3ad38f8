import { useMemo } from 'react';
import type { FilledCopy } from '@/offline/entries/delivered-rows.ts';
import { kindOf } from '@/offline/entries/entry-kinds.ts';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import { useOutbox } from '@/offline/sending/useOutbox.ts';
import { NOTHING_WAITS, type Waiting } from './waiting.ts';

/** @param isInMemory tells things that the phone refused to store */
export function countWaitingWork(things: readonly OutboxEntry[], list: FilledCopy, isInMemory: (entryId: string) => boolean): Map<string, Waiting> {
  const work = new Map<string, Waiting>();
  for (const entry of things) {
    const kind = kindOf(entry);
    if (kind.countedOn !== list) continue;
    const id = kind.groupOf(entry);
    const counts = work.get(id) ?? { ...NOTHING_WAITS };
    work.set(id, counts);
    if (entry.state === 'failed' || entry.state === 'conflict') counts.problems += 1;
    else if (entry.kind === 'submit') counts.submit = isInMemory(entry.id) ? 'unsaved' : 'saved';
    else if (isInMemory(entry.id)) counts.unsaved += 1;
    else if (!kind.isReady(entry)) counts.incomplete += 1;
    else counts.pending += 1;
  }
  return work;
}

/** By the id of the department task, or of the self-correction. */
export function useWaitingWork(list: FilledCopy): ReadonlyMap<string, Waiting> {
  const { things, isInMemory } = useOutbox();
  return useMemo(() => countWaitingWork(things, list, isInMemory), [things, list, isInMemory]);
}
