import { findRoute } from '../route-access.ts';
import type { AppRoute, MenuGroupId } from '../routes.tsx';
import { MENU_GROUPS } from '../routes.tsx';

/** One entry of the menu: a view, or a group of views. */
export interface MenuEntry {
  id: string;
  title: string;
  /** The view itself, or the group's first. */
  path: string;
  children: readonly AppRoute[];
}

/** The menu of those routes: groups in the order of their first view. A group of one view is that view. */
export function buildMenu(routes: readonly AppRoute[]): MenuEntry[] {
  const entries: MenuEntry[] = [];
  const seen = new Set<MenuGroupId>();
  const visible = routes.filter((route) => !route.hidden);
  for (const route of visible) {
    if (route.group === undefined) entries.push(single(route));
    else if (!seen.has(route.group)) {
      seen.add(route.group);
      const children = visible.filter((other) => other.group === route.group);
      entries.push(children.length === 1 ? single(route) : { id: route.group, title: groupTitle(route.group), path: route.path, children });
    }
  }
  return entries;
}

const single = (route: AppRoute): MenuEntry => ({ id: route.name, title: route.title, path: route.path, children: [] });

export const groupTitle = (id: MenuGroupId): string => MENU_GROUPS.find((group) => group.id === id)?.title ?? '';

/** A third of the window, 85 pixels for each (specification section 9). */
export const topMenuCount = (windowWidth: number): number => Math.floor(windowWidth / 3 / 85);

/** The list above the view at this path; undefined where there is none. */
export const parentOf = ({ parent }: AppRoute, pathname: string): string | undefined =>
  typeof parent === 'function' ? parent(pathname) : parent;

/** The menu path that a view belongs to: a detail belongs to its list. */
export const menuPathOf = (route: AppRoute, pathname: string): string => parentOf(route, pathname) ?? route.path;

/** Group, list, the detail that it is a part of: what stands above a view, then the view itself. */
export function breadcrumbOf(route: AppRoute, routes: readonly AppRoute[], pathname: string): { title: string; path?: string }[] {
  const trail: { title: string; path?: string }[] = [];
  const home = routes.find((other) => other.fixed);
  if (home && home !== route) trail.push({ title: home.title, path: home.path });
  const group = route.group === undefined ? undefined : groupTitle(route.group);
  const parent = routes.find((other) => other.path === parentOf(route, pathname));
  if (group !== undefined && group !== (parent ?? route).title) trail.push({ title: group });
  if (parent) trail.push({ title: parent.title, path: parent.path });
  const path = route.whole?.(pathname);
  const whole = path === undefined ? undefined : findRoute(routes, path);
  if (path !== undefined && whole) trail.push({ title: whole.title, path });
  trail.push({ title: route.title });
  return trail;
}
