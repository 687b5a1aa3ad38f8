import { useSyncExternalStore } from 'react';
import { getInstallState, promptInstall, subscribeToInstall, type InstallState } from './install.ts';

export function useInstall(): InstallState & { promptInstall: () => Promise<boolean> } {
  return { ...useSyncExternalStore(subscribeToInstall, getInstallState), promptInstall };
}
