import { type LocalAnswer, type MergedAnswer, waitsToBeCleared } from '@/offline/entries/answers.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { saveMarkOf, type SaveMarkState } from '@/parts/filled/save-mark.ts';
import { SaveMark } from '@/parts/filled/SaveMark.tsx';
import styles from './CardMark.module.css';

export interface CardMarkProps {
  answer: MergedAnswer | null;
  local: LocalAnswer | undefined;
  /** The remark on the screen is not being stored yet. */
  isTyping: boolean;
}

/** Whose answer it is, and where it is. */
export function CardMark({ answer, local, isTyping }: CardMarkProps) {
  const isOffline = useReachability() === 'offline';
  return (
    <span className={styles['where']}>
      {answer?.answeredByName ?? ''}
      <SaveMark mark={markOf({ answer, local, isTyping }, isOffline)} />
    </span>
  );
}

/** A ★ that is 不适用 without a reason is sent like any other, and only its submission waits for the reason. */
export function markOf({ answer, local, isTyping }: CardMarkProps, isOffline: boolean): SaveMarkState | null {
  if (waitsToBeCleared(local)) return saveMarkOf({ isLocal: true, isComplete: true }, local, isOffline, isTyping);
  const held = answer && { ...answer, isComplete: answer.isComplete || answer.result === 'notApplicable' };
  return saveMarkOf(held, local, isOffline, isTyping);
}
