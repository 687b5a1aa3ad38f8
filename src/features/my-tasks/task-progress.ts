import type { DeptTask, DeptTaskPoint } from '#contract/task.ts';
import type { AnswerStore } from '@/offline/answers.ts';
import { isAnswered } from './point-filter.ts';
import { stateIn } from './usePointAnswer.ts';

export interface TaskProgress {
  answered: number;
  unqualified: number;
}

/**
 * How far a task is, with what this phone has not sent yet. The server's counts may be newer than the detail on this
 * phone (a colleague went on), and older than the answers on it: whichever says more is right, since answers are
 * changed but never taken back.
 */
export function mergedProgress(
  task: Pick<DeptTask, 'answeredCount' | 'unqualifiedCount' | 'pointCount'>,
  points: readonly DeptTaskPoint[] | undefined,
  store: AnswerStore | undefined,
): TaskProgress {
  const server = { answered: task.answeredCount, unqualified: task.unqualifiedCount };
  if (!points || !store) return server;
  let answered = 0;
  let unqualified = 0;
  for (const point of points) {
    const state = stateIn(store, point);
    if (!isAnswered(state)) continue;
    answered += 1;
    if (state.answer?.result === 'unqualified') unqualified += 1;
  }
  return answered >= server.answered ? { answered: Math.min(answered, task.pointCount), unqualified } : server;
}
