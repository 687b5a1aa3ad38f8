import type { CheckItem, CheckPoint } from '#contract/check-point.ts';
import { type AskedDepartment, createDeptPoints, type DeptPointSwitch } from '#contract/department-points.ts';
import { excerpt } from '#contract/text-end.ts';

export interface PointGroup {
  id: string;
  name: string;
  points: CheckPoint[];
}

export interface PointCategory {
  id: string;
  name: string;
  groups: PointGroup[];
}

/** Puts the points under the two levels of the item tree; branches without points are left out. */
export function groupPoints(items: readonly CheckItem[], points: readonly CheckPoint[]): PointCategory[] {
  const byItem = new Map<string, CheckPoint[]>();
  for (const point of points) {
    const own = byItem.get(point.itemId);
    if (own) own.push(point);
    else byItem.set(point.itemId, [point]);
  }
  return items
    .map((item) => {
      const groups = item.children.map((child) => ({ id: child.id, name: child.name, points: byItem.get(child.id) ?? [] }));
      // A company's own point may hang directly below a category.
      const direct = byItem.get(item.id);
      if (direct) groups.push({ id: item.id, name: '其他', points: direct });
      return { id: item.id, name: item.name, groups: groups.filter((group) => group.points.length > 0) };
    })
    .filter((category) => category.groups.length > 0);
}

/** Keeps the points that contain every word of the search text, and the branches that lead to them. */
export function searchPoints(categories: readonly PointCategory[], text: string): PointCategory[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...categories];
  const isFound = (point: CheckPoint): boolean => {
    const searched = `${point.content}${point.method}${point.basis.law}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  return categories
    .map((category) => ({
      ...category,
      groups: category.groups
        .map((group) => ({ ...group, points: group.points.filter(isFound) }))
        .filter((group) => group.points.length > 0),
    }))
    .filter((category) => category.groups.length > 0);
}

export const pointIdsOf = (branch: PointCategory | PointGroup): string[] =>
  'groups' in branch ? branch.groups.flatMap((group) => pointIdsOf(group)) : branch.points.map((point) => point.id);

export interface BranchState {
  total: number;
  selected: number;
}

export function branchState(ids: readonly string[], selected: ReadonlySet<string>): BranchState {
  return { total: ids.length, selected: ids.filter((id) => selected.has(id)).length };
}

/** Selects all of a branch, or clears it when all of it is selected already. */
export function toggleBranch(ids: readonly string[], selected: ReadonlySet<string>): Set<string> {
  const isFull = ids.every((id) => selected.has(id));
  const next = new Set(selected);
  for (const id of ids) {
    if (isFull) next.delete(id);
    else next.add(id);
  }
  return next;
}

/** The selected ids in the order of the tree, in which the points are issued. */
export const inTreeOrder = (categories: readonly PointCategory[], selected: ReadonlySet<string>): string[] =>
  categories.flatMap((category) => pointIdsOf(category)).filter((id) => selected.has(id));

/** Of the chosen points, those that each department is asked. */
export function pointsByDepartment(
  categories: readonly PointCategory[],
  departments: readonly AskedDepartment[],
  switches: readonly DeptPointSwitch[],
  chosen: ReadonlySet<string>,
  day: string,
): Map<string, ReadonlySet<string>> {
  const { isAsked } = createDeptPoints(departments, switches, day);
  const points = categories.flatMap(({ groups }) => groups.flatMap((group) => group.points)).filter(({ id }) => chosen.has(id));
  return new Map(departments.map((department) => [department.id, new Set(points.filter((point) => isAsked(department, point)).map(({ id }) => id))]));
}

/** What is issued in all: of each department its own list, else the common one; without departments what was chosen. */
export function issuedPoints(departmentIds: readonly string[], common: ReadonlySet<string>, own: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  if (departmentIds.length === 0) return common;
  // The common list once, for however many.
  const lists = new Set(departmentIds.map((id) => own.get(id) ?? common));
  return new Set([...lists].flatMap((ids) => [...ids]));
}

/** What was chosen, without what is no longer there to choose. */
export const stillOffered = (chosen: ReadonlySet<string>, offered: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...chosen].filter((id) => offered.has(id)));

/** What was chosen and is no longer there to choose, by names of those that are known, such as “灯具完好”等 2 个要点; empty for nothing. */
export function goneWords(chosen: ReadonlySet<string>, offered: ReadonlySet<string>, names: ReadonlyMap<string, string>, unit: string): string {
  const gone = [...chosen].filter((id) => !offered.has(id));
  const [name] = gone.flatMap((id) => names.get(id) ?? []);
  if (gone.length === 0) return '';
  if (name === undefined) return `${gone.length} ${unit}`;
  return gone.length === 1 ? `“${excerpt(name)}”` : `“${excerpt(name)}”等 ${gone.length} ${unit}`;
}
