import { auditActionGroups } from '#contract/audit-action.ts';
import type { AuditFilter } from '#contract/audit.ts';
import { DATE_RANGE_SHORTCUTS, type Range } from '@/lib/dates.ts';
import type { SelectOption } from '@/ui/controls/Select.tsx';

/** What the search form holds. */
export interface AuditFields {
  days: Range;
  person: string;
  /** Empty for all. */
  action: string;
  /** `1`, `0`, or empty for both. */
  succeeded: string;
}

/** The last seven days. */
export function defaultFields(now: Date = new Date()): AuditFields {
  const week = DATE_RANGE_SHORTCUTS[1];
  return { days: week?.rangeAt(now) ?? { from: '', to: '' }, person: '', action: '', succeeded: '' };
}

/** What the server is asked for; what is empty is left out. */
export const toFilter = ({ days, person, action, succeeded }: AuditFields): AuditFilter => ({
  startDate: days.from,
  endDate: days.to,
  ...(person.trim() === '' ? {} : { person: person.trim() }),
  ...(action === '' ? {} : { action: action as NonNullable<AuditFilter['action']> }),
  ...(succeeded === '' ? {} : { succeeded }),
});

export const ACTION_OPTIONS: readonly SelectOption[] = Object.entries(auditActionGroups).flatMap(([group, actions]) =>
  Object.entries(actions).map(([value, label]) => ({ value, label, group })),
);

export const RESULT_OPTIONS: readonly SelectOption[] = [
  { value: '1', label: '成功' },
  { value: '0', label: '失败' },
];
