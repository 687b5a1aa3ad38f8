import { useState } from 'react';
import { useNewDay } from '@/ui/browser/useNewDay.ts';
import { defaultPeriod, periodOfNewDay, type StatPeriod } from './stat-period.ts';

/** A period that begins as this year to date, and goes with the day until a person chooses another. */
export function useStatPeriod(): [StatPeriod, (period: StatPeriod) => void] {
  const [period, setPeriod] = useState<StatPeriod>(() => defaultPeriod());
  useNewDay((before, now) => setPeriod(periodOfNewDay(period, before, now)));
  return [period, setPeriod];
}
