import { useState } from 'react';
import { OPINION_MAX } from '#contract/limits.ts';
import { MAX_PAGE_SIZE } from '#contract/paging.ts';
import { newId } from '@/lib/new-id.ts';
import { TextSheet } from '@/parts/forms/TextSheet.tsx';
import { useAddOpinion, usePublicBoard } from '@/queries/public-board-queries.ts';
import letters from '@/ui/basics/letters.module.css';
import { Select } from '@/ui/controls/Select.tsx';

/** Leaves 监督意见, of what is published or of anything else. */
export function OpinionSheet({ onClose }: { onClose: () => void }) {
  const add = useAddOpinion();
  // The same for every try, so that one whose answer was lost is not left twice.
  const [id] = useState(newId);
  const [about, setAbout] = useState('');
  const published = usePublicBoard({ pageNum: 1, pageSize: MAX_PAGE_SIZE }).data?.records ?? [];
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
      onConfirm={async (body) => {
        await add.mutateAsync({ id, body, declarationId: about === '' ? null : about });
        return '意见已提交，答复后会通知您';
      }}
      onClose={onClose}
    >
      <p className={letters['quiet']}>对公示内容或本院依法执业的意见。管理员能看到您的姓名和科室，其他人看不到。</p>
      <Select label="针对的公示" value={about} onChange={setAbout} emptyLabel="不针对某一份" options={published.map((record) => ({ value: record.id, label: record.title }))} />
    </TextSheet>
  );
}
