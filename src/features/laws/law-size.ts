import type { Law } from '#contract/law.ts';
import { presenceOf, type HeldLaws } from '@/offline/reading/law-storage.ts';

export interface KeptSummary {
  kept: number;
  total: number;
  bytes: number;
}

/** How many of these laws are kept in their present version, and what they take. */
export function summarizeKept(laws: readonly Law[], held: HeldLaws): KeptSummary {
  let kept = 0;
  let bytes = 0;
  for (const law of laws) {
    if (presenceOf(law, held) === 'kept') kept += 1;
    bytes += held.get(law.id)?.keptBytes ?? 0;
  }
  return { kept, total: laws.length, bytes };
}
