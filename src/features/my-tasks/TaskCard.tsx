import { Link } from 'react-router-dom';
import { isOpen, taskTypeLabel } from '#contract/task-status.ts';
import type { DeptTask } from '#contract/task.ts';
import { taskPath } from '@/lib/task-path.ts';
import { TypeTag } from '@/parts/tags/TypeTag.tsx';
import { useTaskProgress } from '@/queries/work/useTaskProgress.ts';
import { ProgressRing } from '@/ui/basics/ProgressRing.tsx';
import { TaskMarks } from './TaskMarks.tsx';
import type { WaitingWork } from './useWaitingWork.ts';
import styles from './TaskCard.module.css';

interface TaskCardProps {
  task: DeptTask;
  waiting: WaitingWork | undefined;
  isKept: boolean;
}

/** A department task on a phone: how urgent, how far, and what of it is where. */
export function TaskCard({ task, waiting, isKept }: TaskCardProps) {
  const { answered, unqualified, toChange, hasDetail } = useTaskProgress(task);
  return (
    <li>
      <Link className={styles['card']} to={taskPath(task)}>
        <div className={styles['words']}>
          <p className={styles['name']}>{task.taskName}</p>
          <p className={styles['facts']}>
            <TypeTag>{taskTypeLabel(task.taskType)}</TypeTag> <span className={styles['day']}>截止 {task.endDate}</span>
          </p>
          <div className={styles['marks']}>
            <TaskMarks task={task} waiting={waiting} isKept={isKept || hasDetail} toChange={toChange} />
          </div>
        </div>
        <div className={styles['progress']}>
          <ProgressRing value={answered} max={task.pointCount} label="自查进度" />
          <span className={styles['count']}>
            {answered}/{task.pointCount}
          </span>
          {unqualified > 0 && <span className={styles['unqualified']}>不合格 {unqualified}</span>}
        </div>
        {isOpen(task.status) && task.returnReason !== null && <p className={styles['returned']}>退回原因：{task.returnReason}</p>}
      </Link>
    </li>
  );
}
