import { useEffect, useRef, useState } from 'react';
import { CalendarPickerView, type CalendarPickerViewRef } from 'antd-mobile';
import { today } from '@/lib/dates.ts';

export interface DayCalendarProps {
  value: string;
  min: string | undefined;
  max: string | undefined;
  onPick: (day: string) => void;
}

/** antd-mobile counts days in the phone's own time zone; only year, month and day of its dates mean anything. */
const toDate = (day: string): Date => new Date(`${day}T00:00:00`);
const two = (value: number): string => String(value).padStart(2, '0');
const toDay = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

const MONTHS_AROUND = 12;

export default function DayCalendar({ value, min, max, onPick }: DayCalendarProps) {
  const [from] = useState(() => toDate(value === '' ? today() : value));
  const first = min === undefined ? new Date(from.getFullYear(), from.getMonth() - MONTHS_AROUND, 1) : toDate(min);
  const last = max === undefined ? new Date(from.getFullYear(), from.getMonth() + MONTHS_AROUND, 28) : toDate(max);
  const calendar = useRef<CalendarPickerViewRef>(null);
  // It opens at its first month, and scrolls to another only by itself in a popup of its own.
  useEffect(() => calendar.current?.jumpTo({ year: from.getFullYear(), month: from.getMonth() + 1 }), [from]);
  return (
    <CalendarPickerView
      ref={calendar}
      title={false}
      selectionMode="single"
      defaultValue={value === '' ? null : from}
      min={first}
      max={last}
      onChange={(date) => {
        if (date) onPick(toDay(date));
      }}
    />
  );
}
