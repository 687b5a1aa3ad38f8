import { useState } from 'react';
import { isDay, isMonth, type Range } from '@/lib/dates.ts';
import { DepartmentFilter } from '@/parts/departments/DepartmentFilter.tsx';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { DateRange, MonthRange } from '@/ui/controls/ranges.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { defaultPeriod, periodProblem, rangeOf, type StatPeriod, toQuery } from './stat-period.ts';
import { useChosenPeriod } from './useStatPeriod.ts';
import styles from './StatFilter.module.css';

const UNITS = [
  { value: 'month', label: '按月份区间' },
  { value: 'day', label: '按日期区间' },
];

/** Nothing of it is still being typed. */
const isWhole = ({ from, to }: Range): boolean => [from, to].every((text) => isDay(text) || isMonth(text));

export interface StatFilterProps {
  /** What is shown when it begins. */
  first: StatPeriod;
  onSearch: (period: StatPeriod) => void;
  /** Where months are all that there is. */
  isByMonthOnly?: boolean;
}

/** Period and department of the statistics. What is whole searches at once. */
export function StatFilter({ first, onSearch, isByMonthOnly = false }: StatFilterProps) {
  const [period, setPeriod] = useChosenPeriod(first);
  const [isChecked, setIsChecked] = useState(false);
  const problem = periodProblem(period);

  const withRange = (range: Range): StatPeriod => (period.unit === 'month' ? { ...period, months: range } : { ...period, days: range });
  const searchNow = (next: StatPeriod): void => {
    setPeriod(next);
    if (periodProblem(next) === undefined) onSearch(next);
  };
  const handleReset = (): void => {
    setIsChecked(false);
    searchNow(defaultPeriod());
  };
  const fields = {
    label: '统计时间',
    value: rangeOf(period),
    onChange: (range: Range) => searchNow(withRange(range)),
    error: isChecked || isWhole(rangeOf(period)) ? problem : undefined,
  };
  return (
    <SearchBar
      active={period.deptId === '' ? 0 : 1}
      validate={() => {
        setIsChecked(true);
        return problem === undefined;
      }}
      onSearch={() => onSearch(period)}
      onReset={handleReset}
    >
      <div className={styles['range']}>{period.unit === 'month' ? <MonthRange {...fields} /> : <DateRange {...fields} />}</div>
      <div className={styles['others']}>
        {!isByMonthOnly && (
          <Select label="统计方式" value={period.unit} onChange={(unit) => searchNow({ ...period, unit: unit === 'day' ? 'day' : 'month' })} options={UNITS} />
        )}
        <DepartmentFilter value={period.deptId} onChange={(deptId) => searchNow({ ...period, deptId })} />
      </div>
    </SearchBar>
  );
}

/** On paper, what the figures are of. */
export function ShownPeriod({ period }: { period: StatPeriod }) {
  const departments = useDepartmentOptions();
  const { startDate, endDate, deptId } = toQuery(period);
  const department = departments.data?.find(({ id }) => id === deptId)?.deptName;
  return <p data-on-paper>{[`统计时间：${startDate} 至 ${endDate}`, department].filter(Boolean).join('　')}</p>;
}
