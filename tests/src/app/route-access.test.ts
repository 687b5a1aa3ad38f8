import { describe, expect, it } from 'vitest';
import { decideNavigation, findRoute, mayOpen, permittedRoutes, type Situation } from '@/app/route-access.ts';
import { routes, type AppRoute } from '@/app/routes.tsx';

const decide = (situation: Partial<Situation<AppRoute>>) => decideNavigation({ pathname: '/', isSignedIn: true, roles: ['admin'], routes, ...situation });
const asUser = { roles: ['user'] as const };

describe('navigation guard: not signed in', () => {
  const nobody = { isSignedIn: false, roles: undefined };

  it('shows the sign-in screen', () => {
    expect(decide({ ...nobody, pathname: '/login' })).toEqual({ kind: 'login' });
  });

  it('follows a redirect', () => {
    expect(decide({ ...nobody, pathname: '/redirect/law/index' })).toEqual({ kind: 'redirect', to: '/law/index' });
    expect(decide({ ...nobody, pathname: '/redirect' })).toEqual({ kind: 'redirect', to: '/' });
  });

  it.each(['/', '/index', '/law/index', '/404', '/403', '/unknown', '/loginx', '/redirected'])('sends %s to the sign-in screen', (pathname) => {
    expect(decide({ ...nobody, pathname })).toEqual({ kind: 'go', to: '/login' });
  });

  it('does so even if roles were left over', () => {
    expect(decide({ isSignedIn: false, roles: ['admin'], pathname: '/index' })).toEqual({ kind: 'go', to: '/login' });
  });
});

describe('navigation guard: signed in, at the sign-in screen', () => {
  it('goes home', () => {
    expect(decide({ pathname: '/login' })).toEqual({ kind: 'go', to: '/index' });
    expect(decide({ pathname: '/login', roles: undefined })).toEqual({ kind: 'go', to: '/index' });
  });

  it('goes back to where the person was', () => {
    expect(decide({ pathname: '/login', placeBefore: '/taskmanage/index?page=2' })).toEqual({ kind: 'go', to: '/taskmanage/index?page=2' });
  });

  it('goes home when that place is not for this person, or none', () => {
    expect(decide({ ...asUser, pathname: '/login', placeBefore: '/taskmanage/index' })).toEqual({ kind: 'go', to: '/index' });
    expect(decide({ pathname: '/login', placeBefore: '/nowhere' })).toEqual({ kind: 'go', to: '/index' });
    expect(decide({ pathname: '/login', placeBefore: '/' })).toEqual({ kind: 'go', to: '/index' });
    expect(decide({ pathname: '/login', placeBefore: '/law/index', roles: undefined })).toEqual({ kind: 'go', to: '/index' });
  });
});

describe('navigation guard: signed in, roles not loaded', () => {
  it.each(['/', '/index', '/law/index', '/404', '/403', '/redirect/index', '/unknown'])('loads the user first at %s', (pathname) => {
    expect(decide({ pathname, roles: undefined })).toEqual({ kind: 'loadUser' });
  });
});

describe('navigation guard: signed in, roles loaded', () => {
  it('takes the root home', () => {
    expect(decide({ pathname: '/' })).toEqual({ kind: 'go', to: '/index' });
    expect(decide({ pathname: '' })).toEqual({ kind: 'go', to: '/index' });
  });

  it('shows a view that the role has', () => {
    expect(decide({ pathname: '/system/user' })).toMatchObject({ kind: 'show', route: { name: 'User' } });
    expect(decide({ ...asUser, pathname: '/mytask/index/abc' })).toMatchObject({ kind: 'show', route: { name: 'ToComplete' } });
    expect(decide({ ...asUser, pathname: '/mytask/index/abc/def' })).toMatchObject({ kind: 'show', route: { name: 'SeeTask' } });
    expect(decide({ ...asUser, pathname: '/mytask/index/' })).toMatchObject({ kind: 'show', route: { name: 'MyTask' } });
  });

  it('shows a route with no roles to everyone', () => {
    expect(decide({ roles: [], pathname: '/index' })).toMatchObject({ kind: 'show', route: { name: 'Home' } });
    expect(decide({ roles: [], pathname: '/law/index' })).toEqual({ kind: 'go', to: '/404' });
  });

  it.each(['/taskmanage/create', '/taskmanage/index/a', '/taskmanage/index/a/b', '/system/office', '/system/user', '/message/index', '/selfcheckkeshi/selfinspection', '/comprehensiveinspection/dailycheck'])(
    'takes a user at %s to /404, as if it did not exist',
    (pathname) => {
      expect(decide({ pathname })).toMatchObject({ kind: 'show' });
      expect(decide({ ...asUser, pathname })).toEqual({ kind: 'go', to: '/404' });
    },
  );

  it.each(['/unknown', '/mytask', '/mytask/index/a/b/c', '/independent/independent/7', '/independent/9/a', '/Index', '/index/x'])('takes %s to /404', (pathname) => {
    expect(decide({ pathname })).toEqual({ kind: 'go', to: '/404' });
  });

  it('shows the pages for what is unknown and what is forbidden', () => {
    expect(decide({ pathname: '/404' })).toEqual({ kind: 'notFound' });
    expect(decide({ pathname: '/403' })).toEqual({ kind: 'forbidden' });
  });

  it('follows a redirect, but not in circles', () => {
    expect(decide({ pathname: '/redirect/mytask/index/abc' })).toEqual({ kind: 'redirect', to: '/mytask/index/abc' });
    expect(decide({ pathname: '/redirect/redirect/redirect' })).toEqual({ kind: 'redirect', to: '/' });
  });
});

describe('findRoute', () => {
  it('prefers a fixed path to one with parameters', () => {
    expect(findRoute(routes, '/independent/independent/0')?.name).toBe('YearPlan');
    expect(findRoute(routes, '/independent/0/abc')?.name).toBe('Document');
  });
});

describe('permittedRoutes', () => {
  it('gives an administrator all, and a user what names users or nobody', () => {
    expect(permittedRoutes(routes, ['admin'])).toHaveLength(routes.length);
    const names = permittedRoutes(routes, ['user']).map((route) => route.name);
    expect(names).toContain('MyTask');
    expect(names).not.toContain('TaskCreate');
    expect(mayOpen({ path: '/x' }, [])).toBe(true);
  });
});
