/**
 * What stands behind a number of the statistics: department tasks of the period, or those that were submitted in it.
 * `due` is past its last day, which is in the period; `overdue` asks about today, whatever the period.
 * Free of zod, so that the page can use it at run time.
 */
export const STAT_KINDS = ['all', 'submitted', 'onTime', 'late', 'notSubmitted', 'due', 'overdue', 'checked', 'unqualified', 'corrected'] as const;
export type StatKind = (typeof STAT_KINDS)[number];

/** Share in percent, rounded to one decimal, and 100 only where nothing is missing; null where there is nothing to divide by. */
export function percentOf(part: number, whole: number): number | null {
  if (whole === 0) return null;
  // Multiplied first: a share such as 0.5025 is no exact number, and half of a tenth would be rounded down.
  const rounded = Math.round((1000 * part) / whole) / 10;
  return part < whole ? Math.min(rounded, 99.9) : rounded;
}

/** Department tasks that no month counts, since they are due after the period. */
export const dueLater = ({ total, months }: { total: { deptTasks: number }; months: readonly { deptTasks: number }[] }): number =>
  months.reduce((rest, month) => rest - month.deptTasks, total.deptTasks);
