import { useSyncExternalStore } from 'react';
import {
  applyUpdate,
  hasUpdateTakenOver,
  isUpdateApplying,
  isUpdatePutOff,
  isUpdateReady,
  putOffUpdate,
  subscribeToUpdates,
} from './updates.ts';

export interface UpdateState {
  /** The offer 发现新版本. */
  isUpdateReady: boolean;
  /** Whether it was taken, and the release has not taken over yet. */
  isApplying: boolean;
  /** Whether only the page has to be loaded anew. */
  hasTakenOver: boolean;
  /** Calls `next` once the release has taken over, at once or much later. */
  applyUpdate: (next: () => void) => void;
  /** 稍后, said in whichever view. */
  isPutOff: boolean;
  putOff: () => void;
}

export function useUpdate(): UpdateState {
  return {
    isUpdateReady: useSyncExternalStore(subscribeToUpdates, isUpdateReady),
    isApplying: useSyncExternalStore(subscribeToUpdates, isUpdateApplying),
    hasTakenOver: useSyncExternalStore(subscribeToUpdates, hasUpdateTakenOver),
    applyUpdate,
    isPutOff: useSyncExternalStore(subscribeToUpdates, isUpdatePutOff),
    putOff: putOffUpdate,
  };
}
