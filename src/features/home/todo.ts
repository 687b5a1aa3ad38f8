import type { SelfCorrection } from '#contract/self-correction.ts';
import type { DeptTask } from '#contract/task.ts';

/** Something that a person has to do by a day. */
export type Todo = { kind: 'task'; due: string; task: DeptTask } | { kind: 'correction'; due: string; correction: SelfCorrection };

/**
 * The most urgent of tasks and self-corrections together: what is due first leads, of the same day a task, which others
 * wait for. However late the one kind is, it does not hide the other.
 */
export function mostUrgent(tasks: readonly DeptTask[], corrections: readonly SelfCorrection[], limit: number): Todo[] {
  const all: Todo[] = [
    ...tasks.map((task): Todo => ({ kind: 'task', due: task.endDate, task })),
    ...corrections.map((correction): Todo => ({ kind: 'correction', due: correction.dueDate, correction })),
  ].toSorted((one, other) => one.due.localeCompare(other.due));
  const chosen = all.slice(0, limit);
  const hidden = all.slice(limit).find((todo) => chosen.every(({ kind }) => kind !== todo.kind));
  return hidden === undefined ? chosen : [...chosen.slice(0, -1), hidden];
}
