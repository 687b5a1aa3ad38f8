import { resultLabel } from '#contract/result.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { LocalAnswer, MergedAnswer } from '@/offline/entries/answers.ts';
import { CardMark } from './CardMark.tsx';
import styles from './FoldedCard.module.css';

interface FoldedCardProps {
  point: DeptTaskPoint;
  answer: MergedAnswer;
  local: LocalAnswer | undefined;
  contentId: string;
  onUnfold: () => void;
}

/** An answered point on two lines: what was found, and where that is. A tap brings the whole card. */
export function FoldedCard({ point, answer, local, contentId, onUnfold }: FoldedCardProps) {
  // A thousand may be on the screen at once, and few are ever drawn again: keeping parts of each costs memory and saves nothing.
  'use no memo';
  return (
    <button type="button" className={styles['folded']} aria-expanded={false} onClick={onUnfold}>
      <span className={styles['line']}>
        <span className={styles['seq']}>{point.seq}</span>
        <span className={styles['content']} id={contentId}>
          {point.content}
        </span>
      </span>
      <span className={styles['line']}>
        <span className={`${styles['result']} ${styles[answer.result]}`} data-result={answer.result}>
          {resultLabel[answer.result]}
        </span>
        <CardMark answer={answer} local={local} isTyping={false} />
      </span>
    </button>
  );
}
