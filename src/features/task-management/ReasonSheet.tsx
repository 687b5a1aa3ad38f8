import { type ReactNode, useState } from 'react';
import { checkField } from '#contract/rules.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { notify } from '@/ui/notify.ts';
import { Sheet } from '@/ui/Sheet.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { useDismiss } from '@/ui/useDismiss.ts';
import styles from './ReasonSheet.module.css';

export interface ReasonSheetProps {
  isOpen: boolean;
  title: string;
  /** Says what the deed does. */
  children: ReactNode;
  /** Of the field for the reason. */
  label: string;
  rows: number;
  maxLength: number;
  backLabel: string;
  confirmLabel: string;
  /** Said when it is done. */
  doneMessage: string;
  /** @param reason without blanks around it, never empty; rejects when the deed failed and the person was told why */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of a deed that cannot be taken back. */
export function ReasonSheet({ isOpen, title, children, label, rows, maxLength, backLabel, confirmLabel, doneMessage, onConfirm, onClose }: ReasonSheetProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();

  const close = (): void => {
    setReason('');
    setError(undefined);
    onClose();
  };
  const dismiss = useDismiss(reason.trim() !== '', close);
  const handleConfirm = async (): Promise<void> => {
    const found = checkField(reason, { required: true, maxLength });
    setError(found);
    if (found !== undefined) return;
    try {
      await onConfirm(reason.trim());
    } catch {
      // The mutation cache has shown why; the reason stays in the field.
      return;
    }
    notify(doneMessage, 'success');
    close();
  };

  return (
    <Sheet
      isOpen={isOpen}
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
      <p className={styles['words']}>{children}</p>
      <TextField
        label={label}
        value={reason}
        onChange={(text) => {
          setReason(text);
          setError(undefined);
        }}
        error={error}
        isRequired
        rows={rows}
        maxLength={maxLength}
      />
    </Sheet>
  );
}
