import { memo, useId } from 'react';
import type { Grounds } from '#contract/check-point.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { formatShortTime } from '@/lib/dates.ts';
import { articleLabel, shortLawName } from '@/lib/text/article-label.ts';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { saveMarkOf } from '@/parts/filled/save-mark.ts';
import { SaveMark } from '@/parts/filled/SaveMark.tsx';
import { PhotoThumb } from '@/parts/photos/PhotoStrip.tsx';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { PointSign } from '@/parts/points/PointSign.tsx';
import { ResultTag } from '@/parts/tags/TaskTags.tsx';
import { HistoryButton } from '@/ui/basics/HistoryButton.tsx';
import { RightOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import stack from '@/ui/basics/stack.module.css';
import warning from '@/ui/basics/warning.module.css';
import letters from '@/ui/basics/letters.module.css';
import { usePointAnswer } from '../usePointAnswer.ts';
import styles from './ResultCard.module.css';

interface ResultCardProps {
  point: DeptTaskPoint;
  store: AnswerStore;
  recordCount: number;
  onBasis: (shown: Grounds) => void;
  onPhotos: (photos: ShownPhotos) => void;
  onRecords: (point: DeptTaskPoint) => void;
}

/** What was found at one point, by whom and when. */
export const ResultCard = memo(function ResultCard({ point, store, recordCount, onBasis, onPhotos, onRecords }: ResultCardProps) {
  const { answer, local } = usePointAnswer(store, point);
  const isOffline = useReachability() === 'offline';
  const contentId = useId();
  const mark = saveMarkOf(answer, local, isOffline);
  return (
    <div className={styles['card']} role="group" aria-labelledby={contentId} data-point={point.pointId}>
      <div className={styles['head']}>
        <span className={letters['small']}>
          {point.seq} · <PointSign mark={point.mark} /> {point.itemName}
        </span>
        {answer ? <ResultTag result={answer.result} /> : <StatusTag tone="neutral">未查</StatusTag>}
      </div>
      <p className={styles['content']} id={contentId}>
        {point.content}
      </p>
      {point.returnRemark !== null && (
        <p className={warning['small']}>
          <strong>退回意见：</strong>
          {point.returnRemark}
        </p>
      )}
      {answer && answer.remark !== '' && <p className={styles['remark']}>{answer.remark}</p>}
      {answer && answer.photos.length > 0 && (
        <div className={stack['row']}>
          {answer.photos.map((sha256, index) => (
            <PhotoThumb key={sha256} sha256={sha256} label={`查看照片 ${index + 1}`} onClick={() => onPhotos({ photos: answer.photos, index })} />
          ))}
        </div>
      )}
      <div className={styles['foot']}>
        <button type="button" className={styles['link']} onClick={() => onBasis(point)}>
          <span>
            《{shortLawName(point.basis.law)}》
            <span className={styles['article']}>
              {articleLabel(point.basis.article)}
              <RightOutline aria-hidden />
            </span>
          </span>
        </button>
        {answer && (
          <span className={styles['who']}>
            {[answer.answeredByName ?? '我', formatShortTime(answer.answeredAt)].join(' · ')}
          </span>
        )}
        {mark !== null && mark.kind !== 'delivered' && <SaveMark mark={mark} />}
        {recordCount > 1 && (
          <HistoryButton words={`修改记录（${recordCount}）`} onClick={() => onRecords(point)} />
        )}
      </div>
    </div>
  );
});
