import { useState } from 'react';
import { OPINION_MAX } from '#contract/limits.ts';
import { newId } from '@/lib/new-id.ts';
import { TextSheet } from '@/parts/forms/TextSheet.tsx';
import { useAddOpinion } from '@/queries/public-board-queries.ts';
import styles from './BoardPage.module.css';

/** Leaves 监督意见. */
export function OpinionSheet({ onClose }: { onClose: () => void }) {
  const add = useAddOpinion();
  // The same for every try, so that one whose answer was lost is not left twice.
  const [id] = useState(newId);
  return (
    <TextSheet
      form="opinion:new"
      title="提监督意见"
      label="意见内容"
      rows={5}
      maxLength={OPINION_MAX}
      backLabel="取消"
      confirmLabel="提交"
      tone="primary"
      whenAnswerLost="意见可能已经提交，再次提交不会重复"
      onConfirm={async (body) => {
        await add.mutateAsync({ id, body });
        return '意见已提交，答复后会通知您';
      }}
      onClose={onClose}
    >
      <p className={styles['facts']}>对公示内容或本院依法执业的意见。管理员能看到您的姓名和科室，其他人看不到。</p>
    </TextSheet>
  );
}
