import type { BasisState, CheckItem, CheckPoint, LevelOneItem } from '#contract/check-point.ts';
import type { BasisChange } from '@/queries/laws/law-queries.ts';

export interface ItemPlace {
  category: CheckItem;
  /** Undefined for the category itself. */
  item: LevelOneItem | undefined;
}

/** Where an item of either level stands; undefined when the tree has none with this id. */
export function findPlace(tree: readonly CheckItem[], id: string): ItemPlace | undefined {
  for (const category of tree) {
    if (category.id === id) return { category, item: undefined };
    const item = category.children.find((child) => child.id === id);
    if (item !== undefined) return { category, item };
  }
  return undefined;
}

/** 类别 / 项目 */
export function placeLabel(tree: readonly CheckItem[], id: string): string {
  const place = findPlace(tree, id);
  if (place === undefined) return '';
  return place.item === undefined ? place.category.name : `${place.category.name} / ${place.item.name}`;
}

/** Points switched on, and all of them. */
export const countPoints = (tree: readonly CheckItem[]): { enabled: number; total: number } => ({
  enabled: tree.reduce((sum, category) => sum + category.pointCount, 0),
  total: tree.reduce((sum, category) => sum + category.totalCount, 0),
});

/** What stands in a form for no item: the point then hangs directly below its category. */
export const NO_ITEM = '';

/** The items of a category for a picker. */
export const itemOptions = (category: CheckItem | undefined): { value: string; label: string }[] => [
  { value: NO_ITEM, label: '（不归入项目，直接放在类别下）' },
  ...(category?.children ?? []).map(({ id, name }) => ({ value: id, label: name })),
];

export type ShownState = 'enabled' | 'disabled' | 'retired';

export const stateOf = (point: Pick<CheckPoint, 'enabled' | 'isRetired'>): ShownState =>
  point.isRetired ? 'retired' : point.enabled ? 'enabled' : 'disabled';

export const stateLabel: Record<ShownState, string> = { enabled: '启用', disabled: '停用', retired: '已废止' };
export const basisStateLabel: Record<BasisState, BasisChange['label']> = { amended: '依据已修改', repealed: '依据已废止' };
export const sourceLabel = (isNational: boolean): string => (isNational ? '国家库' : '本机构');
