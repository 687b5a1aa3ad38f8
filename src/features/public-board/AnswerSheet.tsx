import type { Opinion } from '#contract/public-board.ts';
import { useAnswerOpinion } from '@/queries/public-board-queries.ts';
import { TextSheet } from './TextSheet.tsx';
import styles from './BoardPage.module.css';

/** Answers 监督意见, or changes the answer. */
export function AnswerSheet({ opinion, onClose }: { opinion: Opinion; onClose: () => void }) {
  const answer = useAnswerOpinion();
  return (
    <TextSheet
      title="答复监督意见"
      label="答复"
      first={opinion.answer}
      confirmLabel="答复"
      done="已答复，并通知了提意见的人"
      onSend={(text) => answer.mutateAsync({ id: opinion.id, answer: text })}
      onClose={onClose}
    >
      <p className={styles['text']}>{opinion.body}</p>
    </TextSheet>
  );
}
