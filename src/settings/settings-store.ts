import { readStored, writeStored } from '@/lib/local-storage.ts';
import { createSignal } from '@/lib/signal.ts';
import { FONT_SCALES, LAW_TEXT_SIZES, SLIDE_DIRECTIONS, TAG_THEMES, THEME_CHOICES, type FontScale, type LawTextSize, type SlideDirection, type TagTheme, type ThemeChoice } from './themes.ts';

export type Device = 'desktop' | 'mobile';

/** Interface settings of the specification's section 3, and the text sizes. */
export interface Settings {
  device: Device;
  sidebar: { opened: boolean; withoutAnimation: boolean };
  theme: ThemeChoice;
  tagbar: boolean;
  tagTheme: TagTheme;
  slideDirection: SlideDirection;
  fullScreen: boolean;
  /** Whether the search is open, and the bell's list. */
  search: boolean;
  message: boolean;
  fontScale: FontScale;
  lawTextSize: LawTextSize;
  /** A first answer that needs no remark leads on to the next point. */
  autoNext: boolean;
}
export type SettingKey = keyof Settings;

export const DEFAULT_SETTINGS: Settings = {
  device: 'desktop',
  sidebar: { opened: true, withoutAnimation: false },
  theme: 'dark',
  tagbar: true,
  tagTheme: 'tabs_card',
  slideDirection: 'vertical',
  fullScreen: false,
  search: false,
  message: false,
  fontScale: 1,
  lawTextSize: 1,
  autoNext: false,
};

const KEY = 'zyzc:settings';

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isOneOf = (choices: readonly { id: string }[]) => (value: unknown): boolean => choices.some(({ id }) => id === value);
const isSidebar = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'opened' in value && isBoolean(value.opened) && 'withoutAnimation' in value && isBoolean(value.withoutAnimation);

/** Also the list of the keys that exist. */
const isValid: Record<SettingKey, (value: unknown) => boolean> = {
  device: (value) => value === 'desktop' || value === 'mobile',
  sidebar: isSidebar,
  theme: isOneOf(THEME_CHOICES),
  tagbar: isBoolean,
  tagTheme: isOneOf(TAG_THEMES),
  slideDirection: isOneOf(SLIDE_DIRECTIONS),
  fullScreen: isBoolean,
  search: isBoolean,
  message: isBoolean,
  fontScale: (value) => (FONT_SCALES as readonly unknown[]).includes(value),
  lawTextSize: (value) => (LAW_TEXT_SIZES as readonly unknown[]).includes(value),
  autoNext: isBoolean,
};

let current: Settings = readSettings();
const changed = createSignal();

export const getSettings = (): Settings => current;

/** @returns a function that ends the subscription. */
export const subscribe = changed.subscribe;

/**
 * Changes one setting and keeps it on this device.
 * @returns false, with nothing changed, when there is no such setting or it cannot have that value.
 */
export function changeSetting<Key extends SettingKey>(key: Key, value: Settings[Key]): boolean {
  if (!Object.hasOwn(isValid, key) || !isValid[key](value)) return false;
  current = { ...current, [key]: value };
  // The window decides about device and full screen each time anew, and begins with nothing open.
  const { device: _device, fullScreen: _fullScreen, search: _search, message: _message, ...kept } = current;
  writeStored(KEY, kept);
  changed.tell();
  return true;
}

/** @param withoutAnimation where something inside is to be shown at once */
export function toggleSidebar(withoutAnimation = false): void {
  changeSetting('sidebar', { opened: !current.sidebar.opened, withoutAnimation });
}

function ofThisWindow({ device, fullScreen, search, message }: Settings): Pick<Settings, 'device' | 'fullScreen' | 'search' | 'message'> {
  return { device, fullScreen, search, message };
}

/** Stored values that no release knows any more give way to the default. */
function readSettings(): Settings {
  const stored = readStored(KEY);
  const settings: Settings = { ...DEFAULT_SETTINGS };
  if (typeof stored !== 'object' || stored === null) return settings;
  for (const [key, value] of Object.entries(stored)) {
    if (Object.hasOwn(isValid, key) && isValid[key as SettingKey](value)) Object.assign(settings, { [key]: value });
  }
  return { ...settings, ...ofThisWindow(DEFAULT_SETTINGS) };
}

addEventListener('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return;
  current = { ...readSettings(), ...ofThisWindow(current) };
  changed.tell();
});
