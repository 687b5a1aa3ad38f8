import { useState } from 'react';
import { DAY_WRONG, type Rule } from '#contract/rules.ts';
import { isDay } from '@/lib/dates.ts';
import { CalendarOutline } from '@/ui/basics/icons.tsx';
import { lazyBlock } from '@/ui/lazy/lazy-block.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { Field } from './Field.tsx';
import controls from './control.module.css';
import styles from './DateField.module.css';

const DayCalendar = lazyBlock('日历', () => import('./DayCalendar.tsx'), <div className={styles['loading']} />);

/** The field says it by itself; this keeps a form from being sent with it. */
export const dayRule: Rule = { test: isDay, message: DAY_WRONG };

/** What is wrong with the last day of a range whose first one is in the field `startDate`; a first one that is no day is told there. */
export const notBeforeStart = (day: string, { startDate = '' }: Readonly<Record<string, string>>): string | undefined =>
  isDay(startDate) && day < startDate ? '结束日期不能早于开始日期' : undefined;

export interface DateFieldProps {
  label: string;
  /** What was typed: `YYYY-MM-DD`, empty, or wrong. */
  value: string;
  onChange: (text: string) => void;
  onBlur?: (() => void) | undefined;
  /** First and last day that the calendar offers. */
  min?: string;
  max?: string;
  error?: string | undefined;
  hint?: string;
  /** Instead of how a day is written. */
  placeholder?: string;
  isRequired?: boolean;
}

/** A day: typed in, or picked from a calendar. */
export function DateField({ label, value, onChange, onBlur, min, max, error, hint, placeholder = 'YYYY-MM-DD', isRequired }: DateFieldProps) {
  const [isPicking, setIsPicking] = useState(false);
  const isWrong = value !== '' && !isDay(value);
  const handlePick = (day: string): void => {
    setIsPicking(false);
    onChange(day);
  };
  return (
    <>
      <Field label={label} error={isWrong ? dayRule.message : error} hint={hint} isRequired={isRequired}>
        {(control) => (
          <div className={styles['row']}>
            <input
              {...control}
              className={controls['control']}
              value={value}
              placeholder={placeholder}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
            <button type="button" className={styles['pick']} onClick={() => setIsPicking(true)} aria-label={`选择${label}`}>
              <CalendarOutline aria-hidden />
            </button>
          </div>
        )}
      </Field>
      <Sheet isOpen={isPicking} title={label} onClose={() => setIsPicking(false)}>
        <DayCalendar value={isWrong ? '' : value} min={min} max={max} onPick={handlePick} />
      </Sheet>
    </>
  );
}
