import { useEffect, useEffectEvent } from 'react';
import type { DepartmentOption } from '#contract/department.ts';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { notify } from '@/ui/basics/notify.ts';
import { DepartmentField } from './DepartmentField.tsx';

export interface DepartmentFilterProps {
  label?: string;
  /** The department's id; empty for all. */
  value: string;
  onChange: (id: string) => void;
  /** Words for all. */
  emptyLabel?: string;
}

/** The department of whose records something is shown. One that does not exist any more gives way to all. */
export function DepartmentFilter({ label = '科室', value, onChange, emptyLabel = '全部科室' }: DepartmentFilterProps) {
  const { data = NONE, isSuccess, refetch } = useDepartmentOptions();
  const isUnknown = isSuccess && value !== '' && !data.some(({ id }) => id === value);
  const leave = useEffectEvent(() => {
    onChange('');
    notify(`所选科室已被删除，已改为${emptyLabel}`);
  });
  useEffect(() => {
    if (!isUnknown) return;
    let isOver = false;
    // It may have been made after the list was read that is here.
    void refetch().then((now) => {
      if (!isOver && !now.isError && now.data?.some(({ id }) => id === value) === false) leave();
    });
    return () => {
      isOver = true;
    };
  }, [isUnknown, refetch, value]);
  // Until then the field must not say that all are meant.
  const departments = isUnknown ? [...data, { id: value, deptName: '所选科室', employeeCount: 0 }] : data;
  return <DepartmentField label={label} value={value} onChange={onChange} emptyLabel={emptyLabel} departments={departments} />;
}

const NONE: readonly DepartmentOption[] = [];
