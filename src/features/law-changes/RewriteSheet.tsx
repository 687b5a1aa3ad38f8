import { BASIS_GIST_MAX, POINT_TEXT_MAX } from '#contract/limits.ts';
import type { ChangedCitation } from '#contract/law-change.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useDecideCitations } from '@/queries/laws/law-change-queries.ts';
import letters from '@/ui/basics/letters.module.css';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';

export interface RewriteSheetProps {
  lawId: string;
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

function OpenSheet({ form: name, kept, lawId, citation, chosen, onClose }: RewriteSheetProps & { form: string; kept: Wording | undefined }) {
  const { pointId, place, version, state, candidates } = citation;
  const deciding = useDecideCitations();
  const start: Wording = {
    content: citation.content,
    expected: citation.expected,
    method: citation.method,
    gist: citation.cited.gist,
    article: chosen === undefined ? '' : String(chosen),
  };
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

  const handleSave = async (): Promise<string | undefined> => {
    if (!form.checkAll()) return undefined;
    const { article, content, expected, method, gist } = form.values;
    const wording = { content: content.trim(), expected: expected.trim(), method: method.trim(), gist: gist.trim() };
    await deciding.mutateAsync({ lawId, decisions: [{ pointId, place, version, kind: 'rewrite', wording, ...(article !== '' && { article: Number(article) }) }] });
    return '已改写，用于以后下发的任务';
  };

  return (
    <FormSheet title="改写要点" hasInput={form.isDirty} draft={draft} fields={form} onSave={handleSave} onClose={onClose}>
      <p className={letters['quiet']}>改写后用于以后下发的任务；已经下发的任务仍是原来的内容。</p>
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
