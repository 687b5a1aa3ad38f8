import { memo, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { needsReason } from '#contract/score.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { useTyping } from '@/parts/filled/useTyping.ts';
import { AnswerConflict } from '@/parts/lazy/lazy-parts.ts';
import { PointFacts } from '@/parts/points/PointFacts.tsx';
import { changeAnswer, usePointAnswer } from '../usePointAnswer.ts';
import { AnswerNotes, hasNotes } from './AnswerNotes.tsx';
import { CardFooter } from './CardFooter.tsx';
import { useFillIn } from './fill-in-context.ts';
import { ResultChoice } from './ResultChoice.tsx';
import styles from './PointCard.module.css';

interface PointCardProps {
  point: DeptTaskPoint;
  isReadOnly: boolean;
}

/** One check point: what to look at, and three answers. Renders only when its own answer changes. */
export const PointCard = memo(function PointCard({ point, isReadOnly }: PointCardProps) {
  const { store, unsaved, showBasis } = useFillIn();
  const { answer, local } = usePointAnswer(store, point);
  const [isAsked, setIsAsked] = useState(false);
  const { isTyping, onTyping } = useTyping();
  const contentId = useId();
  const notes = useRef<HTMLDivElement>(null);
  // What has to be explained opens remark and photos; for the others they are a tap away.
  const isOpen = answer !== null && (hasNotes(answer) || (!isReadOnly && (isAsked || needsReason(point, answer.result))));
  const handleAskNotes = (): void => {
    flushSync(() => setIsAsked(true));
    // Its button went. The text itself would bring up the keyboard of a phone, also for whoever wants the camera.
    notes.current?.focus({ preventScroll: true });
  };

  return (
    <div className={styles['card']} role="group" aria-labelledby={contentId} data-point={point.pointId} tabIndex={-1}>
      <div className={styles['place']}>
        <span className={styles['seq']}>{point.seq}</span>
        <span>{point.itemName}</span>
      </div>
      {point.returnRemark !== null && (
        <p className={styles['returned']}>
          <strong>退回意见：</strong>
          {point.returnRemark}
        </p>
      )}
      <p className={styles['content']} id={contentId}>
        {point.content}
      </p>
      <p className={styles['expected']}>{`标准：${point.expected}`}</p>
      <PointFacts basis={point.basis} method={point.method} onBasis={() => showBasis(point)} />
      <ResultChoice
        chosen={answer?.result ?? null}
        isDisabled={isReadOnly}
        onChoose={(result, choices) => {
          void unsaved.flushAll();
          const card = choices.parentElement;
          // Until the choice is stored, the card says nothing of where its answer is: that would be said of the answer before.
          card?.setAttribute('data-saving', '');
          return changeAnswer(store, point, { result }, { isShown: true }).finally(() => {
            if (store.get(point.pointId)?.saveState !== 'saving') card?.removeAttribute('data-saving');
          });
        }}
      />
      {isOpen && <AnswerNotes ref={notes} point={point} answer={answer} isReadOnly={isReadOnly} onTyping={onTyping} />}
      {local?.saveState === 'conflict' && local.theirs && local.entryId !== null && (
        <AnswerConflict entryId={local.entryId} mine={local.value} theirs={local.theirs} />
      )}
      <CardFooter point={point} answer={answer} local={local} isTyping={isTyping} onAskNotes={isOpen || isReadOnly ? undefined : handleAskNotes} />
    </div>
  );
});
