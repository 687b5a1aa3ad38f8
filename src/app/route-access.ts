import { matchPath } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { paths } from '@/lib/paths.ts';

/** What the guard has to know about a route. */
export interface GuardedRoute {
  path: string;
  /** Who may open it; without roles it is open to everyone signed in. */
  roles?: readonly Role[];
  /** Refuses parameters that no such view exists for. */
  accepts?: (params: Readonly<Record<string, string | undefined>>) => boolean;
}

export interface Situation<Route extends GuardedRoute> {
  pathname: string;
  isSignedIn: boolean;
  /** Undefined until the user was loaded from storage. */
  roles: readonly Role[] | undefined;
  routes: readonly Route[];
  /** Where the person was, or wanted to go, before signing in. */
  placeBefore?: string | undefined;
}

export type Decision<Route extends GuardedRoute> =
  | { kind: 'show'; route: Route }
  | { kind: 'login' }
  | { kind: 'notFound' }
  | { kind: 'forbidden' }
  /** Goes on to `to`, and shows it anew. */
  | { kind: 'redirect'; to: string }
  | { kind: 'go'; to: string }
  /** Load the user from storage, derive the roles, and ask again; on failure end the session. */
  | { kind: 'loadUser' };

/** A route with no roles is open; otherwise one of the roles has to be among them. */
export const mayOpen = (route: GuardedRoute, roles: readonly Role[]): boolean =>
  route.roles === undefined || route.roles.some((role) => roles.includes(role));

/** The routes that a role gets. */
export const permittedRoutes = <Route extends GuardedRoute>(routes: readonly Route[], roles: readonly Role[]): Route[] =>
  routes.filter((route) => mayOpen(route, roles));

/** The route of a path; a fixed path goes before one with parameters. */
export function findRoute<Route extends GuardedRoute>(routes: readonly Route[], pathname: string): Route | undefined {
  const segments = segmentsOf(pathname);
  const matching = routes.filter((route) => {
    // Nearly all differ from what is looked for: the router makes a pattern of each that it is asked about.
    const own = segmentsOfRoute(route.path);
    if (own.length !== segments.length || own.some((segment, index) => segment !== segments[index] && !segment.startsWith(':'))) return false;
    const match = matchPath({ path: route.path, caseSensitive: true }, pathname);
    return match !== null && (route.accepts?.(match.params) ?? true);
  });
  return matching.find((route) => !route.path.includes(':')) ?? matching[0];
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** Of a route, which is asked for its segments at every look at every tab. */
const knownSegments = new Map<string, string[]>();
function segmentsOfRoute(path: string): string[] {
  let known = knownSegments.get(path);
  if (!known) knownSegments.set(path, (known = segmentsOf(path)));
  return known;
}

/** The navigation guard of the specification's section 4, without effects. */
export function decideNavigation<Route extends GuardedRoute>(situation: Situation<Route>): Decision<Route> {
  const { pathname, isSignedIn, roles, routes, placeBefore } = situation;
  const redirectTarget = targetOfRedirect(pathname);

  if (!isSignedIn) {
    if (pathname === paths.login.path) return { kind: 'login' };
    if (redirectTarget !== undefined) return { kind: 'redirect', to: redirectTarget };
    return { kind: 'go', to: paths.login.path };
  }

  if (pathname === paths.login.path) return { kind: 'go', to: placeAfterSignIn(placeBefore, roles, routes) };
  if (roles === undefined) return { kind: 'loadUser' };

  if (pathname === '/' || pathname === '') return { kind: 'go', to: paths.home.path };
  if (redirectTarget !== undefined) return { kind: 'redirect', to: redirectTarget };
  if (pathname === paths.notFound.path) return { kind: 'notFound' };
  if (pathname === paths.forbidden.path) return { kind: 'forbidden' };

  // Only permitted routes exist: somebody else's is as unknown as one that nobody has.
  const route = findRoute(permittedRoutes(routes, roles), pathname);
  return route === undefined ? { kind: 'go', to: paths.notFound.path } : { kind: 'show', route };
}

function placeAfterSignIn(place: string | undefined, roles: readonly Role[] | undefined, routes: readonly GuardedRoute[]): string {
  if (place === undefined || roles === undefined) return paths.home.path;
  const pathname = place.split('?', 1)[0] ?? '';
  return findRoute(permittedRoutes(routes, roles), pathname) === undefined ? paths.home.path : place;
}

/** What stands behind /redirect; undefined for any other path. */
function targetOfRedirect(pathname: string): string | undefined {
  const match = /^\/redirect(\/.*)?$/.exec(pathname);
  if (match === null) return undefined;
  const target = match[1] ?? '/';
  // /redirect/redirect/… would go round and round.
  return target.startsWith('/redirect') ? '/' : target;
}
