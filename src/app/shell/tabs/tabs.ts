import type { Location } from 'react-router-dom';
import { withoutAtEnd } from '#contract/text-end.ts';

/** One open view; `key` is its path. */
export interface Tab {
  key: string;
  /** Where the view stands, with its query; frozen while the view is hidden. */
  location: Location;
  /** A new number makes the view start anew. */
  generation: number;
  /** Words beside the title. */
  note: string;
  /** Rises with each visit. */
  lastVisit: number;
}

export interface TabTraits {
  isFixed: boolean;
  isNeverCached: boolean;
}
export type TraitsOf = (key: string) => TabTraits;

/** More hidden views than this would weigh on a phone; those visited longest ago start anew when shown again. */
export const MAX_ALIVE = 8;

/** A path with and without a slash at its end is one view; its query does not make another. */
export const keyOf = (location: Location): string => withoutAtEnd(location.pathname, '/') || '/';

export function openTab(tabs: readonly Tab[], location: Location): Tab[] {
  const key = keyOf(location);
  const lastVisit = Math.max(0, ...tabs.map((tab) => tab.lastVisit)) + 1;
  if (tabs.some((tab) => tab.key === key)) return tabs.map((tab) => (tab.key === key ? { ...tab, location, lastVisit } : tab));
  return [...tabs, { key, location, generation: 0, note: '', lastVisit }];
}

/** A fixed tab stays. */
export const closeTab = (tabs: readonly Tab[], key: string, traitsOf: TraitsOf): Tab[] =>
  tabs.filter((tab) => tab.key !== key || traitsOf(tab.key).isFixed);

export const closeOtherTabs = (tabs: readonly Tab[], key: string, traitsOf: TraitsOf): Tab[] =>
  tabs.filter((tab) => tab.key === key || traitsOf(tab.key).isFixed);

export const closeAllTabs = (tabs: readonly Tab[], traitsOf: TraitsOf): Tab[] => tabs.filter((tab) => traitsOf(tab.key).isFixed);

export const refreshTab = (tabs: readonly Tab[], key: string): Tab[] =>
  changeTab(tabs, key, (tab) => ({ ...tab, generation: tab.generation + 1 }));

/** @returns the same array when nothing changes. */
export function changeTab(tabs: readonly Tab[], key: string, change: (tab: Tab) => Tab): Tab[] {
  let hasChanged = false;
  const next = tabs.map((tab) => {
    if (tab.key !== key) return tab;
    const changed = change(tab);
    hasChanged ||= changed !== tab;
    return changed;
  });
  return hasChanged ? next : (tabs as Tab[]);
}

/** The tab to show after the active one was closed: the one visited last. */
export const tabToShow = (tabs: readonly Tab[]): Tab | undefined =>
  tabs.reduce<Tab | undefined>((latest, tab) => (latest === undefined || tab.lastVisit > latest.lastVisit ? tab : latest), undefined);

/** Which views are mounted: the shown one, and of the others that may be kept the latest `limit`. */
export function aliveKeys(tabs: readonly Tab[], shown: string | undefined, traitsOf: TraitsOf, limit: number = MAX_ALIVE): Set<string> {
  const kept = tabs
    .filter((tab) => tab.key === shown || !traitsOf(tab.key).isNeverCached)
    .sort((one, other) => Number(other.key === shown) - Number(one.key === shown) || other.lastVisit - one.lastVisit);
  return new Set(kept.slice(0, limit).map((tab) => tab.key));
}
