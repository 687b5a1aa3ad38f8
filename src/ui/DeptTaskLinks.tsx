import { Link } from 'react-router-dom';
import type { Page } from '#contract/paging.ts';
import type { StatDeptTask } from '#contract/statistics.ts';
import { formatDay } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { RightOutline } from './icons.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { NoData } from './NoData.tsx';
import { Pagination, type PaginationProps } from './Pagination.tsx';
import { DeptTaskStatusTag } from './TaskTags.tsx';
import styles from './DeptTaskLinks.module.css';

interface DeptTaskLinksProps {
  tasks: { data: Page<StatDeptTask> | undefined; isError: boolean; error: Error | null; refetch: () => unknown };
  onPage: PaginationProps['onChange'];
  /** One of them is followed. */
  onLeave: () => void;
}

/** Department tasks behind a number; each leads to what was answered. */
export function DeptTaskLinks({ tasks, onPage, onLeave }: DeptTaskLinksProps) {
  if (tasks.data === undefined) return tasks.isError ? <LoadFailed error={tasks.error} onRetry={() => tasks.refetch()} /> : <ListSkeleton rows={4} />;
  const { records, total, pageNum, pageSize } = tasks.data;
  if (total === 0) return <NoData hint="没有这样的科室任务" />;
  return (
    <>
      <ul className={styles['tasks']} aria-label="科室任务">
        {records.map((task) => (
          <Task key={task.id} task={task} onLeave={onLeave} />
        ))}
      </ul>
      <Pagination pageNum={pageNum} pageSize={pageSize} total={total} onChange={onPage} />
    </>
  );
}

function Task({ task, onLeave }: { task: StatDeptTask; onLeave: () => void }) {
  return (
    <li>
      <Link className={styles['task']} to={paths.deptInfo.to(task.taskId, task.deptId)} onClick={onLeave}>
        <span className={styles['words']}>
          <strong>
            {task.deptName} · {task.taskName}
          </strong>
          <span className={styles['tags']}>
            <DeptTaskStatusTag status={task.status} isOverdue={task.isOverdue} isLate={task.isLate} />
          </span>
          <span className={styles['facts']}>
            截止 {task.endDate}
            {task.submittedAt !== null && ` · 提交 ${formatDay(task.submittedAt)}`} · 已查 {task.answeredCount}/{task.pointCount}
            {task.unqualifiedCount > 0 && ` · 不合格 ${task.unqualifiedCount}`}
            {task.correctedCount > 0 && ` · 已整改 ${task.correctedCount}`}
          </span>
        </span>
        <RightOutline aria-hidden />
      </Link>
    </li>
  );
}
