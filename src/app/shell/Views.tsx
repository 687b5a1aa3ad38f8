import { Activity, createElement, memo, useCallback, useMemo } from 'react';
import { useRoutes, type Location } from 'react-router-dom';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { ViewContext, type View } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import type { AppRoute } from '../routes.tsx';
import { parentOf } from './menu.ts';
import type { Tab } from './tabs/tabs.ts';
import { ViewBoundary } from './tabs/ViewBoundary.tsx';
import styles from './Views.module.css';

export interface ViewsProps {
  tabs: readonly Tab[];
  shown: string | undefined;
  alive: ReadonlySet<string>;
  routeOf: (key: string) => AppRoute | undefined;
  change: (key: string, change: (tab: Tab) => Tab) => void;
  refresh: (key: string) => void;
  /** The whole page, once the person agreed to lose what is not saved. */
  reload: () => void;
}

/** The open views, of which one is shown; the others keep their state, their address and their place. */
export function Views({ tabs, shown, alive, routeOf, change, refresh, reload }: ViewsProps) {
  return tabs.map((tab) => {
    const route = routeOf(tab.key);
    if (route === undefined || !alive.has(tab.key)) return null;
    return (
      <Activity key={`${tab.key} ${tab.generation}`} mode={tab.key === shown ? 'visible' : 'hidden'}>
        <div className={styles['view']} data-view={route.name}>
          <OneView tabKey={tab.key} route={route} location={tab.location} change={change} refresh={refresh} reload={reload} />
        </div>
      </Activity>
    );
  });
}

interface OneViewProps extends Pick<ViewsProps, 'change' | 'refresh' | 'reload'> {
  tabKey: string;
  route: AppRoute;
  location: Location;
}

const OneView = memo(function OneView({ tabKey, route, location, change, refresh, reload }: OneViewProps) {
  const setNote = useCallback((note: string) => change(tabKey, (tab) => (tab.note === note ? tab : { ...tab, note })), [change, tabKey]);
  const parent = parentOf(route, location.pathname);
  const view: View = useMemo(() => ({ title: route.title, parent, setNote }), [route, parent, setNote]);
  const handleRetry = (): void => {
    route.page.reset();
    refresh(tabKey);
  };
  return (
    <ViewBoundary title={route.title} onRetry={handleRetry} onReload={reload}>
      <ViewContext value={view}>
        <RoutedPage route={route} location={location} />
      </ViewContext>
    </ViewBoundary>
  );
});

const waiting = (
  <Page>
    <ListSkeleton />
  </Page>
);

/** Gives the page its own address: `useParams` and `useLocation` inside it know nothing of the other views. */
function RoutedPage({ route, location }: { route: AppRoute; location: Location }) {
  return useRoutes([{ path: route.path, element: createElement(route.page.current(), { waiting }) }], location);
}
