import { memo, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { needsReason } from '#contract/score.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { useTyping } from '@/parts/filled/useTyping.ts';
import { AnswerConflict } from '@/parts/lazy/lazy-parts.ts';
import warning from '@/ui/basics/warning.module.css';
import { changeAnswer, usePointAnswer } from '../../usePointAnswer.ts';
import { AnswerNotes, hasNotes } from './answer-notes.ts';
import { CardFooter } from './CardFooter.tsx';
import { CardHead } from './CardHead.tsx';
import { CardStandard } from './CardStandard.tsx';
import { useFillIn } from './fill-in-context.ts';
import { FoldedCard } from './FoldedCard.tsx';
import { isFoldable, useFolding, useIsFolded } from './folding.ts';
import { ResultChoice } from './ResultChoice.tsx';
import styles from './PointCard.module.css';

interface PointCardProps {
  point: DeptTaskPoint;
  isReadOnly: boolean;
}

/** One check point: what to look at, and three answers; folded, what was answered. Renders only when its own answer changes. */
export const PointCard = memo(function PointCard({ point, isReadOnly }: PointCardProps) {
  const { store, unsaved, showBasis, onAnswered, onClear } = useFillIn();
  const folding = useFolding();
  const isFolded = useIsFolded(point.pointId);
  const { answer, local } = usePointAnswer(store, point);
  const [isAsked, setIsAsked] = useState(false);
  const { isTyping, onTyping } = useTyping();
  const contentId = useId();
  const card = useRef<HTMLDivElement>(null);
  const notes = useRef<HTMLDivElement>(null);
  const choicesOnTheirWay = useRef(0);
  // What has to be explained opens remark and photos; for the others they are a tap away.
  const isOpen = answer !== null && (hasNotes(answer) || (!isReadOnly && (isAsked || needsReason(point, answer.result))));
  const handleAskNotes = (): void => {
    flushSync(() => setIsAsked(true));
    // Its button went. The text itself would bring up the keyboard of a phone, also for whoever wants the camera.
    notes.current?.focus({ preventScroll: true });
  };

  const handleClear = (): void => {
    setIsAsked(false);
    // The button that was tapped goes with the answer.
    card.current?.focus({ preventScroll: true });
    void onClear(point);
  };

  const label = { role: 'group', 'aria-labelledby': contentId, 'data-point': point.pointId, tabIndex: -1 } as const;

  if (isFolded && answer && isFoldable(point, { answer, saveState: local?.saveState ?? null })) {
    const handleUnfold = (): void => {
      flushSync(() => folding.unfold(point.pointId));
      // What was tapped is gone.
      card.current?.focus({ preventScroll: true });
    };
    return (
      <div ref={card} className={styles['card']} {...label} data-folded>
        <FoldedCard point={point} answer={answer} local={local} contentId={contentId} onUnfold={handleUnfold} />
      </div>
    );
  }
  return (
    <div ref={card} className={styles['card']} {...label}>
      <CardHead point={point} onClear={answer !== null && !isReadOnly && local?.saveState !== 'conflict' ? handleClear : undefined} />
      {point.returnRemark !== null && (
        <p className={`${warning['small']} ${styles['returned']}`}>
          <strong>退回意见：</strong>
          {point.returnRemark}
        </p>
      )}
      <p className={styles['content']} id={contentId}>
        {point.content}
      </p>
      <CardStandard point={point} />
      <ResultChoice
        chosen={answer?.result ?? null}
        isDisabled={isReadOnly}
        onChoose={(result, choices) => {
          void unsaved.flushAll();
          const ofChoices = choices.parentElement;
          // Until the choice is stored, the card says nothing of where its answer is: that would be said of the answer before.
          ofChoices?.setAttribute('data-saving', '');
          choicesOnTheirWay.current += 1;
          const isFirst = store.get(point.pointId) === undefined && point.answer === null;
          return changeAnswer(store, point, { result }, { isShown: true })
            .then(() => isFirst && onAnswered(point, result))
            .finally(() => {
              choicesOnTheirWay.current -= 1;
              if (choicesOnTheirWay.current === 0) ofChoices?.removeAttribute('data-saving');
            });
        }}
      />
      {isOpen && <AnswerNotes ref={notes} point={point} answer={answer} isReadOnly={isReadOnly} onTyping={onTyping} />}
      {local?.saveState === 'conflict' && local.theirs && local.entryId !== null && (
        <AnswerConflict entryId={local.entryId} mine={local.value} theirs={local.theirs} onBefore={unsaved.flushAll} />
      )}
      <CardFooter
        point={point}
        answer={answer}
        local={local}
        isTyping={isTyping}
        onBasis={() => showBasis(point)}
        onAskNotes={isOpen || isReadOnly ? undefined : handleAskNotes}
      />
    </div>
  );
});
