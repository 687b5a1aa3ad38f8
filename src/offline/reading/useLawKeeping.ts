import { useSyncExternalStore } from 'react';
import { getLawKeeping, subscribeToLawKeeping, type LawKeeping } from './law-keeping.ts';

export const useLawKeeping = (): LawKeeping => useSyncExternalStore(subscribeToLawKeeping, getLawKeeping);
