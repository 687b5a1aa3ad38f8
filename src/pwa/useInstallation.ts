import { useSyncExternalStore } from 'react';
import { getInstallation, subscribeToInstallation, type Installation } from './installation.ts';

export const useInstallation = (): Installation => useSyncExternalStore(subscribeToInstallation, getInstallation);
