import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import type { UserInfo } from '#contract/session.ts';
import { roleOf } from '#contract/roles.ts';
import { BellButton } from '@/features/notices/BellButton.tsx';
import { NoticeSheet } from '@/features/notices/NoticeSheet.tsx';
import { SearchButton } from '@/features/search/SearchButton.tsx';
import { getSiteTitle } from '@/queries/site-queries.ts';
import { changeSetting, getSettings } from '@/settings/settings-store.ts';
import { useSetting } from '@/settings/useSetting.ts';
import iconButton from '@/ui/basics/icon-button.module.css';
import { MenuOutline } from '@/ui/basics/icons.tsx';
import { hasFinePointer } from '@/ui/browser/fine-pointer.ts';
import { agreeToLeave } from '@/ui/browser/leaving.ts';
import { isNarrow as isNarrowNow, isPhone as isPhoneNow, useIsNarrow, useIsPhone } from '@/ui/browser/useIsNarrow.ts';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { PageChromeContext, PersonContext } from '@/ui/page/page-chrome.ts';
import { useGoBack } from '@/ui/page/useGoBack.ts';
import { findRoute, permittedRoutes, type Decision } from '../route-access.ts';
import { routes, type AppRoute } from '../routes.tsx';
import { signOut, switchAccount } from '../sign-out.ts';
import { BottomNav } from './BottomNav.tsx';
import { followFullScreen } from './full-screen.ts';
import { breadcrumbOf, buildMenu, menuPathOf, parentOf } from './menu.ts';
import { mayLosePage } from './may-lose-page.ts';
import { NotFoundPage, Page403 } from './MessagePage.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { PaperFacts } from './PaperFacts.tsx';
import { SearchSheet } from './SearchSheet.tsx';
import { SyncMark } from './SyncMark.tsx';
import { aliveKeys, type TabTraits } from './tabs/tabs.ts';
import { useTabs } from './tabs/useTabs.ts';
import { ViewCounter } from './tabs/ViewCounter.tsx';
import { Views } from './Views.tsx';
import styles from './Shell.module.css';

const Sidebar = lazyPart(async () => (await import('./Sidebar.tsx')).Sidebar);
const TopBar = lazyPart(async () => (await import('./TopBar.tsx')).TopBar);
const Breadcrumb = lazyPart(async () => (await import('./TopBar.tsx')).Breadcrumb);
const TabStrip = lazyPart(async () => (await import('./tabs/TabStrip.tsx')).TabStrip);
/** Most of the time it says nothing. */
const Banner = lazyPart(async () => (await import('./Banner.tsx')).Banner);
const Drawer = lazyPart(
  async () => (await import('./Drawer.tsx')).Drawer,
  ({ isOpen }) => isOpen,
);
const ViewsSheet = lazyPart(
  async () => (await import('./tabs/ViewsSheet.tsx')).ViewsSheet,
  ({ isOpen }) => isOpen,
);
/** Keys are for who has a mouse beside them. */
const StepKeys = lazyPart(
  async () => (await import('@/features/keys/StepKeys.tsx')).StepKeys,
  () => hasFinePointer(),
);
const SettingsPanel = lazyPart(
  async () => (await import('./SettingsPanel.tsx')).SettingsPanel,
  ({ isOpen }) => isOpen,
);

/** Loads what a desktop shows around every view, and a phone never. */
export async function preloadShell(): Promise<void> {
  const parts = isNarrowNow() ? [] : [Sidebar, TopBar, Breadcrumb];
  const strip = isPhoneNow() ? [] : [TabStrip];
  await Promise.all([...parts, ...strip].map((part) => part.preload()));
}

export interface ShellProps {
  user: UserInfo;
  decision: Decision<AppRoute>;
}

const routeOf = (key: string): AppRoute | undefined => findRoute(routes, key);
const traitsOf = (key: string): TabTraits => {
  const route = routeOf(key);
  return { isFixed: route?.fixed === true, isNeverCached: route?.neverCached === true };
};

/** What stands around the views: menu, bars, tabs, and the panels that they open. */
export function Shell({ user, decision }: ShellProps) {
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [areSettingsOpen, setAreSettingsOpen] = useState(false);
  const [areKeysOpen, setAreKeysOpen] = useState(false);
  const [areViewsOpen, setAreViewsOpen] = useState(false);
  const hasTabs = useSetting('tagbar');
  const isHorizontal = useSetting('slideDirection') === 'horizontal';
  const tabs = useTabs(decision.kind === 'show', traitsOf);
  const queries = useQueryClient();
  const viewsBox = useRef<HTMLDivElement>(null);
  const { refresh: startAnew } = tabs;
  const views = { tabs, titleOf: (key: string) => routeOf(key)?.title ?? '', isFixed: (key: string) => traitsOf(key).isFixed };
  const hasManyViews = hasTabs && tabs.tabs.length > 1;
  /** A view that starts anew asks the server anew, too. */
  const refresh = useCallback(
    (key: string) => {
      void queries.invalidateQueries({ refetchType: 'none' });
      startAnew(key);
    },
    [queries, startAnew],
  );

  const role = roleOf(user);
  const entries = buildMenu(permittedRoutes(routes, [role]));
  const shownRoute = decision.kind === 'show' ? decision.route : undefined;
  const current = shownRoute && menuPathOf(shownRoute, pathname);
  const trail = shownRoute === undefined ? [] : breadcrumbOf(shownRoute, routes, pathname);
  // One deployment may serve many institutions; signing in shows the title of the first.
  const siteTitle = user.siteTitle || getSiteTitle();

  const reload = useCallback(() => {
    void (async () => {
      if (!(await mayLosePage('重新加载'))) return;
      agreeToLeave();
      location.reload();
    })();
  }, []);

  useEffect(() => void changeSetting('device', isNarrow ? 'mobile' : 'desktop'), [isNarrow]);
  useEffect(() => followFullScreen(), []);
  useEffect(() => {
    document.title = shownRoute === undefined ? siteTitle : `${shownRoute.title} - ${siteTitle}`;
  }, [shownRoute, siteTitle]);

  // Whatever leads to another view leaves none of the panels over it, and whoever signs in next finds none open.
  useEffect(
    () => () => {
      setIsDrawerOpen(false);
      setAreSettingsOpen(false);
      setAreKeysOpen(false);
      setAreViewsOpen(false);
      for (const panel of ['message', 'search'] as const) if (getSettings()[panel]) changeSetting(panel, false);
    },
    [pathname],
  );

  const target = decision.kind === 'redirect' ? decision.to : undefined;
  useEffect(() => {
    if (target === undefined) return;
    refresh(target.split('?', 1)[0] ?? target);
    void navigate(target, { replace: true });
  }, [target, refresh, navigate]);

  const parent = shownRoute && parentOf(shownRoute, pathname);
  const goBackOr = useGoBack();
  const goBack = useCallback(() => goBackOr(parent), [parent, goBackOr]);

  const hasBottomBar = typeof shownRoute?.hasBottomBar === 'function' ? shownRoute.hasBottomBar(search) : shownRoute?.hasBottomBar;

  const leave = (): void => void signOut();
  const change = (): void => void switchAccount();
  const openSettings = (): void => setAreSettingsOpen(true);
  const openKeys = (): void => setAreKeysOpen(true);
  const person = { openSettings, signOut: leave, switchAccount: change };
  const chrome = {
    isNarrow,
    goBack,
    menuButton: (
      <button type="button" className={iconButton['button']} onClick={() => setIsDrawerOpen(true)} aria-label="打开菜单">
        <MenuOutline />
      </button>
    ),
    syncMark: <SyncMark hasWords={false} />,
    tools: (
      <>
        <SearchButton hasWords={false} />
        <BellButton account={user.employeeId} />
      </>
    ),
    viewCounter: isPhone && hasManyViews && <ViewCounter count={tabs.tabs.length} onOpen={() => setAreViewsOpen(true)} />,
    offlineLine: <OfflineLine />,
    banner: <Banner account={user.employeeId} />,
    paperFacts: <PaperFacts institution={user.compName} />,
  };
  const content = (
    <div ref={viewsBox} className={styles['views']} tabIndex={-1}>
      <PageChromeContext value={chrome}>
        <PersonContext value={person}>
          <Views
            tabs={tabs.tabs}
            shown={tabs.shown}
            alive={aliveKeys(tabs.tabs, tabs.shown, traitsOf)}
            routeOf={routeOf}
            change={tabs.change}
            refresh={refresh}
            reload={reload}
          />
          {decision.kind === 'notFound' && <NotFoundPage />}
          {decision.kind === 'forbidden' && <Page403 />}
        </PersonContext>
      </PageChromeContext>
    </div>
  );

  return (
    <>
      {/* One tree for both layouts: a view must not be made anew, and lose what it holds, where a tablet is turned. */}
      <div className={styles[isNarrow ? 'phone' : 'desktop']}>
        {!isNarrow && (
          <button type="button" className={styles['skip']} onClick={() => viewsBox.current?.focus()} data-off-paper>
            跳到主要内容
          </button>
        )}
        {!isNarrow && !isHorizontal && <Sidebar entries={entries} current={current} siteTitle={siteTitle} />}
        <div className={styles['column']}>
          {!isNarrow && (
            <TopBar
              user={user}
              siteTitle={siteTitle}
              trail={trail}
              entries={entries}
              current={current}
              onOpenSettings={openSettings}
              onOpenKeys={hasFinePointer() ? openKeys : undefined}
              onSwitchAccount={change}
              onSignOut={leave}
            />
          )}
          {!isPhone && (hasManyViews || (hasTabs && !isNarrow)) && <TabStrip {...views} />}
          {!isNarrow && isHorizontal && (
            <div className={styles['trail']}>
              <Breadcrumb trail={trail} />
            </div>
          )}
          {content}
          {isNarrow && parent === undefined && !hasBottomBar && <BottomNav role={role} current={current} />}
        </div>
      </div>
      {isNarrow && (
        <Drawer
          isOpen={isDrawerOpen}
          onClose={() => setIsDrawerOpen(false)}
          entries={entries}
          current={current}
          user={user}
          siteTitle={siteTitle}
          onOpenSettings={openSettings}
          onSwitchAccount={change}
          onSignOut={leave}
        />
      )}
      {isNarrow && <NoticeSheet account={user.employeeId} isAdmin={role === 'admin'} />}
      <ViewsSheet isOpen={areViewsOpen} {...views} onClose={() => setAreViewsOpen(false)} />
      <StepKeys isOpen={areKeysOpen} onOpen={openKeys} onClose={() => setAreKeysOpen(false)} />
      <SearchSheet role={role} />
      <SettingsPanel isOpen={areSettingsOpen} isNarrow={isNarrow} onClose={() => setAreSettingsOpen(false)} />
    </>
  );
}
