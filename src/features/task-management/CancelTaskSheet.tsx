import { useCancelTask } from '@/queries/task-queries.ts';
import { ReasonSheet } from './ReasonSheet.tsx';

const REASON_MAX = 200;

/** Asks for the reason of a cancellation and says what it does; open while a task is given. */
export function CancelTaskSheet({ task, onClose }: { task: { id: string; taskName: string } | undefined; onClose: () => void }) {
  const cancel = useCancelTask();
  return (
    <ReasonSheet
      form={task && `cancel-task:${task.id}`}
      title="取消任务"
      label="取消原因"
      rows={3}
      maxLength={REASON_MAX}
      backLabel="不取消"
      confirmLabel="确认取消"
      onConfirm={async (reason) => {
        await cancel.mutateAsync({ id: task?.id ?? '', reason });
        return '任务已取消';
      }}
      onClose={onClose}
    >
      取消“{task?.taskName}”后，各科室不能再填写和提交。已填写的结果会保留，可以查看和导出。取消后不能恢复。
    </ReasonSheet>
  );
}
