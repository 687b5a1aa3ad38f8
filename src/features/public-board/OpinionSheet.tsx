import { useState } from 'react';
import { OPINION_MAX } from '#contract/limits.ts';
import { MAX_PAGE_SIZE } from '#contract/paging.ts';
import { newId } from '@/lib/new-id.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { isConflict } from '@/queries/client/conflict.ts';
import { useAddOpinion, usePublicBoard } from '@/queries/public-board-queries.ts';
import letters from '@/ui/basics/letters.module.css';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';

const FORM = 'opinion:new';

/** What the phone keeps of it, so its shape carries the version of the rows. */
interface OpinionInput {
  /** The same for every try, also after the page was opened anew: one whose answer was lost is not left twice. */
  id: string;
  body: string;
  about: string;
}

const emptyInput = (): OpinionInput => ({ id: newId(), body: '', about: '' });

/** Leaves 监督意见, of what is published or of anything else. */
export function OpinionSheet({ onClose }: { onClose: () => void }) {
  // An earlier release kept the text alone.
  const draft = useKeptDraft<OpinionInput | string>(FORM);
  if (draft === undefined) return null;
  const kept = draft?.data;
  return <OpenSheet kept={typeof kept === 'string' ? { ...emptyInput(), body: kept } : kept} onClose={onClose} />;
}

function OpenSheet({ kept, onClose }: { kept: OpinionInput | undefined; onClose: () => void }) {
  const add = useAddOpinion();
  const [{ id, about: chosen }, setChosen] = useState<Pick<OpinionInput, 'id' | 'about'>>(kept ?? emptyInput);
  const form = useFields({ body: { maxLength: OPINION_MAX, isRequired: true } }, { body: '' }, { body: kept?.body ?? '' });
  const { body } = form.values;
  const published = usePublicBoard({ pageNum: 1, pageSize: MAX_PAGE_SIZE }).data?.records;
  // While it waits on this phone, what it is about may be taken back.
  const about = published?.some((record) => record.id === chosen) === false ? '' : chosen;
  const hasInput = form.isDirty || about !== '';
  const draft = useFormDraft<OpinionInput>(FORM, { id, body, about }, hasInput);

  const handleSave = async (): Promise<string | undefined> => {
    if (!form.checkAll()) return undefined;
    try {
      await add.mutateAsync({ id, body: body.trim(), declarationId: about === '' ? null : about });
    } catch (error) {
      // What came under this id says something else: whoever has read that and submits again means another opinion.
      if (isConflict(error)) setChosen({ id: newId(), about });
      throw error;
    }
    return '意见已提交，答复后会通知您';
  };
  const handleDiscard = (): void => {
    form.reset();
    setChosen(emptyInput());
  };

  return (
    <FormSheet
      title="提监督意见"
      hasInput={hasInput}
      draft={draft}
      restored={kept === undefined ? undefined : { deed: '提交', onDiscard: handleDiscard }}
      fields={form}
      saveLabel="提交"
      onSave={handleSave}
      onClose={onClose}
    >
      <p className={letters['quiet']}>对公示内容或本院依法执业的意见。管理员能看到您的姓名和科室，其他人看不到。</p>
      <Select label="针对的公示" value={about} onChange={(next) => setChosen({ id, about: next })} emptyLabel="不针对某一份" options={(published ?? []).map((record) => ({ value: record.id, label: record.title }))} />
      <TextField label="意见内容" {...form.bind('body')} rows={5} />
    </FormSheet>
  );
}
