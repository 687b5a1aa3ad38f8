import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { CheckPoint } from '#contract/check-point.ts';
import { toggled } from '@/lib/toggled.ts';
import { BasisName } from '@/parts/points/BasisName.tsx';
import { PointSign } from '@/parts/points/PointSign.tsx';
import { DownOutline } from '@/ui/basics/icons.tsx';
import stack from '@/ui/basics/stack.module.css';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PickerHead } from '@/ui/lists/PickerHead.tsx';
import {
  branchState,
  type PointCategory,
  type PointGroup,
  pointIdsOf,
  searchPoints,
  toggleBranch,
} from './point-selection.ts';
import styles from './PointPicker.module.css';

export interface PointPickerProps {
  categories: readonly PointCategory[];
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

/** The item tree with a check box on every branch and every point, and a running count. */
export function PointPicker({ categories, selected, onChange }: PointPickerProps) {
  const [text, setText] = useState('');
  const searched = useDeferredValue(text);
  const found = useMemo(() => searchPoints(categories, searched), [categories, searched]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isSearching = searched.trim() !== '';

  const total = categories.reduce((sum, category) => sum + pointIdsOf(category).length, 0);
  const toggleOpen = (id: string): void => setOpen(toggled(open, id));
  const select = (ids: string[]): void => onChange(toggleBranch(ids, selected));

  return (
    <div className={stack['items']}>
      <PickerHead
        noun="要点"
        placeholder="要点、检查方法或法规名称"
        text={text}
        onSearch={setText}
        found={found.flatMap((category) => pointIdsOf(category))}
        total={total}
        selected={selected}
        onChange={onChange}
      />
      {found.length === 0 ? (
        <NoData hint={isSearching ? '没有符合的要点，换个词试试' : '自查指标中还没有启用的要点'} />
      ) : (
        <ul className={styles['tree']}>
          {found.map((category) => (
            <li key={category.id} className={styles['category']}>
              <Branch
                branch={category}
                selected={selected}
                isOpen={isSearching || open.has(category.id)}
                onToggleOpen={() => toggleOpen(category.id)}
                onSelect={select}
              >
                <ul>
                  {category.groups.map((group) => (
                    <li key={group.id} className={styles['group']}>
                      <Branch
                        branch={group}
                        selected={selected}
                        isOpen={isSearching || open.has(group.id)}
                        onToggleOpen={() => toggleOpen(group.id)}
                        onSelect={select}
                      >
                        <ul>
                          {group.points.map((point) => (
                            <PointRow key={point.id} point={point} isSelected={selected.has(point.id)} onSelect={select} />
                          ))}
                        </ul>
                      </Branch>
                    </li>
                  ))}
                </ul>
              </Branch>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface BranchProps {
  branch: PointCategory | PointGroup;
  selected: ReadonlySet<string>;
  isOpen: boolean;
  onToggleOpen: () => void;
  onSelect: (ids: string[]) => void;
  children: React.ReactNode;
}

function Branch({ branch, selected, isOpen, onToggleOpen, onSelect, children }: BranchProps) {
  const ids = pointIdsOf(branch);
  const state = branchState(ids, selected);
  const contentId = useId();
  return (
    <>
      <div className={styles['branch']}>
        <Checkbox
          label={branch.name}
          isChecked={state.selected === state.total}
          isPartial={state.selected > 0 && state.selected < state.total}
          onChange={() => onSelect(ids)}
        />
        <span className={styles['branchCount']}>
          {state.selected}/{state.total}
        </span>
        <button
          type="button"
          className={styles['opener']}
          aria-expanded={isOpen}
          aria-controls={contentId}
          aria-label={`${isOpen ? '收起' : '展开'}${branch.name}`}
          onClick={onToggleOpen}
        >
          <DownOutline aria-hidden className={isOpen ? styles['isOpen'] : undefined} />
        </button>
      </div>
      <div id={contentId} className={styles['children']} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  );
}

function PointRow({ point, isSelected, onSelect }: { point: CheckPoint; isSelected: boolean; onSelect: (ids: string[]) => void }) {
  return (
    <li className={styles['point']}>
      <Checkbox label={point.content} isChecked={isSelected} onChange={() => onSelect([point.id])}>
        <span className={styles['basis']}>
          <PointSign mark={point.mark} /> <BasisName basis={point.basis} />
        </span>
      </Checkbox>
    </li>
  );
}
