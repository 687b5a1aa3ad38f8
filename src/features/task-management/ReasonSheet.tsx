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
import styles from './ReasonSheet.module.css';

export interface ReasonSheetProps {
  /** Says what the reason is for: under this name the phone keeps what was typed. Undefined while the sheet is closed. */
  form: string | undefined;
  title: string;
  /** Says what the deed does. */
  children: ReactNode;
  /** Of the field for the reason. */
  label: string;
  rows: number;
  maxLength: number;
  backLabel: string;
  confirmLabel: string;
  /** Where nobody knows whether it was done: that it may have been, and how to find out. */
  whenAnswerLost: string;
  /**
   * @param reason without blanks around it, never empty
   * @returns what is said of what was done; rejects with why it was not, which stays in sight
   */
  onConfirm: (reason: string) => Promise<string>;
  onClose: () => void;
}

/** Asks for the reason of a deed that cannot be taken back. */
export function ReasonSheet({ form, ...props }: ReasonSheetProps) {
  return form === undefined ? null : <KeptSheet key={form} form={form} {...props} />;
}

type OpenSheetProps = ReasonSheetProps & { form: string };

function KeptSheet(props: OpenSheetProps) {
  const draft = useKeptDraft<string>(props.form);
  return draft === undefined ? null : <OpenSheet {...props} kept={draft?.data ?? ''} />;
}

function OpenSheet({ form, kept, title, children, label, rows, maxLength, backLabel, confirmLabel, whenAnswerLost, onConfirm, onClose }: OpenSheetProps & { kept: string }) {
  const [reason, setReason] = useState(kept);
  const [isRestored, setIsRestored] = useState(kept !== '');
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useFormProblem();
  const hasReason = reason.trim() !== '';
  const draft = useFormDraft(form, reason, hasReason);
  const dismiss = useDismiss(hasReason, onClose, { kept: draft });

  const change = (text: string): void => {
    setReason(text);
    setError(undefined);
  };
  const handleDiscard = (): void => {
    setIsRestored(false);
    setProblem(undefined);
    change('');
  };
  const handleConfirm = async (): Promise<void> => {
    setProblem(undefined);
    const found = checkField(reason, { required: true, maxLength });
    setError(found);
    if (found !== undefined) return;
    let done: string;
    try {
      done = await onConfirm(reason.trim());
    } catch (failure) {
      // The reason stays in the field.
      if (isAnswerLost(failure)) setProblem(`没有收到结果，${whenAnswerLost}`);
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
          <ActionButton tone="danger" onClick={handleConfirm}>
            {confirmLabel}
          </ActionButton>
        </>
      }
    >
      {isRestored && hasReason && <RestoredNotice deed="提交" onDiscard={handleDiscard} />}
      <p className={styles['words']}>{children}</p>
      <TextField label={label} value={reason} onChange={change} error={error} isRequired rows={rows} maxLength={maxLength} />
      <FormProblem>{problem}</FormProblem>
    </Sheet>
  );
}
