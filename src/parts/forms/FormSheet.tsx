import { type ReactNode, useState } from 'react';
import { fieldErrorsOf } from '@/queries/client/field-errors.ts';
import { isAnswerLost, whyNotDone } from '@/queries/client/lost-answer.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import type { Fields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { RestoredNotice } from '@/ui/sheets/RestoredNotice.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { type DismissOptions, useDismiss } from '@/ui/sheets/useDismiss.ts';

export interface FormSheetProps {
  title: string;
  children: ReactNode;
  /** Something was typed, which closing would lose. */
  hasInput?: boolean;
  /** What keeps on this phone what was typed. */
  draft?: DismissOptions['kept'];
  /** Where what is shown was typed another time. */
  restored?: { deed: string; note?: ReactNode; onDiscard: () => void } | undefined;
  /** They show what the server finds wrong with them. */
  fields?: Pick<Fields<string>, 'setErrors'>;
  backLabel?: string;
  saveLabel?: ReactNode;
  tone?: 'primary' | 'danger';
  canSave?: boolean;
  /** Below what went wrong: what explains it. */
  explanation?: ReactNode;
  /** What went wrong holds in this one, and is not said in another. */
  situation?: string;
  /**
   * Safe to repeat with the same input: nobody may know whether it was done.
   * @returns what is said of what was done; undefined where something is wrong with what was typed, and is shown there.
   * Rejects with why it was not done, which stays in sight
   */
  onSave: () => Promise<string | undefined>;
  /** A second way to save what was typed. It stands where the way back would, which the corner of the sheet has too. */
  otherSave?: { label: string; onSave: () => Promise<string | undefined> } | undefined;
  onClose: () => void;
}

const UNCONFIRMED = {
  content: '没有收到结果，可能已经完成：再试一次不会重复。关闭后不再保留填写的内容，请核对后再决定是否重新填写。',
  confirmText: '关闭',
  cancelText: '继续填写',
};

/** A form in a sheet. It closes once it is saved, and asks before it loses what was typed. */
export function FormSheet({
  title,
  children,
  hasInput = false,
  draft,
  restored,
  fields,
  backLabel = '取消',
  saveLabel = '保存',
  tone = 'primary',
  canSave = true,
  explanation,
  situation,
  onSave,
  otherSave,
  onClose,
}: FormSheetProps) {
  const [problem, setProblem] = useFormProblem();
  const [isSaving, setIsSaving] = useState(false);
  const [isDiscarded, setIsDiscarded] = useState(false);
  const [before, setBefore] = useState(situation);
  if (situation !== before) {
    setBefore(situation);
    setProblem(undefined);
  }
  /** Nobody knows whether it was done: what is closed may be there already. */
  const [isUnconfirmed, setIsUnconfirmed] = useState(false);
  const dismiss = useDismiss(hasInput, onClose, { ...(isUnconfirmed && { question: UNCONFIRMED }), ...(draft && { kept: draft }) });

  const sayWhatFailed = (error: unknown): void => {
    setIsUnconfirmed(isAnswerLost(error));
    const found = fieldErrorsOf(error);
    const others = fields?.setErrors(found);
    if (found.length > 0 && others?.length === 0) return;
    setProblem(others?.[0] ?? whyNotDone(error));
  };
  const save = async (send: () => Promise<string | undefined>): Promise<void> => {
    setProblem(undefined);
    setIsSaving(true);
    let done: string | undefined;
    try {
      done = await send();
    } catch (error) {
      sayWhatFailed(error);
      return;
    } finally {
      setIsSaving(false);
    }
    if (done === undefined) return;
    await draft?.forget();
    notify(done, 'success');
    onClose();
  };
  const handleDiscard = (): void => {
    setIsDiscarded(true);
    setProblem(undefined);
    restored?.onDiscard();
  };

  return (
    <Sheet
      isOpen
      title={title}
      onClose={() => void dismiss()}
      footer={
        <>
          {otherSave === undefined ? (
            <ActionButton onClick={dismiss}>{backLabel}</ActionButton>
          ) : (
            <ActionButton isDisabled={!canSave || isSaving} onClick={() => save(otherSave.onSave)}>
              {otherSave.label}
            </ActionButton>
          )}
          <ActionButton tone={tone} isDisabled={!canSave || isSaving} onClick={() => save(onSave)}>
            {saveLabel}
          </ActionButton>
        </>
      }
    >
      <div className={stack['parts']}>
        {restored !== undefined && !isDiscarded && hasInput && (
          <RestoredNotice deed={restored.deed} onDiscard={handleDiscard}>
            {restored.note}
          </RestoredNotice>
        )}
        {children}
        <FormProblem>{problem}</FormProblem>
        {explanation}
      </div>
    </Sheet>
  );
}
