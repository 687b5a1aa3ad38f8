import { type ReactNode, useState } from 'react';
import { checkField } from '#contract/rules.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { isAnswerLost } from '@/queries/client/lost-answer.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { RestoredNotice } from '@/ui/sheets/RestoredNotice.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
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

type OpenSheetProps = TextSheetProps & { form: string };

function KeptSheet(props: OpenSheetProps) {
  const draft = useKeptDraft<string>(props.form);
  return draft === undefined ? null : <OpenSheet {...props} kept={draft?.data} />;
}

function OpenSheet({ form, kept, title, children, label, first = '', rows, maxLength, backLabel, confirmLabel, tone, onConfirm, onClose }: OpenSheetProps & { kept: string | undefined }) {
  const [text, setText] = useState(kept ?? first);
  const [isRestored, setIsRestored] = useState(kept !== undefined);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useFormProblem();
  const isChanged = text.trim() !== first.trim();
  const draft = useFormDraft(form, text, isChanged);
  const dismiss = useDismiss(isChanged, onClose, { kept: draft });

  const change = (next: string): void => {
    setText(next);
    setError(undefined);
  };
  const handleDiscard = (): void => {
    setIsRestored(false);
    setProblem(undefined);
    change(first);
  };
  const handleConfirm = async (): Promise<void> => {
    setProblem(undefined);
    const found = checkField(text, { required: true, maxLength });
    setError(found);
    if (found !== undefined) return;
    let done: string;
    try {
      done = await onConfirm(text.trim());
    } catch (failure) {
      // The text stays in the field.
      if (isAnswerLost(failure)) setProblem('没有收到结果，请再试一次，不会重复');
      else setProblem(failure instanceof Error ? failure.message : '操作失败，请重试');
      return;
    }
    await draft.forget();
    notify(done, 'success');
    onClose();
  };

  return (
    <Sheet
      isOpen
      title={title}
      onClose={() => void dismiss()}
      footer={
        <>
          <ActionButton onClick={dismiss}>{backLabel}</ActionButton>
          <ActionButton tone={tone} onClick={handleConfirm}>
            {confirmLabel}
          </ActionButton>
        </>
      }
    >
      {isRestored && isChanged && <RestoredNotice deed="提交" onDiscard={handleDiscard} />}
      <div className={styles['words']}>{children}</div>
      <TextField label={label} value={text} onChange={change} error={error} isRequired rows={rows} maxLength={maxLength} />
      <FormProblem>{problem}</FormProblem>
    </Sheet>
  );
}
