import { useState } from 'react';
import { BASIS_GIST_MAX, POINT_TEXT_MAX } from '#contract/limits.ts';
import type { ChangedCitation, LawChange } from '#contract/law-change.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { isConflict } from '@/queries/client/conflict.ts';
import { readCitation, useDecideCitations } from '@/queries/laws/law-change-queries.ts';
import letters from '@/ui/basics/letters.module.css';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { ComparedArticles } from './ComparedArticles.tsx';

export interface RewriteSheetProps {
  change: LawChange;
  citation: ChangedCitation;
  /** The article that the administrator chose of several. */
  chosen: number | undefined;
  onClose: () => void;
}

interface Wording {
  content: string;
  expected: string;
  method: string;
  gist: string;
  article: string;
}

/** Gives a point the institution's own words after the law that it cites has changed. What is typed is kept until it is saved. */
export function RewriteSheet(props: RewriteSheetProps) {
  const form = `rewrite:${props.citation.pointId}:${props.citation.place}`;
  const draft = useKeptDraft<Wording>(form);
  return draft === undefined ? null : <OpenSheet {...props} form={form} kept={draft?.data} />;
}

const startOf = ({ content, expected, method, cited }: ChangedCitation, chosen: number | undefined): Wording => ({
  content,
  expected,
  method,
  gist: cited.gist,
  article: chosen === undefined ? '' : String(chosen),
});

function OpenSheet({ form: name, kept, change, citation: opened, chosen, onClose }: RewriteSheetProps & { form: string; kept: Wording | undefined }) {
  /** As it was read last: another administrator may have decided it, or saved the point, while the sheet is open. */
  const [citation, setCitation] = useState(opened);
  const { pointId, place, version, state, candidates, decision } = citation;
  const deciding = useDecideCitations();
  const start = startOf(citation, chosen);
  const form = useFields<keyof Wording>(
    {
      content: { maxLength: POINT_TEXT_MAX, isRequired: true },
      expected: { maxLength: POINT_TEXT_MAX, isRequired: true },
      method: { maxLength: POINT_TEXT_MAX },
      gist: { maxLength: BASIS_GIST_MAX },
      article: { isRequired: state === 'ambiguous' },
    },
    { ...start },
    { ...start, ...kept },
  );
  const draft = useFormDraft<Wording>(name, form.values, form.isDirty);

  /** What was typed goes on top of what the server has now. */
  const meetConflict = async (): Promise<void> => {
    const current = await readCitation(change.id, citation);
    if (current === undefined) return;
    setCitation(current);
    form.rebase(startOf(current, chosen));
  };
  const handleSave = async (): Promise<string | undefined> => {
    if (!form.checkAll()) return undefined;
    const { article, content, expected, method, gist } = form.values;
    const wording = { content: content.trim(), expected: expected.trim(), method: method.trim(), gist: gist.trim() };
    const seen = decision?.kind ?? null;
    try {
      await deciding.mutateAsync({ lawId: change.id, decisions: [{ pointId, place, version, seen, kind: 'rewrite', wording, ...(article !== '' && { article: Number(article) }) }] });
    } catch (error) {
      // Where it cannot be read now, the next save finds out again.
      if (isConflict(error)) await meetConflict().catch(() => undefined);
      throw error;
    }
    return '已改写，用于以后下发的任务';
  };

  return (
    <FormSheet title="改写要点" hasInput={form.isDirty} draft={draft} fields={form} explanation={citation !== opened && <p className={letters['quiet']}>您填写的内容没有丢失，再次保存以您填写的为准。</p>} onSave={handleSave} onClose={onClose}>
      <p className={letters['quiet']}>改写后用于以后下发的任务；已经下发的任务仍是原来的内容。</p>
      <ComparedArticles citation={citation} change={change} isOpen={false} chosen={Number(form.values.article)} />
      <TextField label="检查要点" {...form.bind('content')} rows={3} />
      <TextField label="检查标准" {...form.bind('expected')} rows={2} />
      <TextField label="检查方法" {...form.bind('method')} rows={2} />
      <TextField label="依据要点" {...form.bind('gist')} rows={2} hint="用自己的话说明依据的要求" />
      {state === 'ambiguous' && (
        <Select
          label="新版本中对应的条文"
          {...form.bind('article')}
          emptyLabel="请选择"
          options={candidates.map(({ number, label }) => ({ value: String(number), label }))}
        />
      )}
    </FormSheet>
  );
}
