import { useEffect, useEffectEvent } from 'react';
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
  const { data } = useDepartmentOptions();
  const isGone = value !== '' && data !== undefined && !data.some(({ id }) => id === value);
  const leave = useEffectEvent(() => {
    onChange('');
    notify(`所选科室已被删除，已改为${emptyLabel}`);
  });
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
  return <DepartmentField label={label} value={value} onChange={onChange} emptyLabel={emptyLabel} departments={data ?? []} />;
}
