import { useSyncExternalStore } from 'react';
import { getSession, subscribe, type Session } from './session-store.ts';

export const useSession = (): Session => useSyncExternalStore(subscribe, getSession);
