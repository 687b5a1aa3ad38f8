import { expect, it } from 'vitest';
import type { SelfCorrection } from '#contract/self-correction.ts';
import type { DeptTask } from '#contract/task.ts';
import { mostUrgent } from '@/features/home/todo.ts';

const TODAY = '2026-06-01';
const task = (endDate: string, startDate = '2026-04-01') => ({ id: `t${endDate}`, startDate, endDate }) as DeptTask;
const correction = (dueDate: string) => ({ id: `c${dueDate}`, dueDate }) as SelfCorrection;
const shown = (...found: ReturnType<typeof mostUrgent>) => found.map((todo) => (todo.kind === 'task' ? todo.task.id : todo.correction.id));

it('shows what is due first, whatever it is', () => {
  expect(shown(...mostUrgent([task('2026-06-03'), task('2026-06-09')], [correction('2026-06-01'), correction('2026-06-03')], TODAY, 3))).toEqual([
    'c2026-06-01',
    't2026-06-03',
    'c2026-06-03',
  ]);
});

it('does not let one kind hide the other', () => {
  const late = ['2026-05-01', '2026-05-02', '2026-05-03'];
  expect(shown(...mostUrgent([task('2026-06-09')], late.map(correction), TODAY, 3))).toEqual(['c2026-05-01', 'c2026-05-02', 't2026-06-09']);
  expect(shown(...mostUrgent(late.map((day) => task(day)), [correction('2026-06-09')], TODAY, 3))).toEqual(['t2026-05-01', 't2026-05-02', 'c2026-06-09']);
});

it('begins with what the person was in last', () => {
  const tasks = ['2026-06-05', '2026-06-06', '2026-06-07', '2026-06-08'].map((day) => task(day));
  expect(shown(...mostUrgent(tasks, [], TODAY, 3, 't2026-06-08'))).toEqual(['t2026-06-08', 't2026-06-05', 't2026-06-06']);
  expect(shown(...mostUrgent(tasks, [], TODAY, 3, 'another'))).toEqual(['t2026-06-05', 't2026-06-06', 't2026-06-07']);
});

it('is content with less', () => {
  expect(mostUrgent([], [], TODAY, 3)).toEqual([]);
  expect(shown(...mostUrgent([], [correction('2026-06-01')], TODAY, 3))).toEqual(['c2026-06-01']);
});

it('puts a task that begins later behind all that is to be done now, and lets it hide nothing', () => {
  const later = task('2026-06-04', '2026-06-02');
  expect(shown(...mostUrgent([later, task('2026-06-09')], [correction('2026-06-08')], TODAY, 3))).toEqual(['c2026-06-08', 't2026-06-09', 't2026-06-04']);
  const open = ['2026-06-05', '2026-06-06', '2026-06-07'];
  expect(shown(...mostUrgent([later], open.map(correction), TODAY, 3))).toEqual(open.map((day) => `c${day}`));
});
