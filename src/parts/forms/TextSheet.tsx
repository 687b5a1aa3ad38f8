import { type ReactNode, useState } from 'react';
import { checkField } from '#contract/rules.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { TextField } from '@/ui/controls/TextField.tsx';
import { FormSheet, type FormSheetProps } from './FormSheet.tsx';
import styles from './TextSheet.module.css';

export interface TextSheetProps {
  /** Says what the text is for: under this name the phone keeps what was typed. Undefined while the sheet is closed. */
  form: string | undefined;
  title: string;
  /** Says what the deed does. */
  children: ReactNode;
  /** Of the field. */
  label: string;
  /** What stands in it at first. */
  first?: string;
  /** Said where what was typed another time is shown in its place. */
  restoredNote?: ReactNode;
  rows: number;
  maxLength: number;
  backLabel: string;
  confirmLabel: string;
  /** Of the button that confirms: `danger` for a deed that cannot be taken back. */
  tone: 'danger' | 'primary';
  /**
   * Safe to repeat with the same text.
   * @param text without blanks around it, never empty
   * @returns what is said of what was done; rejects with why it was not, which stays in sight
   */
  onConfirm: (text: string) => Promise<string>;
  onClose: () => void;
}

/** A sheet with one text that is sent, such as the reason of a deed. What is typed survives the page. */
export function TextSheet({ form, ...props }: TextSheetProps) {
  return form === undefined ? null : <KeptSheet key={form} form={form} {...props} />;
}

/** What the server finds wrong stays in sight while the text is changed. */
const TOLD_BELOW: FormSheetProps['fields'] = { setErrors: (found) => found.map(({ message }) => message) };

type OpenSheetProps = TextSheetProps & { form: string };

function KeptSheet(props: OpenSheetProps) {
  const draft = useKeptDraft<string>(props.form);
  return draft === undefined ? null : <OpenSheet {...props} kept={draft?.data} />;
}

function OpenSheet({ form, kept, title, children, label, first = '', restoredNote, rows, maxLength, backLabel, confirmLabel, tone, onConfirm, onClose }: OpenSheetProps & { kept: string | undefined }) {
  const [text, setText] = useState(kept ?? first);
  const [error, setError] = useState<string>();
  const isChanged = text.trim() !== first.trim();
  const draft = useFormDraft(form, text, isChanged);

  const change = (next: string): void => {
    setText(next);
    setError(undefined);
  };
  const handleSave = async (): Promise<string | undefined> => {
    const found = checkField(text, { required: true, maxLength });
    setError(found);
    return found === undefined ? await onConfirm(text.trim()) : undefined;
  };

  return (
    <FormSheet
      title={title}
      hasInput={isChanged}
      draft={draft}
      restored={kept === undefined ? undefined : { deed: '提交', note: restoredNote, onDiscard: () => change(first) }}
      fields={TOLD_BELOW}
      backLabel={backLabel}
      saveLabel={confirmLabel}
      tone={tone}
      onSave={handleSave}
      onClose={onClose}
    >
      <div className={styles['words']}>{children}</div>
      <TextField label={label} value={text} onChange={change} error={error} isRequired rows={rows} maxLength={maxLength} />
    </FormSheet>
  );
}
