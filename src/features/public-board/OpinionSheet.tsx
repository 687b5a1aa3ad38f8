import { useState } from 'react';
import { newId } from '@/lib/new-id.ts';
import { useAddOpinion } from '@/queries/public-board-queries.ts';
import { TextSheet } from './TextSheet.tsx';
import styles from './BoardPage.module.css';

/** Leaves 监督意见. */
export function OpinionSheet({ onClose }: { onClose: () => void }) {
  const add = useAddOpinion();
  // The same for every try, so that one whose answer was lost is not left twice.
  const [id] = useState(newId);
  return (
    <TextSheet title="提监督意见" label="意见内容" confirmLabel="提交" done="意见已提交，答复后会通知您" onSend={(body) => add.mutateAsync({ id, body })} onClose={onClose}>
      <p className={styles['facts']}>对公示内容或本院依法执业的意见。管理员能看到您的姓名和科室，其他人看不到。</p>
    </TextSheet>
  );
}
