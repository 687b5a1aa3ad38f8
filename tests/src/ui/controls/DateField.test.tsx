import { expect, it } from 'vitest';
import { dayRule, notBeforeStart } from '@/ui/controls/DateField.tsx';

it('compares the last day with a first one that is a day', () => {
  expect(notBeforeStart('2026-05-01', { startDate: '2026-05-02' })).toBe('结束日期不能早于开始日期');
  expect(notBeforeStart('2026-05-02', { startDate: '2026-05-02' })).toBeUndefined();
  // What is no day is told at its own field.
  for (const startDate of ['', '2026-13-01', '2026-02-30']) expect(notBeforeStart('2026-01-01', { startDate })).toBeUndefined();
});

it('takes no day that the calendar has not', () => {
  expect(dayRule.test('2026-02-28')).toBe(true);
  for (const text of ['2026-02-30', '2026-13-01', '2026-2-1']) expect(dayRule.test(text), text).toBe(false);
  expect(dayRule.message).toBe('请填写存在的日期，格式为 YYYY-MM-DD');
});
