import type { TaskRow } from '#contract/task.ts';
import { useCancelTask } from '@/queries/work/task-queries.ts';
import { TextSheet } from '@/parts/forms/TextSheet.tsx';

const REASON_MAX = 200;

interface CancelTaskSheetProps {
  /** Undefined while the sheet is closed. */
  task: Pick<TaskRow, 'id' | 'taskName' | 'submittedCount' | 'unqualifiedCount'> | undefined;
  onClose: () => void;
}

/** Asks for the reason of a cancellation and says what it does. */
export function CancelTaskSheet({ task, onClose }: CancelTaskSheetProps) {
  const cancel = useCancelTask();
  const mayHaveCorrections = task !== undefined && task.submittedCount > 0 && task.unqualifiedCount > 0;
  return (
    <TextSheet
      form={task && `cancel-task:${task.id}`}
      title="取消任务"
      label="取消原因"
      rows={3}
      maxLength={REASON_MAX}
      backLabel="不取消"
      confirmLabel="确认取消"
      tone="danger"
      onConfirm={async (reason) => {
        await cancel.mutateAsync({ id: task?.id ?? '', reason });
        return '任务已取消';
      }}
      onClose={onClose}
    >
      取消“{task?.taskName}”后，各科室不能再填写和提交。
      {mayHaveCorrections && `${task.submittedCount} 个科室已提交，其中还没有确认的自纠也随之终止，不能再整改或确认。`}
      已填写的结果会保留，可以查看和导出。取消后不能恢复。
    </TextSheet>
  );
}
