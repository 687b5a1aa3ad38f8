import { describe, expect, it } from 'vitest';
import type { Location } from 'react-router-dom';
import { aliveKeys, changeTab, closeAllTabs, closeOtherTabs, closeTab, openTab, refreshTab, tabToShow, type Tab, type TraitsOf } from '@/app/shell/tabs/tabs.ts';

const at = (pathname: string, search = ''): Location => ({ pathname, search, hash: '', state: null, key: `${pathname}${search}`, mask: undefined });
const traitsOf: TraitsOf = (key) => ({ isFixed: key === '/index', isNeverCached: key === '/index' });
const open = (...pathnames: string[]): Tab[] => pathnames.reduce<Tab[]>((tabs, pathname) => openTab(tabs, at(pathname)), []);
const keys = (tabs: readonly Tab[]) => tabs.map((tab) => tab.key);

describe('openTab', () => {
  it('adds a view at the end, once', () => {
    expect(keys(open('/index', '/law/index', '/mytask/index', '/law/index'))).toEqual(['/index', '/law/index', '/mytask/index']);
  });

  it('keeps one tab for a view whose query changes, and takes the new address', () => {
    const tabs = openTab(open('/index', '/law/index'), at('/law/index', '?page=2'));
    expect(keys(tabs)).toEqual(['/index', '/law/index']);
    expect(tabs[1]?.location.search).toBe('?page=2');
  });

  it('takes a slash at the end for the same view', () => {
    expect(keys(open('/law/index', '/law/index/'))).toEqual(['/law/index']);
  });

  it('opens two details side by side', () => {
    expect(keys(open('/mytask/index/a', '/mytask/index/b'))).toHaveLength(2);
  });
});

describe('closing', () => {
  const tabs = open('/index', '/a', '/b', '/c');

  it('closes one', () => {
    expect(keys(closeTab(tabs, '/b', traitsOf))).toEqual(['/index', '/a', '/c']);
  });
  it('never closes a fixed one', () => {
    expect(keys(closeTab(tabs, '/index', traitsOf))).toEqual(keys(tabs));
    expect(keys(closeAllTabs(tabs, traitsOf))).toEqual(['/index']);
    expect(keys(closeOtherTabs(tabs, '/b', traitsOf))).toEqual(['/index', '/b']);
  });
  it('shows the one visited last', () => {
    const visited = openTab(tabs, at('/a'));
    expect(tabToShow(closeTab(visited, '/c', traitsOf))?.key).toBe('/a');
    expect(tabToShow([])).toBeUndefined();
  });
});

describe('changing', () => {
  it('starts a view anew under a new generation', () => {
    expect(refreshTab(open('/index', '/a'), '/a')[1]).toMatchObject({ generation: 1 });
  });
  it('gives the same array back when nothing changes', () => {
    const tabs = open('/index', '/a');
    expect(changeTab(tabs, '/a', (tab) => tab)).toBe(tabs);
    expect(changeTab(tabs, '/missing', (tab) => ({ ...tab, note: 'x' }))).toBe(tabs);
  });
});

describe('aliveKeys', () => {
  it('keeps hidden views, but not one that is never cached', () => {
    const tabs = open('/index', '/a', '/b');
    expect(aliveKeys(tabs, '/b', traitsOf)).toEqual(new Set(['/b', '/a']));
    expect(aliveKeys(tabs, '/index', traitsOf)).toEqual(new Set(['/index', '/b', '/a']));
  });

  it('lets those go that were visited longest ago', () => {
    const tabs = open('/a', '/b', '/c', '/d');
    expect(aliveKeys(tabs, '/d', traitsOf, 2)).toEqual(new Set(['/d', '/c']));
    expect(aliveKeys(openTab(tabs, at('/a')), '/a', traitsOf, 2)).toEqual(new Set(['/a', '/d']));
  });

  it('keeps hidden views while none is shown', () => {
    expect(aliveKeys(open('/index', '/a'), undefined, traitsOf)).toEqual(new Set(['/a']));
  });
});
