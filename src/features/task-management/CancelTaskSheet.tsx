import { useState } from 'react';
import { REQUIRED_MESSAGE } from '#contract/rules.ts';
import { useCancelTask } from '@/queries/task-queries.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { notify } from '@/ui/notify.ts';
import { Sheet } from '@/ui/Sheet.tsx';
import { TextField } from '@/ui/TextField.tsx';

const REASON_MAX = 200;

/** Asks for the reason of a cancellation and says what it does; open while a task is given. */
export function CancelTaskSheet({ task, onClose }: { task: { id: string; taskName: string } | undefined; onClose: () => void }) {
  const cancel = useCancelTask();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();

  const close = (): void => {
    setReason('');
    setError(undefined);
    onClose();
  };
  const handleConfirm = async (): Promise<void> => {
    if (!task) return;
    if (reason.trim() === '') {
      setError(REQUIRED_MESSAGE);
      return;
    }
    try {
      await cancel.mutateAsync({ id: task.id, reason: reason.trim() });
    } catch {
      // The mutation cache has shown why; the reason stays in the field.
      return;
    }
    notify('任务已取消', 'success');
    close();
  };

  return (
    <Sheet
      isOpen={task !== undefined}
      title="取消任务"
      onClose={close}
      footer={
        <>
          <ActionButton onClick={close}>不取消</ActionButton>
          <ActionButton tone="danger" onClick={handleConfirm}>
            确认取消
          </ActionButton>
        </>
      }
    >
      <p>
        取消“{task?.taskName}”后，各科室不能再填写和提交。已填写的结果会保留，可以查看和导出。取消后不能恢复。
      </p>
      <TextField
        label="取消原因"
        value={reason}
        onChange={(text) => {
          setReason(text);
          setError(undefined);
        }}
        error={error}
        isRequired
        rows={3}
        maxLength={REASON_MAX}
      />
    </Sheet>
  );
}
