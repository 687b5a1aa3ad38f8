import { useMemo, useState } from 'react';
import type { DeptTaskPoint } from '#contract/task.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import { TextField } from '@/ui/controls/TextField.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import {
  noFilter,
  POINT_FILTERS,
  pointFilterLabel,
  type PointFilter,
  type PointFilterKind,
  type StateOf,
} from '../point-filter.ts';
import { countByFilter } from './count-by-filter.ts';
import styles from './FilterSheet.module.css';

interface FilterSheetProps {
  isOpen: boolean;
  points: readonly DeptTaskPoint[];
  stateOf: StateOf;
  filter: PointFilter;
  onApply: (filter: PointFilter) => void;
  onClose: () => void;
}

export function FilterSheet(props: FilterSheetProps) {
  return props.isOpen ? <OpenFilterSheet {...props} /> : null;
}

function OpenFilterSheet({ points, stateOf, filter, onApply, onClose }: FilterSheetProps) {
  const [kind, setKind] = useState<PointFilterKind>(filter.kind);
  const [text, setText] = useState(filter.text);
  const counts = useMemo(() => countByFilter(points, text, stateOf), [points, text, stateOf]);
  const found = counts[kind];

  return (
    <Sheet
      isOpen
      title="筛选"
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={() => onApply(noFilter)}>清除</ActionButton>
          <ActionButton tone="primary" isDisabled={found === 0} onClick={() => onApply({ kind, text: text.trim() })}>
            查看 {found} 项
          </ActionButton>
        </>
      }
    >
      <form
        className={stack['parts']}
        onSubmit={(event) => {
          event.preventDefault();
          if (found > 0) onApply({ kind, text: text.trim() });
        }}
      >
        <TextField label="搜索要点" type="search" value={text} onChange={setText} placeholder="内容、项目或依据" maxLength={50} />
        <fieldset className={styles['kinds']}>
          <legend className={styles['legend']}>显示</legend>
          {POINT_FILTERS.filter((option) => option !== 'returned' || points.some((point) => point.returnRemark !== null)).map((option) => (
            <label key={option} className={styles['kind']}>
              <input type="radio" name="point-filter" checked={kind === option} onChange={() => setKind(option)} />
              <span>{pointFilterLabel[option]}</span>
              <span className={styles['count']}>{counts[option]}</span>
            </label>
          ))}
        </fieldset>
      </form>
    </Sheet>
  );
}
