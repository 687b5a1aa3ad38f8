import { useSyncExternalStore } from 'react';
import { getReachability, subscribeToReachability, type Reachability } from './reachability.ts';

export const useReachability = (): Reachability => useSyncExternalStore(subscribeToReachability, getReachability);
