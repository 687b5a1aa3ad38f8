import { useCallback, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { paths } from '@/lib/paths.ts';
import { changeTab, closeAllTabs, closeOtherTabs, closeTab, keyOf, openTab, refreshTab, tabToShow, type Tab, type TraitsOf } from './tabs.ts';

export interface Tabs {
  tabs: readonly Tab[];
  /** Undefined while no view is shown, as on /404. */
  shown: string | undefined;
  show: (key: string) => void;
  close: (key: string) => void;
  closeOthers: (key: string) => void;
  closeAll: () => void;
  refresh: (key: string) => void;
  change: (key: string, change: (tab: Tab) => Tab) => void;
}

interface Open {
  /** The address that was opened last. */
  opened: Location | undefined;
  tabs: Tab[];
}

const HOME: Location = { pathname: paths.home.path, search: '', hash: '', state: null, key: 'home', mask: undefined };

/**
 * The open views. The view of the current address is opened by the address alone, in the same render.
 * @param isView whether the address is one of a view
 */
export function useTabs(isView: boolean, traitsOf: TraitsOf): Tabs {
  const here = useLocation();
  const navigate = useNavigate();
  // One state: React may take back what was set while rendering when another change is waiting, and then both must go.
  const [{ opened, tabs }, setOpen] = useState<Open>(() => ({ opened: undefined, tabs: openTab([], HOME) }));
  const shown = isView ? keyOf(here) : undefined;

  // Once for each address: a tab that is being closed stays closed, although the address changes only after it.
  if (isView && opened !== here) setOpen({ opened: here, tabs: openTab(tabs, here) });

  const setTabs = useCallback(
    (next: (now: Tab[]) => Tab[]) =>
      setOpen((now) => {
        const changed = next(now.tabs);
        return changed === now.tabs ? now : { ...now, tabs: changed };
      }),
    [],
  );
  const refresh = useCallback(
    (key: string) => {
      // What it was asked for goes as well: see `useAskedState`, whose code the shell does without.
      history.replaceState({ ...history.state, asked: undefined }, '');
      setTabs((now) => refreshTab(now, key));
    },
    [setTabs],
  );
  const change = useCallback((key: string, changeOne: (tab: Tab) => Tab) => setTabs((now) => changeTab(now, key, changeOne)), [setTabs]);

  /** Takes over what is left after closing. */
  const keep = (rest: Tab[], next: Tab | undefined): void => {
    const closed = tabs.filter((tab) => !rest.includes(tab));
    setTabs((now) => now.filter((tab) => !closed.some((one) => one.key === tab.key)));
    if (next?.key !== shown) void navigate(next?.location ?? paths.home.path, { replace: true });
  };
  const find = (key: string | undefined): Tab | undefined => tabs.find((tab) => tab.key === key);

  return {
    tabs,
    shown,
    show: (key) => void navigate(find(key)?.location ?? key),
    close: (key) => {
      const rest = closeTab(tabs, key, traitsOf);
      keep(rest, key === shown ? tabToShow(rest) : find(shown));
    },
    closeOthers: (key) => keep(closeOtherTabs(tabs, key, traitsOf), find(key)),
    closeAll: () => {
      const rest = closeAllTabs(tabs, traitsOf);
      keep(rest, rest.at(-1));
    },
    refresh,
    change,
  };
}
