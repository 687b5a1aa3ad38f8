import { useSyncExternalStore } from 'react';
import { createSignal } from '@/lib/signal.ts';

const counts = new Map<string, number>();
const changed = createSignal();

/** Says that of a department task `change` more photos were chosen and are not stored yet, or fewer. */
export function notePendingPhotos(deptTaskId: string, change: number): void {
  const next = (counts.get(deptTaskId) ?? 0) + change;
  if (next === 0) counts.delete(deptTaskId);
  else counts.set(deptTaskId, next);
  changed.tell();
}


/** How many photos of the task are not stored yet, also of an earlier visit of its screen: what is submitted waits for them. */
export const usePendingPhotos = (deptTaskId: string): number => useSyncExternalStore(changed.subscribe, () => counts.get(deptTaskId) ?? 0);
