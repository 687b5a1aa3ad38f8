import { useCallback, useState } from 'react';
import type { AnswerChange, AnswerStore } from '@/offline/answers.ts';
import { notify } from '@/ui/notify.ts';
import type { PointCategory, StateOf } from './point-filter.ts';
import { UNDO_MS } from './UndoBar.tsx';

interface Done {
  id: string;
  words: string;
  pointIds: string[];
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
      const changes: AnswerChange[] = category.points
        .filter((point) => stateOf(point).answer === null)
        .map((point) => ({
          pointId: point.pointId,
          value: { result: 'qualified', remark: '', photos: [], answeredAt },
          base: { revision: 0, answer: null, content: point.content },
        }));
      if (changes.length === 0) {
        notify('本类没有未查的要点，请补充不合格项的说明', 'info');
        return;
      }
      void store.setMany(changes, { holdMs: UNDO_MS });
      setDone({ id: answeredAt, words: `已将本类其余 ${changes.length} 项标为合格`, pointIds: changes.map((change) => change.pointId) });
    },
    [store, stateOf],
  );
  const end = useCallback(() => setDone(undefined), []);
  const undo = async (): Promise<void> => {
    if (!done) return;
    const kept = await store.clear(done.pointIds);
    setDone(undefined);
    if (kept.length > 0) notify(`${kept.length} 项已经上传，不能撤销`, 'warning');
  };
  return { done, mark, undo, end };
}
