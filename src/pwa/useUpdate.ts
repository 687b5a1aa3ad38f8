import { useSyncExternalStore } from 'react';
import { applyUpdate, getRegistrationProblem, isUpdatePutOff, isUpdateReady, putOffUpdate, subscribeToUpdates } from './updates.ts';

const apply = () => applyUpdate();

export interface UpdateState {
  /** The offer 发现新版本: `applyUpdate` reloads the page, so call it only after the person agreed. */
  isUpdateReady: boolean;
  applyUpdate: () => void;
  /** 稍后, said in whichever view. */
  isPutOff: boolean;
  putOff: () => void;
  /** Why the app cannot be kept for offline use, as a sentence. */
  problem: string | null;
}

export function useUpdate(): UpdateState {
  return {
    isUpdateReady: useSyncExternalStore(subscribeToUpdates, isUpdateReady),
    applyUpdate: apply,
    isPutOff: useSyncExternalStore(subscribeToUpdates, isUpdatePutOff),
    putOff: putOffUpdate,
    problem: useSyncExternalStore(subscribeToUpdates, getRegistrationProblem),
  };
}
