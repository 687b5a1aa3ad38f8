import { expect, it } from 'vitest';
import type { SelfCorrection } from '#contract/self-correction.ts';
import type { DeptTask } from '#contract/task.ts';
import { mostUrgent } from '@/features/home/todo.ts';

const task = (endDate: string) => ({ id: `t${endDate}`, endDate }) as DeptTask;
const correction = (dueDate: string) => ({ id: `c${dueDate}`, dueDate }) as SelfCorrection;
const shown = (...found: ReturnType<typeof mostUrgent>) => found.map((todo) => (todo.kind === 'task' ? todo.task.id : todo.correction.id));

it('shows what is due first, whatever it is', () => {
  expect(shown(...mostUrgent([task('2026-06-03'), task('2026-06-09')], [correction('2026-06-01'), correction('2026-06-03')], 3))).toEqual([
    'c2026-06-01',
    't2026-06-03',
    'c2026-06-03',
  ]);
});

it('does not let one kind hide the other', () => {
  const late = ['2026-05-01', '2026-05-02', '2026-05-03'];
  expect(shown(...mostUrgent([task('2026-06-09')], late.map(correction), 3))).toEqual(['c2026-05-01', 'c2026-05-02', 't2026-06-09']);
  expect(shown(...mostUrgent(late.map(task), [correction('2026-06-09')], 3))).toEqual(['t2026-05-01', 't2026-05-02', 'c2026-06-09']);
});

it('is content with less', () => {
  expect(mostUrgent([], [], 3)).toEqual([]);
  expect(shown(...mostUrgent([], [correction('2026-06-01')], 3))).toEqual(['c2026-06-01']);
});
