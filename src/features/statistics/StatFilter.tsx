import { useState } from 'react';
import type { Range } from '@/lib/dates.ts';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { DateRange, MonthRange } from '@/ui/controls/ranges.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { defaultPeriod, periodProblem, rangeOf, type StatPeriod } from './stat-period.ts';
import { useStatPeriod } from './useStatPeriod.ts';
import styles from './StatFilter.module.css';

const UNITS = [
  { value: 'month', label: '按月' },
  { value: 'day', label: '按日' },
];

export interface StatFilterProps {
  onSearch: (period: StatPeriod) => void;
  isPending: boolean;
  /** Where months are all that there is. */
  isByMonthOnly?: boolean;
}

/** Period and department of the statistics. A shortcut, and a choice from a list, search at once. */
export function StatFilter({ onSearch, isPending, isByMonthOnly = false }: StatFilterProps) {
  const [period, setPeriod] = useStatPeriod();
  const [isChecked, setIsChecked] = useState(false);
  const departments = useDepartmentOptions();
  const problem = periodProblem(period);

  const withRange = (range: Range): StatPeriod => (period.unit === 'month' ? { ...period, months: range } : { ...period, days: range });
  const searchNow = (next: StatPeriod): void => {
    setPeriod(next);
    if (periodProblem(next) === undefined) onSearch(next);
    else setIsChecked(true);
  };
  const handleReset = (): void => {
    setIsChecked(false);
    searchNow(defaultPeriod());
  };
  const fields = {
    label: '统计时间',
    value: rangeOf(period),
    onChange: (range: Range) => setPeriod(withRange(range)),
    onShortcut: (range: Range) => searchNow(withRange(range)),
    error: isChecked ? problem : undefined,
  };
  return (
    <SearchBar
      validate={() => {
        setIsChecked(true);
        return problem === undefined;
      }}
      onSearch={() => onSearch(period)}
      onReset={handleReset}
      isPending={isPending}
    >
      <div className={styles['range']}>{period.unit === 'month' ? <MonthRange {...fields} /> : <DateRange {...fields} />}</div>
      {!isByMonthOnly && (
        <Select label="统计方式" value={period.unit} onChange={(unit) => searchNow({ ...period, unit: unit === 'day' ? 'day' : 'month' })} options={UNITS} />
      )}
      <Select
        label="科室"
        value={period.deptId}
        onChange={(deptId) => searchNow({ ...period, deptId })}
        emptyLabel="全部科室"
        options={(departments.data ?? []).map(({ id, deptName }) => ({ value: id, label: deptName }))}
      />
    </SearchBar>
  );
}
