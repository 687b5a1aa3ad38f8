import type { ReactNode } from 'react';
import { DATE_RANGE_SHORTCUTS, isDay, isMonth, MONTH_RANGE_SHORTCUTS, type Range, type RangeShortcut } from '@/lib/dates.ts';
import { useNow } from '@/ui/browser/useNow.ts';
import { DateField } from './DateField.tsx';
import { MonthField } from './MonthField.tsx';
import styles from './ranges.module.css';

export interface RangeProps {
  /** Names both fields and the shortcuts, such as 统计时间. */
  label: string;
  value: Range;
  onChange: (range: Range) => void;
  /** Shown under the second field. */
  error?: string | undefined;
}

/** What is wrong with a range, or undefined. */
export function rangeProblem({ from, to }: Range): string | undefined {
  if (from === '' || to === '') return '必填项不能为空';
  if (![from, to].every((text) => isDay(text) || isMonth(text))) return '请填写正确的时间';
  if (to >= from) return undefined;
  return isDay(from) ? '结束日期不能早于开始日期' : '结束月份不能早于开始月份';
}

/** From a day to a day, with the shortcuts of the specification's section 9. */
export function DateRange({ label, value, onChange, error }: RangeProps) {
  return (
    <RangeFields label={label} value={value} onChange={onChange} shortcuts={DATE_RANGE_SHORTCUTS}>
      <DateField label="开始日期" value={value.from} onChange={(from) => onChange({ ...value, from })} />
      <DateField label="结束日期" value={value.to} onChange={(to) => onChange({ ...value, to })} error={error} />
    </RangeFields>
  );
}

/** From a month to a month, with the shortcuts of the specification's section 9. */
export function MonthRange({ label, value, onChange, error }: RangeProps) {
  return (
    <RangeFields label={label} value={value} onChange={onChange} shortcuts={MONTH_RANGE_SHORTCUTS}>
      <MonthField label="开始月份" value={value.from} onChange={(from) => onChange({ ...value, from })} />
      <MonthField label="结束月份" value={value.to} onChange={(to) => onChange({ ...value, to })} error={error} />
    </RangeFields>
  );
}

interface RangeFieldsProps {
  label: string;
  value: Range;
  onChange: (range: Range) => void;
  shortcuts: readonly RangeShortcut[];
  children: ReactNode;
}

function RangeFields({ label, value, onChange, shortcuts, children }: RangeFieldsProps) {
  const now = useNow();
  return (
    <div className={styles['range']} role="group" aria-label={label}>
      <div className={styles['fields']}>{children}</div>
      <ul className={styles['shortcuts']}>
        {shortcuts.map((shortcut) => {
          const range = shortcut.rangeAt(now);
          return (
            <li key={shortcut.label}>
              <button
                type="button"
                aria-pressed={range.from === value.from && range.to === value.to}
                onClick={() => onChange(range)}
              >
                {shortcut.label}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
