/** How far work is: what the server counts, and what only this phone holds yet. */
import type { DeptTask, DeptTaskPoint } from '#contract/task.ts';
import { isOpen } from '#contract/task-status.ts';
import { mergedAnswer, type AnswerStore } from './answers.ts';

export interface TaskProgress {
  /** Points that are fit for submission: a 不合格 without its remark is not. */
  answered: number;
  /** Of these. */
  unqualified: number;
}

/**
 * How far a task is, with what this phone has not sent yet. The server's counts may be newer than the detail on this
 * phone (a colleague went on), and older than the answers on it: whichever says more is right, but the
 * server still counts what is open again here, for want of a remark or since its answer was taken back.
 */
export function mergedProgress(
  task: Pick<DeptTask, 'status' | 'answeredCount' | 'unqualifiedCount' | 'pointCount'>,
  points: readonly DeptTaskPoint[] | undefined,
  store: AnswerStore | undefined,
): TaskProgress {
  const onServer = { answered: task.answeredCount, unqualified: task.unqualifiedCount };
  if (!points || !store) return onServer;
  // What came too late for a task that is submitted or cancelled counts no more; what the server took before does.
  const mayWait = isOpen(task.status);
  let answered = 0;
  let unqualified = 0;
  for (const point of points) {
    const local = store.get(point.pointId);
    const answer = mergedAnswer(point, mayWait || local?.saveState === 'delivered' ? local : undefined);
    if (answer?.isComplete === true) {
      answered += 1;
      if (answer.result === 'unqualified') unqualified += 1;
    } else if (point.answer !== null) {
      onServer.answered -= 1;
      if (point.answer.result === 'unqualified') onServer.unqualified -= 1;
    }
  }
  return answered >= onServer.answered ? { answered: Math.min(answered, task.pointCount), unqualified } : onServer;
}
