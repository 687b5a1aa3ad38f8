import { useDeferredValue } from 'react';
import type { DeptTaskPoint } from '#contract/task.ts';
import { articleLabel, shortLawName } from '@/lib/text/article-label.ts';
import { SaveProblem } from '@/parts/lazy/SaveProblem.tsx';
import { AddOutline, RightOutline } from '@/ui/basics/icons.tsx';
import { CardMark, type CardMarkProps, markOf } from './CardMark.tsx';
import styles from './CardFooter.module.css';

interface CardFooterProps extends CardMarkProps {
  point: DeptTaskPoint;
  onBasis: () => void;
  /** Undefined where remark and photos are open already, or may not be changed. */
  onAskNotes: (() => void) | undefined;
}

/** What a point rests on, and where its answer is. Its height never changes by a tap on 合格: the answer has its room from the start. */
export function CardFooter({ point: { basis }, answer, local, isTyping, onBasis, onAskNotes }: CardFooterProps) {
  // A thousand are on the screen at once, and few are ever drawn again: keeping parts of each costs memory and saves nothing.
  'use no memo';
  // Nobody misses it for the blink that the mark of a new answer is there sooner.
  const isAnswered = useDeferredValue(answer !== null);
  // Without a network nothing else goes wrong.
  const mark = markOf({ answer, local, isTyping }, false);
  return (
    <>
      {mark?.hint !== undefined && <SaveProblem mark={mark} entryId={local?.entryId ?? null} what="结果" />}
      <div className={styles['footer']}>
        <button type="button" className={styles['basis']} onClick={onBasis}>
          <span>
            {`《${shortLawName(basis.law)}》`}
            <span className={styles['article']}>{articleLabel(basis.article)}</span>
            <RightOutline aria-hidden />
          </span>
        </button>
        <div className={styles['answer']}>
          {isAnswered && onAskNotes && (
            <button type="button" className={styles['notes']} onClick={onAskNotes} aria-label="说明、照片">
              <AddOutline aria-hidden />
              说明
            </button>
          )}
          {mark && <CardMark answer={answer} local={local} isTyping={isTyping} />}
        </div>
      </div>
    </>
  );
}
