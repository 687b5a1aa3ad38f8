import type { SelfCorrection } from '#contract/self-correction.ts';
import type { DeptTask } from '#contract/task.ts';

/** Something that a person has to do by a day, or will have to. */
export type Todo = { due: string; isBegun: boolean } & ({ kind: 'task'; task: DeptTask } | { kind: 'correction'; correction: SelfCorrection });

/**
 * The most urgent of tasks and self-corrections together: what is due first leads, of the same day a task, which others
 * wait for. However late the one kind is, it does not hide the other; but a task that begins later hides nothing.
 * @param last the id of what the person was in last, which leads whatever is due
 */
export function mostUrgent(tasks: readonly DeptTask[], corrections: readonly SelfCorrection[], today: string, limit: number, last: string | null = null): Todo[] {
  const all: Todo[] = [
    ...tasks.map((task): Todo => ({ kind: 'task', due: task.endDate, isBegun: task.startDate <= today, task })),
    ...corrections.map((correction): Todo => ({ kind: 'correction', due: correction.dueDate, isBegun: true, correction })),
  ].sort((one, other) => Number(idOf(other) === last) - Number(idOf(one) === last) || Number(other.isBegun) - Number(one.isBegun) || one.due.localeCompare(other.due));
  const chosen = all.slice(0, limit);
  const hidden = all.slice(limit).find((todo) => todo.isBegun && chosen.every(({ kind }) => kind !== todo.kind));
  return hidden === undefined ? chosen : [...chosen.slice(0, -1), hidden];
}

export const idOf = (todo: Todo): string => (todo.kind === 'task' ? todo.task.id : todo.correction.id);
