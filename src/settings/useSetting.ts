import { useSyncExternalStore } from 'react';
import { getSettings, subscribe, type SettingKey, type Settings } from './settings-store.ts';

export const useSetting = <Key extends SettingKey>(key: Key): Settings[Key] =>
  useSyncExternalStore(subscribe, () => getSettings()[key]);
