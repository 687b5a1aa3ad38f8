import { useCallback, useState } from 'react';
import type { Result } from '#contract/result.ts';
import { resultLabel } from '#contract/result.ts';
import { needsReason } from '#contract/score.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import { notify } from '@/ui/basics/notify.ts';
import { hasFailedLast, type PointCategory, type StateOf } from '../point-filter.ts';
import { UNDO_MS } from './UndoBar.tsx';

/** What a whole category can be marked as: neither needs a remark, but for a ★ that does not apply. */
export type RestResult = Exclude<Result, 'unqualified'>;

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
  mark: (category: PointCategory, result: RestResult) => void;
  undo: () => Promise<void>;
  end: () => void;
}

/** 本类其余全部合格, or 不适用: marks what nobody has answered; held back until it can no longer be undone. */
export function useMarkRest(store: AnswerStore, stateOf: StateOf): MarkRest {
  const [done, setDone] = useState<Done>();

  const mark = useCallback(
    (category: PointCategory, result: RestResult) => {
      const answeredAt = new Date().toISOString();
      const open = category.points.filter((point) => stateOf(point).answer === null);
      const left = open.filter((point) => isLeftOut(point, result));
      const points = open.filter((point) => !left.includes(point));
      const leftWords = wordsOfLeft(left, result);
      if (points.length === 0) {
        if (leftWords !== '') notify(`没有标记：${leftWords}`, 'info');
        return;
      }
      void store.setMany(
        points.map(({ pointId, content }) => ({
          pointId,
          value: { result, remark: '', photos: [], answeredAt },
          base: { revision: 0, answer: null, content },
        })),
        { holdMs: UNDO_MS },
      );
      const marked = points.map((point) => ({ point, answeredAt }));
      const behind = leftWords === '' ? '' : `；${leftWords}`;
      // A second category is taken back together with the first.
      setDone((before) =>
        before === undefined
          ? { id: answeredAt, words: `已将本类其余 ${points.length} 项标为${resultLabel[result]}${behind}`, marked }
          : { id: answeredAt, words: `已将 ${before.marked.length + points.length} 项标为${wordsOfBoth(before, result, stateOf)}${behind}`, marked: [...before.marked, ...marked] },
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
    if (kept.length > 0) notify(`${kept.length} 项可能已经上传或导出，不能撤销，可以逐项改正`, 'warning');
    else if (changed > 0) notify(`之后改过的 ${changed} 项保持不变`, 'info');
  };
  return { done, mark, undo, end };
}

/** What failed last time is looked at before it is called 合格, and a ★ that does not apply says why. */
const isLeftOut = (point: DeptTaskPoint, result: RestResult): boolean => (result === 'qualified' ? hasFailedLast(point) : needsReason(point, result));

/** More numbers nobody reads. */
const NAMED = 6;

function wordsOfLeft(left: readonly DeptTaskPoint[], result: RestResult): string {
  if (left.length === 0) return '';
  const numbers = left.slice(0, NAMED).map(({ seq }) => seq).join('、');
  const why = result === 'qualified' ? '上次不合格，请逐项检查' : '否决项，不适用须写明原因';
  return `第 ${numbers} 项${left.length > NAMED ? `等 ${left.length} 项` : ''}${why}`;
}

/** One word where all have the same result. */
function wordsOfBoth({ marked }: Done, result: RestResult, stateOf: StateOf): string {
  const results = new Set([result, ...marked.map(({ point }) => stateOf(point).answer?.result)]);
  return results.size === 1 ? resultLabel[result] : '合格或不适用';
}
