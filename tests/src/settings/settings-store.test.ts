// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The store reads what is kept when it is loaded, as after a restart. */
async function load() {
  vi.resetModules();
  return await import('@/settings/settings-store.ts');
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('settings', () => {
  it('begin as the specification says', async () => {
    const { getSettings } = await load();
    expect(getSettings()).toEqual({
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
    });
  });

  it('are kept over a restart', async () => {
    const { changeSetting } = await load();
    expect(changeSetting('theme', 'them1')).toBe(true);
    changeSetting('tagbar', false);
    const { getSettings } = await load();
    expect(getSettings()).toMatchObject({ theme: 'them1', tagbar: false, tagTheme: 'tabs_card' });
  });

  it('change only where the key exists', async () => {
    const { changeSetting, getSettings } = await load();
    const before = getSettings();
    const change = changeSetting as (key: string, value: unknown) => boolean;
    for (const key of ['colour', '__proto__', 'constructor', 'toString', '']) expect(change(key, 'x'), key).toBe(false);
    expect(getSettings()).toBe(before);
    expect(localStorage.length).toBe(0);
  });

  it('take only values that they can have', async () => {
    const { changeSetting, getSettings } = await load();
    const change = changeSetting as (key: string, value: unknown) => boolean;
    expect(change('theme', 'pink')).toBe(false);
    expect(change('tagbar', 'yes')).toBe(false);
    expect(change('sidebar', { opened: 1 })).toBe(false);
    expect(change('fontScale', 3)).toBe(false);
    expect(getSettings().theme).toBe('dark');
  });

  it('forget what is broken or was stored by another release', async () => {
    localStorage.setItem('zyzc:settings', JSON.stringify({ theme: 'pink', tagbar: false, old: 1, sidebar: null }));
    expect((await load()).getSettings()).toMatchObject({ theme: 'dark', tagbar: false, sidebar: { opened: true, withoutAnimation: false } });
    localStorage.setItem('zyzc:settings', '{broken');
    expect((await load()).getSettings().tagbar).toBe(true);
  });

  it('leave device, full screen and what is open to the window', async () => {
    const { changeSetting } = await load();
    changeSetting('device', 'mobile');
    changeSetting('fullScreen', true);
    changeSetting('search', true);
    changeSetting('message', true);
    expect((await load()).getSettings()).toMatchObject({ device: 'desktop', fullScreen: false, search: false, message: false });
  });

  it('work where the browser refuses storage', async () => {
    const { changeSetting, getSettings } = await load();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(changeSetting('theme', 'light')).toBe(true);
    expect(getSettings().theme).toBe('light');
  });

  it('tell of each change, until one stops listening', async () => {
    const { changeSetting, subscribe } = await load();
    const listener = vi.fn();
    const end = subscribe(listener);
    changeSetting('search', true);
    end();
    changeSetting('search', false);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('open and close the sidebar, with or without animation', async () => {
    const { getSettings, toggleSidebar } = await load();
    toggleSidebar();
    expect(getSettings().sidebar).toEqual({ opened: false, withoutAnimation: false });
    toggleSidebar(true);
    expect(getSettings().sidebar).toEqual({ opened: true, withoutAnimation: true });
  });

  it('follow another tab', async () => {
    const { changeSetting, getSettings } = await load();
    changeSetting('device', 'mobile');
    localStorage.setItem('zyzc:settings', JSON.stringify({ theme: 'light' }));
    dispatchEvent(new StorageEvent('storage', { key: 'zyzc:settings' }));
    expect(getSettings()).toMatchObject({ theme: 'light', device: 'mobile' });
  });
});

describe('page style', () => {
  it('names the theme on the page, one at a time, and scales the text', async () => {
    document.head.innerHTML = '<meta name="theme-color" content="#000">';
    const { changeSetting } = await load();
    const { followSettings } = await import('@/settings/page-style.ts');
    followSettings();
    const root = document.documentElement;
    expect([...root.classList]).toEqual(['theme_dark']);
    expect(root.dataset['prefersColorScheme']).toBe('dark');
    changeSetting('theme', 'them1');
    changeSetting('fontScale', 1.25);
    expect([...root.classList]).toEqual(['theme_them1']);
    expect(root.dataset['prefersColorScheme']).toBe('light');
    expect(root.style.getPropertyValue('--font-scale')).toBe('1.25');
    expect(document.querySelector('meta[name="theme-color"]')?.getAttribute('content')).toBe('#EFEADB');
  });
});
