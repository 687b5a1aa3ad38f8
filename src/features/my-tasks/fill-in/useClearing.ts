import { useCallback, useState } from 'react';
import type { AnswerValue } from '#contract/answer.ts';
import { CLEARED } from '#contract/result.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { type AnswerStore, mergedAnswer } from '@/offline/entries/answers.ts';
import type { FlushRegistry } from '@/parts/filled/flush-registry.ts';
import { notify } from '@/ui/basics/notify.ts';
import { baseOf } from '../usePointAnswer.ts';
import { UNDO_MS } from './UndoBar.tsx';

interface Cleared {
  point: DeptTaskPoint;
  /** What was there, with remark and photos. */
  before: AnswerValue;
  /** The server has it so: nothing has to be sent to bring it back. */
  wasDelivered: boolean;
}

interface Done {
  id: string;
  words: string;
  cleared: readonly Cleared[];
}

export interface Clearing {
  /** What was cleared last and can still be undone. */
  done: Done | undefined;
  clear: (point: DeptTaskPoint) => Promise<void>;
  undo: () => Promise<void>;
  end: () => void;
}

/** 清除结果: takes an answer back, with remark and photos; held back until it can no longer be undone. */
export function useClearing(store: AnswerStore, unsaved: FlushRegistry): Clearing {
  const [done, setDone] = useState<Done>();

  const clear = useCallback(
    async (point: DeptTaskPoint) => {
      // What is being typed comes back with the rest.
      await unsaved.flushAll();
      const local = store.get(point.pointId);
      const answer = mergedAnswer(point, local);
      if (answer === null) return;
      const { result, remark, photos, answeredAt } = answer;
      const now = new Date().toISOString();
      const cleared = { point, before: { result, remark, photos: [...photos], answeredAt }, wasDelivered: local === undefined || local.saveState === 'delivered' };
      setDone((last) => {
        // Several come back together.
        const all = [...(last?.cleared ?? []).filter((one) => one.point.pointId !== point.pointId), cleared];
        return { id: now, words: all.length === 1 ? `已清除第 ${point.seq} 项的结果` : `已清除 ${all.length} 项结果`, cleared: all };
      });
      await store.set(point.pointId, { result: CLEARED, remark: '', photos: [], answeredAt: now }, baseOf(store, point), { holdMs: UNDO_MS });
    },
    [store, unsaved],
  );
  const end = useCallback(() => setDone(undefined), []);
  const undo = async (): Promise<void> => {
    if (!done) return;
    // What was answered since is somebody's own answer.
    const open = done.cleared.filter(({ point }) => store.get(point.pointId)?.value.result === CLEARED);
    const kept = new Set(await store.clear(open.filter(({ wasDelivered }) => wasDelivered).map(({ point }) => point.pointId)));
    const toGive = open.filter(({ point, wasDelivered }) => !wasDelivered || kept.has(point.pointId));
    await store.setMany(toGive.map(({ point, before }) => ({ pointId: point.pointId, value: before, base: baseOf(store, point) })));
    setDone(undefined);
    const changed = done.cleared.length - open.length;
    if (changed > 0) notify(`之后填写的 ${changed} 项保持不变`, 'info');
  };
  return { done, clear, undo, end };
}
