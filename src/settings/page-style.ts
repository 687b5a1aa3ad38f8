import { getSettings, subscribe } from './settings-store.ts';
import { SYSTEM_THEME, type ThemeId, THEMES } from './themes.ts';

/** Puts theme and text size on the page now, and again after each change. */
export function followSettings(): void {
  applySettings();
  subscribe(applySettings);
  DARK.addEventListener('change', applySettings);
}

const DARK = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = (): ThemeId => (DARK.matches ? 'dark' : 'light');

function applySettings(): void {
  const { theme: choice, fontScale } = getSettings();
  const theme = choice === SYSTEM_THEME ? systemTheme() : choice;
  const root = document.documentElement;
  for (const { id } of THEMES) root.classList.toggle(`theme_${id}`, id === theme);
  const { isDark, background } = THEMES.find(({ id }) => id === theme) ?? THEMES[1];
  // antd-mobile switches its own dark variables by this attribute.
  root.dataset['prefersColorScheme'] = isDark ? 'dark' : 'light';
  root.style.setProperty('--font-scale', String(fontScale));
  root.toggleAttribute('data-large', fontScale > 1);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background);
}
