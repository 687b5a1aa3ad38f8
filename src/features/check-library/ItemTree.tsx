import { useState } from 'react';
import type { CheckItem, LevelOneItem } from '#contract/check-point.ts';
import { toggled } from '@/lib/toggled.ts';
import { DownOutline, MoreOutline } from '@/ui/basics/icons.tsx';
import { MenuButton, type MenuItem } from '@/ui/sheets/MenuButton.tsx';
import { countPoints, findPlace } from './item-tree.ts';
import styles from './ItemTree.module.css';

export interface ItemTreeProps {
  tree: readonly CheckItem[];
  /** Empty for all. */
  selected: string;
  onSelect: (id: string) => void;
  /** Absent for those who may only look. */
  edit?: {
    onAdd: (category: CheckItem) => void;
    onRename: (item: LevelOneItem) => void;
    onDelete: (item: LevelOneItem) => void;
  };
}

/** Categories and the items below them, each with the points that are switched on out of all. */
export function ItemTree({ tree, selected, onSelect, edit }: ItemTreeProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([findPlace(tree, selected)?.category.id ?? '']));
  const { enabled, total } = countPoints(tree);

  const toggle = (id: string): void => setOpen(toggled(open, id));
  const ownActions = (item: LevelOneItem): MenuItem[] =>
    edit === undefined || item.isNational
      ? []
      : [
          { label: '重命名', onSelect: () => edit.onRename(item) },
          { label: '删除', onSelect: () => edit.onDelete(item) },
        ];

  return (
    <ul aria-label="自查类别与项目">
      <li>
        <Row name="全部类别" counts={{ pointCount: enabled, totalCount: total }} isSelected={selected === ''} onSelect={() => onSelect('')} />
      </li>
      {tree.map((category) => {
        const isOpen = open.has(category.id);
        return (
          <li key={category.id}>
            <Row
              name={category.name}
              counts={category}
              isSelected={selected === category.id}
              onSelect={() => onSelect(category.id)}
              actions={edit && [{ label: '新增项目', onSelect: () => edit.onAdd(category) }, ...ownActions(category)]}
              opener={{ isOpen, onToggle: () => toggle(category.id) }}
            />
            {isOpen && (
              <ul className={styles['children']}>
                {category.children.map((item) => (
                  <li key={item.id}>
                    <Row
                      name={item.name}
                      counts={item}
                      isSelected={selected === item.id}
                      onSelect={() => onSelect(item.id)}
                      isOwn={!item.isNational}
                      actions={ownActions(item)}
                    />
                  </li>
                ))}
                {category.children.length === 0 && <li className={styles['none']}>暂无项目</li>}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface RowProps {
  name: string;
  counts: Pick<LevelOneItem, 'pointCount' | 'totalCount'>;
  isSelected: boolean;
  onSelect: () => void;
  isOwn?: boolean;
  actions?: MenuItem[] | undefined;
  opener?: { isOpen: boolean; onToggle: () => void };
}

function Row({ name, counts: { pointCount, totalCount }, isSelected, onSelect, isOwn = false, actions = [], opener }: RowProps) {
  return (
    <div className={styles['row']} data-selected={isSelected}>
      <button type="button" className={styles['name']} aria-pressed={isSelected} onClick={onSelect}>
        <span className={styles['words']}>
          {name}
          {isOwn && <small className={styles['own']}>本机构</small>}
        </span>
        <span className={styles['count']} aria-label={`启用 ${pointCount} 个，共 ${totalCount} 个`}>
          {pointCount === totalCount ? totalCount : `${pointCount}/${totalCount}`}
        </span>
      </button>
      {actions.length > 0 && (
        <MenuButton className={styles['icon']} label={`管理 ${name}`} align="right" items={actions}>
          <MoreOutline aria-hidden />
        </MenuButton>
      )}
      {opener && (
        <button type="button" className={styles['icon']} aria-expanded={opener.isOpen} aria-label={`${opener.isOpen ? '收起' : '展开'} ${name}`} onClick={opener.onToggle}>
          <DownOutline aria-hidden className={opener.isOpen ? styles['isOpen'] : undefined} />
        </button>
      )}
    </div>
  );
}
