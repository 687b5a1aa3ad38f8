import { type ReactNode, useMemo, useState } from 'react';
import type { AnswerHistory } from '#contract/answer.ts';
import type { DeptTaskPoint, SubmissionReturn } from '#contract/task.ts';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { recordsByPoint } from '@/parts/records/answer-record.ts';
import { HistoryButton } from '@/ui/basics/HistoryButton.tsx';
import { AnswerRecordSheet, ReturnRecordSheet } from './lazy-parts.ts';

export interface TaskRecords {
  countOf: (point: DeptTaskPoint) => number;
  /** Opens what a point was before. */
  show: (point: DeptTaskPoint) => void;
  /** Opens the returns; nothing where there was none. */
  returnsButton: ReactNode;
  sheets: ReactNode;
}

/** What is on record of a department task, for whichever screen shows its result: every value of a point, and every return. */
export function useTaskRecords(
  points: readonly DeptTaskPoint[],
  data: { history: AnswerHistory[]; returns: SubmissionReturn[] } | undefined,
  onPhotos: (photos: ShownPhotos) => void,
): TaskRecords {
  const [asked, setAsked] = useState<DeptTaskPoint>();
  const [areReturnsShown, setAreReturnsShown] = useState(false);
  const returns = data?.returns ?? [];
  const records = useMemo(() => recordsByPoint(data?.history ?? [], data?.returns ?? []), [data]);
  return {
    countOf: ({ pointId }) => records.get(pointId)?.length ?? 0,
    show: setAsked,
    returnsButton: returns.length > 0 && <HistoryButton words={`退回记录（${returns.length}）`} onClick={() => setAreReturnsShown(true)} />,
    sheets: (
      <>
        <AnswerRecordSheet point={asked} records={(asked && records.get(asked.pointId)) ?? []} onPhotos={onPhotos} onClose={() => setAsked(undefined)} />
        <ReturnRecordSheet isOpen={areReturnsShown} returns={returns} points={points} onClose={() => setAreReturnsShown(false)} />
      </>
    ),
  };
}
