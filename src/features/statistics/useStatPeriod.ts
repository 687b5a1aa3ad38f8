import { useState } from 'react';
import { useNewDay } from '@/ui/browser/useNewDay.ts';
import { useAskedState } from '@/ui/lists/useAskedState.ts';
import { defaultPeriod, periodOfNewDay, type StatPeriod } from './stat-period.ts';

type PeriodState = [StatPeriod, (period: StatPeriod) => void];

/** What the figures are of: this year to date at first. */
export const useStatPeriod = (): PeriodState => useFollowingDay(useAskedState('period', () => defaultPeriod()));

/** What is being chosen. @param first what is shown */
export const useChosenPeriod = (first: StatPeriod): PeriodState => useFollowingDay(useState(first));

/** It goes with the day until a person chooses another. */
function useFollowingDay([period, setPeriod]: PeriodState): PeriodState {
  useNewDay((before, now) => setPeriod(periodOfNewDay(period, before, now)));
  return [period, setPeriod];
}
