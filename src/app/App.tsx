import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { HashRouter, Navigate, useLocation } from 'react-router-dom';
import type { UserInfo } from '#contract/session.ts';
import { LoginPage } from '@/features/sign-in/LoginPage.tsx';
import { paths } from '@/lib/paths.ts';
import { clearSession, getToken, getUser, loadUser } from '@/session/session-store.ts';
import { useSession } from '@/session/useSession.ts';
import { getDeparture, noteDeparture, placeAfter, subscribe } from './departure.ts';
import { lazyPage } from './lazy-page.ts';
import { decideNavigation, findRoute } from './route-access.ts';
import { routes } from './routes.tsx';
import { ViewBoundary } from './shell/tabs/ViewBoundary.tsx';
import { startClient } from './start-client.ts';

startClient();

const signedInApp = lazyPage(async () => {
  const module = await import('./SignedInApp.tsx');
  const user = getUser();
  if (user) module.readListsAhead(user.employeeId);
  await module.preloadShell();
  return module;
});
const SignedInApp = signedInApp.current();

/** Begins to load what the address leads whoever is signed in to, so that it comes while the session is read. */
export function preloadPlace(): void {
  if (getToken() === '') return;
  signedInApp.preload();
  findRoute(routes, location.hash.slice(1).split('?', 1)[0] ?? '')?.page.preload();
}

export function App() {
  return (
    <ViewBoundary title="依法执业自查" onRetry={() => location.reload()}>
      <HashRouter>
        <Guarded />
      </HashRouter>
    </ViewBoundary>
  );
}

/** Does what the guard decides for the address and the session of the moment. */
function Guarded() {
  const { pathname, search } = useLocation();
  const { token, user, roles } = useSession();
  const departure = useSyncExternalStore(subscribe, getDeparture);
  /** Who was here last: the address is their place. */
  const [owner, setOwner] = useState<UserInfo>();
  const isSignedIn = token !== '';
  const isAtSignIn = pathname === paths.login.path;
  // A window that slept while another signed out and somebody else in finds both at once.
  const isAnothersPlace =
    owner !== undefined && user !== undefined && owner.employeeId !== user.employeeId && !isAtSignIn && pathname !== paths.home.path;
  if (user !== undefined && user !== owner && !isAnothersPlace) setOwner(user);
  const decision = isAnothersPlace
    ? ({ kind: 'go', to: paths.home.path } as const)
    : decideNavigation({ pathname, isSignedIn, roles, routes, placeBefore: placeAfter(departure, user?.account) });

  // Its code comes while the view is being made.
  const page = decision.kind === 'show' ? decision.route.page : undefined;
  useLayoutEffect(() => page?.preload(), [page]);
  useLayoutEffect(() => {
    if (decision.kind === 'loadUser' && !loadUser()) clearSession();
  }, [decision.kind]);
  useEffect(() => {
    if (isSignedIn && !isAtSignIn) noteDeparture({ kind: 'none' });
    if (!isSignedIn && !isAtSignIn && getDeparture().kind === 'none') noteDeparture({ kind: 'wanted', place: pathname + search, account: owner?.account });
  }, [isSignedIn, isAtSignIn, pathname, search, owner]);

  if (isSignedIn && user !== undefined) {
    return (
      <>
        {decision.kind === 'go' && <Navigate to={decision.to} replace />}
        <SignedInApp key={user.employeeId} user={user} decision={decision} waiting={null} />
      </>
    );
  }
  if (decision.kind === 'go' || decision.kind === 'redirect') return <Navigate to={decision.to} replace />;
  return decision.kind === 'login' ? <LoginPage reason={departure.kind === 'ended' ? departure.reason : undefined} /> : null;
}
