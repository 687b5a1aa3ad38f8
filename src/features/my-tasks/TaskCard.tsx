import { isOpen } from '#contract/task-status.ts';
import type { DeptTask } from '#contract/task.ts';
import { taskPath } from '@/lib/task-path.ts';
import type { Waiting } from '@/parts/work/waiting.ts';
import { WorkCard } from '@/parts/work/WorkCard.tsx';
import { useTaskProgress } from '@/queries/work/useTaskProgress.ts';
import { TaskMarks } from './TaskMarks.tsx';

interface TaskCardProps {
  task: DeptTask;
  waiting: Waiting | undefined;
  isKept: boolean;
}

export function TaskCard({ task, waiting, isKept }: TaskCardProps) {
  const { answered, unqualified, toChange, hasDetail } = useTaskProgress(task);
  return (
    <WorkCard
      to={taskPath(task)}
      work={task}
      due={`截止 ${task.endDate}`}
      marks={<TaskMarks task={task} waiting={waiting} isKept={isKept || hasDetail} toChange={toChange} isFull={answered === task.pointCount} />}
      progress={{ done: answered, of: task.pointCount, label: '自查进度' }}
      unqualified={unqualified}
      returned={isOpen(task.status) ? task.returnReason : null}
    />
  );
}
