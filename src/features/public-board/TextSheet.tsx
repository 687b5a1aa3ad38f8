import { type ReactNode, useState } from 'react';
import { OPINION_MAX } from '#contract/limits.ts';
import { checkField } from '#contract/rules.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
import styles from './BoardPage.module.css';

interface TextSheetProps {
  title: string;
  label: string;
  first?: string;
  confirmLabel: string;
  done: string;
  /** Above the field. */
  children: ReactNode;
  /** @param text without blanks around it, never empty; rejects with why it was not sent */
  onSend: (text: string) => Promise<unknown>;
  onClose: () => void;
}

/** A sheet with one text that is sent. */
export function TextSheet({ title, label, first = '', confirmLabel, done, children, onSend, onClose }: TextSheetProps) {
  const [text, setText] = useState(first);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useFormProblem();
  const dismiss = useDismiss(text.trim() !== first.trim(), onClose);
  const handleSend = async (): Promise<void> => {
    setProblem(undefined);
    const found = checkField(text, { required: true, maxLength: OPINION_MAX });
    setError(found);
    if (found !== undefined) return;
    try {
      await onSend(text.trim());
    } catch (failure) {
      // The text stays in the field.
      setProblem(failure instanceof Error ? failure.message : '提交失败，请重试');
      return;
    }
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
          <ActionButton onClick={dismiss}>取消</ActionButton>
          <ActionButton tone="primary" onClick={handleSend}>
            {confirmLabel}
          </ActionButton>
        </>
      }
    >
      <div className={styles['content']}>
        {children}
        <TextField
          label={label}
          value={text}
          onChange={(next) => {
            setText(next);
            setError(undefined);
          }}
          error={error}
          isRequired
          rows={5}
          maxLength={OPINION_MAX}
        />
        <FormProblem>{problem}</FormProblem>
      </div>
    </Sheet>
  );
}
