import { describe, expect, it } from 'vitest';
import { byUrgency, dueDate } from '@/features/my-tasks/due-date.ts';
import type { DeptTaskStatus } from '#contract/task-status.ts';

const noonIn = (day: string): Date => new Date(`${day}T04:00:00.000Z`);
const task = (endDate: string, status: DeptTaskStatus = 'pending', submittedAt: string | null = null) => ({
  startDate: '2026-03-01',
  endDate,
  status,
  submittedAt,
});

describe('dueDate', () => {
  it.each([
    ['2026-03-13', { words: '剩 3 天', tone: 'warning' }],
    ['2026-03-14', { words: '剩 4 天', tone: 'neutral' }],
    ['2026-03-10', { words: '今天截止', tone: 'warning' }],
    ['2026-03-08', { words: '已逾期 2 天', tone: 'unqualified' }],
  ])('speaks of an end on %s on the 10th', (endDate, expected) => {
    expect(dueDate(task(endDate), noonIn('2026-03-10'))).toEqual(expected);
  });

  it('counts days in Shanghai, whatever the clock zone', () => {
    expect(dueDate(task('2026-03-10'), new Date('2026-03-10T15:59:59.999Z')).words).toBe('今天截止');
    expect(dueDate(task('2026-03-10'), new Date('2026-03-10T16:00:00.000Z')).words).toBe('已逾期 1 天');
  });

  it('names the start of a task that has not begun', () => {
    expect(dueDate({ ...task('2026-03-20'), startDate: '2026-03-12' }, noonIn('2026-03-10')).words).toBe('2026-03-12 开始');
  });

  it('stops counting once the task is submitted or cancelled', () => {
    expect(dueDate(task('2026-03-08', 'completed', '2026-03-07T17:00:00.000Z'), noonIn('2026-03-10')).words).toBe('2026-03-08 提交');
    expect(dueDate(task('2026-03-08', 'cancelled'), noonIn('2026-03-10'))).toEqual({ words: '已取消', tone: 'neutral' });
  });
});

describe('byUrgency', () => {
  it('puts open tasks first, the earliest end before the others, then the latest submission', () => {
    const rows = [
      task('2026-03-01', 'completed', '2026-03-01T01:00:00.000Z'),
      task('2026-03-20', 'inProgress'),
      task('2026-03-30', 'submitted', '2026-03-05T01:00:00.000Z'),
      task('2026-03-02', 'returned'),
    ];
    expect(rows.sort(byUrgency).map((row) => row.endDate)).toEqual(['2026-03-02', '2026-03-20', '2026-03-30', '2026-03-01']);
  });
});
