import { useState } from 'react';
import type { DepartmentOption } from '#contract/department.ts';
import { notify } from '@/ui/basics/notify.ts';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';

export interface DepartmentFieldProps {
  label: string;
  departments: readonly Pick<DepartmentOption, 'id' | 'deptName'>[];
  /** The department's id; empty for none. */
  value: string;
  onChange: (id: string) => void;
  /** Words of the choice of none. */
  emptyLabel: string;
  error?: string | undefined;
  isRequired?: boolean;
  onBlur?: (() => void) | undefined;
}

/** Beyond that, the platform's list is a wall. */
const MANY = 30;

/** Chooses one department: from a list, or from what fits what is typed where there are many. */
export function DepartmentField({ departments, ...props }: DepartmentFieldProps) {
  if (departments.length <= MANY) return <Select {...props} options={departments.map(({ id, deptName }) => ({ value: id, label: deptName }))} />;
  return <SearchedField {...props} departments={departments} />;
}

function SearchedField({ departments, value, onChange, onBlur, emptyLabel, ...rest }: DepartmentFieldProps) {
  /** While somebody types; what was chosen is shown again afterwards. */
  const [typed, setTyped] = useState<string>();
  const chosen = departments.find(({ id }) => id === value)?.deptName ?? '';

  const handleChange = (text: string): void => {
    setTyped(text);
    const found = text.trim() === '' ? { id: '' } : departments.find(({ deptName }) => deptName === text.trim());
    if (found !== undefined && found.id !== value) onChange(found.id);
  };
  const handleBlur = (): void => {
    const text = (typed ?? '').trim();
    const fitting = text === '' || text === chosen ? [] : departments.filter(({ deptName }) => deptName.includes(text));
    const [only, ...others] = fitting;
    // Nobody has to type a name to its end.
    if (only !== undefined && others.length === 0) onChange(only.id);
    else if (text !== '' && text !== chosen) notify(only === undefined ? `没有名称含“${text}”的科室` : `有 ${fitting.length} 个科室的名称含“${text}”，请选择其中一个`, 'warning');
    setTyped(undefined);
    onBlur?.();
  };
  return (
    <TextField
      {...rest}
      error={rest.error}
      type="search"
      placeholder={`${emptyLabel}，输入名称查找（共 ${departments.length} 个）`}
      value={typed ?? chosen}
      onChange={handleChange}
      onBlur={handleBlur}
      suggestions={departments.map(({ deptName }) => deptName)}
    />
  );
}
