import { useState } from 'react';
import { formatShortTime } from '@/lib/dates.ts';
import { declarationFormPrefix, placeOfForm } from '@/lib/form-names.ts';
import { forgetUploads } from '@/offline/files/uploads.ts';
import { forgetDraft, listDrafts } from '@/offline/forms/form-drafts.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import stack from '@/ui/basics/stack.module.css';
import { confirmDiscard } from './confirm-discard.ts';
import type { DeclarationForm } from './declaration-form.ts';
import type { DeclarationKind } from './declaration-kinds.ts';
import styles from './UnsavedForms.module.css';

const listForms = listDrafts<DeclarationForm>;

/** What was typed on this phone and not saved: each a way back to its form. */
export function UnsavedForms({ kind: { selfDeclaredType: type, title } }: { kind: DeclarationKind }) {
  const [discarded, setDiscarded] = useState<ReadonlySet<string>>(new Set());
  const kept = useLoaded(declarationFormPrefix(type), listForms) ?? [];
  const drafts = kept.filter(({ form }) => !discarded.has(form));

  const handleDiscard = async (form: string): Promise<void> => {
    if (!(await confirmDiscard())) return;
    const problem = await forgetDraft(form);
    if (problem !== null) {
      notify(problem, 'error');
      return;
    }
    await forgetUploads(form);
    setDiscarded((before) => new Set([...before, form]));
  };

  if (drafts.length === 0) return null;
  return (
    <ul className={stack['lines']} aria-label="未保存的填写">
      {drafts.map(({ form, data, keptAt, isStored }) => (
        <li key={form} className={styles['row']}>
          <p className={styles['words']}>
            <strong>{data.text.title.trim() || `未命名的${title}`}</strong>
            <span>
              {data.revision === null ? '新增' : '修改'}未保存，{isStored ? <WholeWords text={`${formatShortTime(keptAt)} 存于本机`} /> : '未能存入本机，关闭页面就会丢失'}
            </span>
          </p>
          <ActionButton tone="text" size="small" label={`丢弃 ${data.text.title.trim() || `未命名的${title}`}`} onClick={() => handleDiscard(form)}>
            丢弃
          </ActionButton>
          <a className={styles['link']} href={`#${placeOfForm(form)?.path ?? ''}`}>
            继续填写
          </a>
        </li>
      ))}
    </ul>
  );
}
