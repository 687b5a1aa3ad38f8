import { useState } from 'react';
import Grid from 'antd-mobile/es/components/grid';
import { isMonth, today } from '@/lib/dates.ts';
import { CalendarOutline, LeftOutline, RightOutline } from '@/ui/basics/icons.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { Field } from './Field.tsx';
import controls from './control.module.css';
import fieldStyles from './DateField.module.css';
import styles from './MonthField.module.css';

const MONTH_FORMAT_MESSAGE = '月份格式应为 YYYY-MM';

export interface MonthFieldProps {
  label: string;
  /** What was typed: `YYYY-MM`, empty, or wrong. */
  value: string;
  onChange: (text: string) => void;
  onBlur?: (() => void) | undefined;
  error?: string | undefined;
  isRequired?: boolean;
}

/** A month: typed in, or picked from a year. */
export function MonthField({ label, value, onChange, onBlur, error, isRequired }: MonthFieldProps) {
  const [isPicking, setIsPicking] = useState(false);
  const isWrong = value !== '' && !isMonth(value);
  const handlePick = (month: string): void => {
    setIsPicking(false);
    onChange(month);
  };
  return (
    <>
      <Field label={label} error={isWrong ? MONTH_FORMAT_MESSAGE : error} isRequired={isRequired}>
        {(control) => (
          <div className={fieldStyles['row']}>
            <input
              {...control}
              className={controls['control']}
              value={value}
              placeholder="YYYY-MM"
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
            <button type="button" className={fieldStyles['pick']} onClick={() => setIsPicking(true)} aria-label={`选择${label}`}>
              <CalendarOutline aria-hidden />
            </button>
          </div>
        )}
      </Field>
      <Sheet isOpen={isPicking} title={label} onClose={() => setIsPicking(false)}>
        <MonthsOfYear value={value} onPick={handlePick} />
      </Sheet>
    </>
  );
}

function MonthsOfYear({ value, onPick }: { value: string; onPick: (month: string) => void }) {
  const [year, setYear] = useState(() => Number((isMonth(value) ? value : today()).slice(0, 4)));
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
  return (
    <div className={styles['picker']}>
      <div className={styles['year']}>
        <button type="button" onClick={() => setYear(year - 1)} aria-label="上一年">
          <LeftOutline aria-hidden />
        </button>
        <span aria-live="polite">{year}年</span>
        <button type="button" onClick={() => setYear(year + 1)} aria-label="下一年">
          <RightOutline aria-hidden />
        </button>
      </div>
      <Grid columns={3} gap="var(--space-2)" className={styles['months']}>
        {months.map((month, index) => (
          <button key={month} type="button" aria-pressed={month === value} aria-label={`${year}年${index + 1}月`} onClick={() => onPick(month)}>
            {index + 1}月
          </button>
        ))}
      </Grid>
    </div>
  );
}
