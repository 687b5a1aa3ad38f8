import { useState } from 'react';
import type { LateAnswer } from '#contract/late-answer.ts';
import { RETURN_REASON_MAX } from '#contract/limits.ts';
import { REQUIRED_MESSAGE } from '#contract/rules.ts';
import { useDecideLateAnswer } from '@/queries/late-answer-queries.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { notify } from '@/ui/notify.ts';
import { Sheet } from '@/ui/Sheet.tsx';
import { TextField } from '@/ui/TextField.tsx';

/** Asks why late work is not accepted: its person reads it. Open while one is given. */
export function RejectLateSheet({ late, onClose }: { late: LateAnswer | undefined; onClose: () => void }) {
  const decide = useDecideLateAnswer();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();

  const close = (): void => {
    setReason('');
    setError(undefined);
    onClose();
  };
  const handleConfirm = async (): Promise<void> => {
    if (late === undefined) return;
    if (reason.trim() === '') {
      setError(REQUIRED_MESSAGE);
      return;
    }
    try {
      await decide.mutateAsync({ id: late.id, decision: 'rejected', reason: reason.trim() });
    } catch {
      // The mutation cache has shown why; the reason stays in the field.
      return;
    }
    notify('未采纳，已告知填写人', 'success');
    close();
  };

  return (
    <Sheet
      isOpen={late !== undefined}
      title="不采纳"
      onClose={close}
      footer={
        <>
          <ActionButton onClick={close}>返回</ActionButton>
          <ActionButton tone="danger" onClick={handleConfirm}>
            确认不采纳
          </ActionButton>
        </>
      }
    >
      <p>这项填写仍留作记录，{late?.answeredByName}会看到原因。</p>
      <TextField
        label="不采纳的原因"
        value={reason}
        onChange={(text) => {
          setReason(text);
          setError(undefined);
        }}
        error={error}
        isRequired
        rows={2}
        maxLength={RETURN_REASON_MAX}
      />
    </Sheet>
  );
}
