import type { DeptTaskPoint } from '#contract/task.ts';
import type { StateOf } from '../point-filter.ts';

/** What stands between a department task and its submission. */
export interface Gaps {
  unanswered: DeptTaskPoint[];
  /** Without the remark that they need. */
  withoutRemark: DeptTaskPoint[];
  conflicts: DeptTaskPoint[];
  /** Refused by the server. */
  failed: DeptTaskPoint[];
}

export function findGaps(points: readonly DeptTaskPoint[], stateOf: StateOf): Gaps {
  const gaps: Gaps = { unanswered: [], withoutRemark: [], conflicts: [], failed: [] };
  for (const point of points) {
    const { answer, saveState } = stateOf(point);
    if (answer === null) gaps.unanswered.push(point);
    else if (!answer.isComplete) gaps.withoutRemark.push(point);
    else if (saveState === 'conflict') gaps.conflicts.push(point);
    else if (saveState === 'failed') gaps.failed.push(point);
  }
  return gaps;
}
