import { useState } from 'react';
import type { DepartmentOption } from '#contract/department.ts';
import { isClosedOn } from '#contract/department-kind.ts';
import { today } from '@/lib/dates.ts';
import { toggled } from '@/lib/toggled.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PickerHead } from '@/ui/lists/PickerHead.tsx';
import styles from './DepartmentPicker.module.css';

export interface DepartmentPickerProps {
  departments: readonly DepartmentOption[];
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

const MANY = 12;
/** More at once is a wall, which nobody reads: the others are searched for, or shown when asked. */
const AT_ONCE = 48;

/** Chooses departments. One without staff can be chosen, but it says so. */
export function DepartmentPicker({ departments, selected, onChange }: DepartmentPickerProps) {
  const [text, setText] = useState('');
  const [areAllShown, setAreAllShown] = useState(false);
  const shown = departments.filter((department) => department.deptName.includes(text.trim()));
  const listed = areAllShown ? shown : shown.slice(0, AT_ONCE);

  const toggle = (id: string): void => onChange(toggled(selected, id));

  if (departments.length === 0) return <NoData hint="还没有科室，请先在“科室管理”中添加" />;
  return (
    <div className={stack['lines']}>
      <PickerHead
        noun="科室"
        text={departments.length > MANY ? text : undefined}
        onSearch={setText}
        found={shown.map(({ id }) => id)}
        total={departments.length}
        selected={selected}
        onChange={onChange}
      />
      <ul className={styles['list']}>
        {listed.map((department) => (
          <li key={department.id}>
            <Checkbox label={department.deptName} isChecked={selected.has(department.id)} onChange={() => toggle(department.id)}>
              <span className={styles['staff']}>
                {isClosedOn(today(), department) && '已停用，'}
                {department.employeeCount === 0 ? '暂无人员' : `${department.employeeCount} 人`}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {listed.length < shown.length && (
        <ActionButton tone="text" size="small" onClick={() => setAreAllShown(true)}>
          显示其余 {shown.length - listed.length} 个科室
        </ActionButton>
      )}
    </div>
  );
}
