import { useEffect, useSyncExternalStore } from 'react';
import { checkInstalled, getInstallation, subscribeToInstallation, type Installation } from './installation.ts';

const LOOK_EVERY_MS = 5000;

/** Also of what is cleared while somebody looks at it. */
export function useInstallation(): Installation {
  useEffect(() => {
    void checkInstalled();
    const timer = setInterval(() => void checkInstalled(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(subscribeToInstallation, getInstallation);
}
