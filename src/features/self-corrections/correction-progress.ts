import { isCorrectionFilledIn } from '#contract/correction-status.ts';
import { isUnchangedReturn } from '#contract/same-value.ts';
import type { CorrectionItem } from '#contract/self-correction.ts';
import { mergedCorrection, type CorrectionStore, type LocalCorrection, type MergedCorrection } from '@/offline/entries/corrections.ts';

/** How an item stands on this phone. */
export interface ItemState {
  value: MergedCorrection;
  saveState: LocalCorrection['saveState'] | null;
}
export type StateOf = (item: CorrectionItem) => ItemState;

export function stateIn(store: Pick<CorrectionStore, 'get'>, item: CorrectionItem): ItemState {
  const local = store.get(item.itemId);
  return { value: mergedCorrection(item, local), saveState: local?.saveState ?? null };
}

/** Whether the server does not have it yet. */
export const isWaiting = ({ saveState }: ItemState): boolean => saveState !== null && saveState !== 'delivered';

/** What is done and what is not, when the person wants to hand all of it in. */
export interface Readiness {
  corrected: CorrectionItem[];
  /** Filled in, and only the mark is missing. */
  ready: CorrectionItem[];
  /** Returned, and nobody has changed anything since: handing it in would only say it again. */
  unchanged: CorrectionItem[];
  /** Measures or responsible person are missing. */
  incomplete: CorrectionItem[];
  conflicts: CorrectionItem[];
  /** Refused by the server. */
  failed: CorrectionItem[];
}

export function findReadiness(items: readonly CorrectionItem[], stateOf: StateOf): Readiness {
  const readiness: Readiness = { corrected: [], ready: [], unchanged: [], incomplete: [], conflicts: [], failed: [] };
  for (const item of items) {
    const { value, saveState } = stateOf(item);
    if (saveState === 'conflict') readiness.conflicts.push(item);
    else if (saveState === 'failed') readiness.failed.push(item);
    else if (value.correctedAt !== null) readiness.corrected.push(item);
    else if (isUnchangedReturn(item, value)) readiness.unchanged.push(item);
    else if (isCorrectionFilledIn(value)) readiness.ready.push(item);
    else readiness.incomplete.push(item);
  }
  return readiness;
}

/** Where what is all 已整改 is, as far as the person has to know; null while something is to be done. */
export function correctedHere(items: readonly CorrectionItem[], stateOf: StateOf): 'notSaved' | 'needsLogin' | 'waiting' | 'delivered' | null {
  if (findReadiness(items, stateOf).corrected.length < items.length) return null;
  const states = items.map(stateOf);
  const urgent = (['notSaved', 'needsLogin'] as const).find((each) => states.some(({ saveState }) => saveState === each));
  return urgent ?? (states.some(isWaiting) ? 'waiting' : 'delivered');
}

/** The first item behind `afterId` that is not 已整改, from the start again when there is none; undefined when all are. */
export function nextOpenItem(items: readonly CorrectionItem[], afterId: string | undefined, stateOf: StateOf): CorrectionItem | undefined {
  const start = items.findIndex((item) => item.itemId === afterId) + 1;
  const isOpen = (item: CorrectionItem): boolean => stateOf(item).value.correctedAt === null;
  return items.slice(start).find(isOpen) ?? items.slice(0, start).find(isOpen);
}
