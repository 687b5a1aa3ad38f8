import { useEffect, useState, useSyncExternalStore } from 'react';
import { readOfflineContent, type OfflineContent } from '@/offline/reading/offline-content.ts';
import { countReplaced, readStorageState, subscribeToStorage, type StorageState } from '@/offline/storage/storage-state.ts';

export interface DeviceView {
  content: OfflineContent;
  storage: StorageState;
}

const readView = async (): Promise<DeviceView> => {
  const [content, storage] = await Promise.all([readOfflineContent(), readStorageState()]);
  return { content, storage };
};

/**
 * What is on this phone; undefined until it is read.
 * @param changes read again whenever it is another value
 */
export function useDeviceView(changes: unknown): { view: DeviceView | undefined; readAgain: () => Promise<void> } {
  const [view, setView] = useState<DeviceView>();
  const replaced = useSyncExternalStore(subscribeToStorage, countReplaced);
  useEffect(() => {
    let isCurrent = true;
    void readView().then((read) => {
      if (isCurrent) setView(read);
    });
    return () => {
      isCurrent = false;
    };
  }, [changes, replaced]);
  return { view, readAgain: async () => setView(await readView()) };
}
