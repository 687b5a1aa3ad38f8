import { useCallback, useState } from 'react';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import { notify } from '@/ui/basics/notify.ts';
import type { PointCategory, StateOf } from '../point-filter.ts';
import { UNDO_MS } from './UndoBar.tsx';

interface Marked {
  point: DeptTaskPoint;
  /** What its answer carries for as long as nobody changes it. */
  answeredAt: string;
}

interface Done {
  id: string;
  words: string;
  marked: Marked[];
}

export interface MarkRest {
  /** What was marked last and can still be undone. */
  done: Done | undefined;
  mark: (category: PointCategory) => void;
  undo: () => Promise<void>;
  end: () => void;
}

/** 本类其余全部合格: marks what nobody has answered; held back until it can no longer be undone. */
export function useMarkRest(store: AnswerStore, stateOf: StateOf): MarkRest {
  const [done, setDone] = useState<Done>();

  const mark = useCallback(
    (category: PointCategory) => {
      const answeredAt = new Date().toISOString();
      const points = category.points.filter((point) => stateOf(point).answer === null);
      if (points.length === 0) {
        notify('本类其余要点都是缺说明的不合格项，请补充说明', 'info');
        return;
      }
      void store.setMany(
        points.map(({ pointId, content }) => ({
          pointId,
          value: { result: 'qualified', remark: '', photos: [], answeredAt },
          base: { revision: 0, answer: null, content },
        })),
        { holdMs: UNDO_MS },
      );
      const marked = points.map((point) => ({ point, answeredAt }));
      // A second category is taken back together with the first.
      setDone((before) =>
        before === undefined
          ? { id: answeredAt, words: `已将本类其余 ${points.length} 项标为合格`, marked }
          : { id: answeredAt, words: `已将 ${before.marked.length + points.length} 项标为合格`, marked: [...before.marked, ...marked] },
      );
    },
    [store, stateOf],
  );
  const end = useCallback(() => setDone(undefined), []);
  const undo = async (): Promise<void> => {
    if (!done) return;
    // What was changed since is somebody's own answer, perhaps with remark and photos.
    const untouched = done.marked.filter(({ point, answeredAt }) => stateOf(point).answer?.answeredAt === answeredAt);
    const kept = await store.clear(untouched.map(({ point }) => point.pointId));
    setDone(undefined);
    const changed = done.marked.length - untouched.length;
    if (kept.length > 0) notify(`${kept.length} 项已经上传，不能撤销`, 'warning');
    else if (changed > 0) notify(`之后改过的 ${changed} 项保持不变`, 'info');
  };
  return { done, mark, undo, end };
}
