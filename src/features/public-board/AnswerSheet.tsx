import { OPINION_MAX } from '#contract/limits.ts';
import type { Opinion } from '#contract/public-board.ts';
import { TextSheet } from '@/parts/forms/TextSheet.tsx';
import { useOverwriting } from '@/queries/client/useOverwriting.ts';
import { readOpinion, useAnswerOpinion } from '@/queries/public-board-queries.ts';
import styles from './BoardPage.module.css';

/** Answers 监督意见, or changes the answer. */
export function AnswerSheet({ opinion, onClose }: { opinion: Opinion; onClose: () => void }) {
  const send = useAnswerOpinion();
  const overwrite = useOverwriting({ answer: opinion.answer }, async () => {
    const now = await readOpinion(opinion.id);
    return now && { answer: now.answer };
  });
  return (
    <TextSheet
      form={`opinion-answer:${opinion.id}`}
      title="答复监督意见"
      label="答复"
      first={opinion.answer}
      restoredNote={opinion.answer !== '' && `现有答复：“${opinion.answer}”`}
      rows={5}
      maxLength={OPINION_MAX}
      backLabel="取消"
      confirmLabel="答复"
      tone="primary"
      onConfirm={async (answer) => {
        await overwrite((began) => send.mutateAsync({ id: opinion.id, answer, ...began }));
        return '已答复，并通知了提意见的人';
      }}
      onClose={onClose}
    >
      <p className={styles['text']}>{opinion.body}</p>
    </TextSheet>
  );
}
