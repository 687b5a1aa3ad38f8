import { useState } from 'react';
import type { DepartmentOption } from '#contract/department.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import styles from './DepartmentPicker.module.css';

export interface DepartmentPickerProps {
  departments: readonly DepartmentOption[];
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

const MANY = 12;

/** Chooses departments. One without staff can be chosen, but it says so. */
export function DepartmentPicker({ departments, selected, onChange }: DepartmentPickerProps) {
  const [text, setText] = useState('');
  const shown = departments.filter((department) => department.deptName.includes(text.trim()));
  const shownIds = shown.map(({ id }) => id);
  const isSearching = text.trim() !== '';

  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };

  if (departments.length === 0) return <NoData hint="还没有科室，请先在“科室管理”中添加" />;
  return (
    <div className={styles['picker']}>
      <div className={styles['head']}>
        {departments.length > MANY && (
          <div className={styles['search']}>
            <TextField label="查找科室" type="search" value={text} onChange={setText} />
          </div>
        )}
        <p className={styles['count']} aria-live="polite">
          已选 <strong>{selected.size}</strong> / {departments.length} 个科室
        </p>
        <div className={styles['actions']}>
          <ActionButton
            size="small"
            label={isSearching ? '全选搜索结果中的科室' : '全选科室'}
            isDisabled={shownIds.length === 0}
            onClick={() => onChange(new Set([...selected, ...shownIds]))}
          >
            {isSearching ? '全选搜索结果' : '全选'}
          </ActionButton>
          <ActionButton
            size="small"
            label={isSearching ? '清空搜索结果中的科室' : '清空科室'}
            isDisabled={!shownIds.some((id) => selected.has(id))}
            onClick={() => onChange(new Set([...selected].filter((id) => !shownIds.includes(id))))}
          >
            {isSearching ? '清空搜索结果' : '清空'}
          </ActionButton>
        </div>
      </div>
      <ul className={styles['list']}>
        {shown.map((department) => (
          <li key={department.id}>
            <Checkbox label={department.deptName} isChecked={selected.has(department.id)} onChange={() => toggle(department.id)}>
              <span className={styles['staff']}>{department.employeeCount === 0 ? '暂无人员' : `${department.employeeCount} 人`}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </div>
  );
}
