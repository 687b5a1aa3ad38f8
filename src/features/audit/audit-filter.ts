import { auditActionGroups } from '#contract/audit-action.ts';
import { DATE_RANGE_SHORTCUTS, isSameRange, type Range } from '@/lib/dates.ts';
import { serverNow } from '@/lib/server-clock.ts';
import type { SelectOption } from '@/ui/controls/Select.tsx';

/** The last seven days. */
export const defaultDays = (now: Date = serverNow()): Range => DATE_RANGE_SHORTCUTS[1]?.rangeAt(now) ?? { from: '', to: '' };

/** The shortcut that means these days today; empty for days of one's own. */
export const shortcutOf = (days: Range, now: Date): string => DATE_RANGE_SHORTCUTS.find(({ rangeAt }) => isSameRange(rangeAt(now), days))?.label ?? '';

export const SHORTCUT_OPTIONS: readonly SelectOption[] = DATE_RANGE_SHORTCUTS.map(({ label }) => ({ value: label, label }));

export const ACTION_OPTIONS: readonly SelectOption[] = Object.entries(auditActionGroups).flatMap(([group, actions]) =>
  Object.entries(actions).map(([value, label]) => ({ value, label, group })),
);

export const RESULT_OPTIONS: readonly SelectOption[] = [
  { value: '1', label: '成功' },
  { value: '0', label: '失败' },
];
