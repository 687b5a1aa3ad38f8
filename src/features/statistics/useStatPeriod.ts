import { useNewDay } from '@/ui/browser/useNewDay.ts';
import { useAskedState } from '@/ui/lists/useAskedState.ts';
import { defaultPeriod, periodOfNewDay, type StatPeriod } from './stat-period.ts';

/** A period that begins as this year to date, and goes with the day until a person chooses another. @param of whether it is shown, or still being chosen */
export function useStatPeriod(of: 'shown' | 'chosen'): [StatPeriod, (period: StatPeriod) => void] {
  const [period, setPeriod] = useAskedState(`${of} period`, () => defaultPeriod());
  useNewDay((before, now) => setPeriod(periodOfNewDay(period, before, now)));
  return [period, setPeriod];
}
