import { lazy, Suspense, useState } from 'react';
import { isDay } from '@/lib/dates.ts';
import { CalendarOutline } from './icons.tsx';
import { Field } from './Field.tsx';
import { Sheet } from './Sheet.tsx';
import controls from './control.module.css';
import styles from './DateField.module.css';

const DayCalendar = lazy(() => import('./DayCalendar.tsx'));

export const DAY_FORMAT_MESSAGE = '日期格式应为 YYYY-MM-DD';

export interface DateFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (day: string) => void;
  onBlur?: (() => void) | undefined;
  /** First and last day that the calendar offers. */
  min?: string;
  max?: string;
  error?: string | undefined;
  hint?: string;
  isRequired?: boolean;
}

/** A day: typed in, or picked from a calendar. */
export function DateField({ label, value, onChange, onBlur, min, max, error, hint, isRequired }: DateFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [isPicking, setIsPicking] = useState(false);
  const isWrong = typed !== undefined && typed !== '' && !isDay(typed);
  const handleType = (text: string): void => {
    setTyped(text);
    if (text === '' || isDay(text)) onChange(text);
  };
  const handleBlur = (): void => {
    if (!isWrong) setTyped(undefined);
    onBlur?.();
  };
  const handlePick = (day: string): void => {
    setTyped(undefined);
    setIsPicking(false);
    onChange(day);
  };
  return (
    <>
      <Field label={label} error={isWrong ? DAY_FORMAT_MESSAGE : error} hint={hint} isRequired={isRequired}>
        {(control) => (
          <div className={styles['row']}>
            <input
              {...control}
              className={controls['control']}
              value={typed ?? value}
              placeholder="YYYY-MM-DD"
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
              onChange={(event) => handleType(event.target.value)}
              onBlur={handleBlur}
            />
            <button type="button" className={styles['pick']} onClick={() => setIsPicking(true)} aria-label={`选择${label}`}>
              <CalendarOutline aria-hidden />
            </button>
          </div>
        )}
      </Field>
      <Sheet isOpen={isPicking} title={label} onClose={() => setIsPicking(false)}>
        <Suspense fallback={<div className={styles['loading']} />}>
          <DayCalendar value={value} min={min} max={max} onPick={handlePick} />
        </Suspense>
      </Sheet>
    </>
  );
}
