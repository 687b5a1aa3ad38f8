import { useDeferredValue, useState } from 'react';
import { resultLabel } from '#contract/result.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { formatDay } from '@/lib/dates.ts';
import type { LocalAnswer, MergedAnswer } from '@/offline/entries/answers.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { saveMarkOf } from '@/parts/filled/save-mark.ts';
import { SaveMark } from '@/parts/filled/SaveMark.tsx';
import { SaveProblem } from '@/parts/lazy/SaveProblem.tsx';
import { AddOutline, DownOutline, UpOutline } from '@/ui/basics/icons.tsx';
import styles from './CardFooter.module.css';

interface CardFooterProps {
  point: DeptTaskPoint;
  answer: MergedAnswer | null;
  local: LocalAnswer | undefined;
  /** The remark on the screen is not being stored yet. */
  isTyping: boolean;
  /** Undefined where remark and photos are open already, or may not be changed. */
  onAskNotes: (() => void) | undefined;
}

/** What was found last time, and where this answer is. Its height never changes by a tap on 合格. */
export function CardFooter({ point: { lastAnswer }, answer, local, isTyping, onAskNotes }: CardFooterProps) {
  // A thousand are on the screen at once, and few are ever drawn again: keeping parts of each costs memory and saves nothing.
  'use no memo';
  const [isLastOpen, setIsLastOpen] = useState(false);
  // Nobody misses it for the blink that the mark of a new answer is there sooner.
  const isAnswered = useDeferredValue(answer !== null);
  // Without a network nothing else goes wrong.
  const mark = saveMarkOf(heldAnswer(answer), local, false, isTyping);
  return (
    <>
      {mark?.hint !== undefined && <SaveProblem mark={mark} entryId={local?.entryId ?? null} what="结果" />}
      <div className={styles['footer']}>
        {lastAnswer && (
          <button
            type="button"
            className={`${styles['quiet']} ${lastAnswer.result === 'unqualified' ? styles['lastFailed'] : ''}`}
            aria-expanded={isLastOpen}
            onClick={() => setIsLastOpen(!isLastOpen)}
          >
            <span>上次：{resultLabel[lastAnswer.result]}</span>
            {isLastOpen ? <UpOutline aria-hidden /> : <DownOutline aria-hidden />}
          </button>
        )}
        {isAnswered && onAskNotes && (
          <button type="button" className={styles['quiet']} onClick={onAskNotes}>
            <AddOutline aria-hidden />
            <span>说明、照片</span>
          </button>
        )}
        {mark && <Where answer={answer} local={local} isTyping={isTyping} />}
      </div>
      {isLastOpen && lastAnswer && (
        <p className={styles['last']}>
          {lastAnswer.remark === '' ? '没有说明' : lastAnswer.remark}
          <br />
          {lastAnswer.taskName} · {formatDay(lastAnswer.answeredAt)}
        </p>
      )}
    </>
  );
}

/** For the mark: a ★ that is 不适用 without a reason is sent like any other, and only its submission waits for the reason. */
const heldAnswer = (answer: MergedAnswer | null) => answer && { ...answer, isComplete: answer.isComplete || answer.result === 'notApplicable' };

/** Whose answer it is, and where it is. */
function Where({ answer, local, isTyping }: Pick<CardFooterProps, 'answer' | 'local' | 'isTyping'>) {
  const isOffline = useReachability() === 'offline';
  return (
    <span className={styles['where']}>
      {answer?.answeredByName ?? ''}
      <SaveMark mark={saveMarkOf(heldAnswer(answer), local, isOffline, isTyping)} />
    </span>
  );
}
