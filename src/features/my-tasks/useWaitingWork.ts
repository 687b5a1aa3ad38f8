import { useMemo } from 'react';
import { kindOf } from '@/offline/entries/entry-kinds.ts';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import { useOutbox } from '@/offline/sending/useOutbox.ts';
import { NOTHING_WAITS, type Waiting } from '@/parts/work/waiting.ts';

export interface WaitingWork extends Waiting {
  /** Whether the submission waits too, and whether the phone stored it. */
  submit: 'saved' | 'unsaved' | null;
}

/** @param isInMemory tells entries that the phone refused to store */
export function countWaitingWork(entries: readonly OutboxEntry[], isInMemory: (entryId: string) => boolean): Map<string, WaitingWork> {
  const work = new Map<string, WaitingWork>();
  for (const entry of entries) {
    // What is corrected afterwards has a list of its own, and late work is the administrator's.
    if (entry.kind === 'correction' || entry.kind === 'late' || entry.kind === 'lateCorrection') continue;
    const { id, deptTaskId, state } = entry;
    const counts = work.get(deptTaskId) ?? { ...NOTHING_WAITS, submit: null };
    work.set(deptTaskId, counts);
    if (state === 'failed' || state === 'conflict') counts.problems += 1;
    else if (entry.kind === 'submit') counts.submit = isInMemory(id) ? 'unsaved' : 'saved';
    else if (isInMemory(id)) counts.unsaved += 1;
    else if (!kindOf(entry).isReady(entry)) counts.incomplete += 1;
    else counts.pending += 1;
  }
  return work;
}

/** By department task id. */
export function useWaitingWork(): ReadonlyMap<string, WaitingWork> {
  const { entries, isInMemory } = useOutbox();
  return useMemo(() => countWaitingWork(entries, isInMemory), [entries, isInMemory]);
}
