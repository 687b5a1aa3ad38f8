import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { HashRouter, Navigate, useLocation } from 'react-router-dom';
import { LoginPage } from '@/features/sign-in/LoginPage.tsx';
import { paths } from '@/lib/paths.ts';
import { clearSession, loadUser } from '@/session/session-store.ts';
import { useSession } from '@/session/useSession.ts';
import { getDeparture, noteDeparture, placeAfter, subscribe } from './departure.ts';
import { lazyPage } from './lazy-page.ts';
import { decideNavigation } from './route-access.ts';
import { routes } from './routes.tsx';
import { ViewBoundary } from './shell/ViewBoundary.tsx';
import { startClient } from './start-client.ts';

startClient();

const SignedInApp = lazyPage(() => import('./SignedInApp.tsx')).current();

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
  const isSignedIn = token !== '';
  const decision = decideNavigation({ pathname, isSignedIn, roles, routes, placeBefore: placeAfter(departure, user?.account) });

  useLayoutEffect(() => {
    if (decision.kind === 'loadUser' && !loadUser()) clearSession();
  }, [decision.kind]);
  useEffect(() => {
    const isAtSignIn = pathname === paths.login.path;
    if (isSignedIn && !isAtSignIn) noteDeparture({ kind: 'none' });
    if (!isSignedIn && !isAtSignIn && getDeparture().kind === 'none') noteDeparture({ kind: 'wanted', place: pathname + search });
  }, [isSignedIn, pathname, search]);

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
