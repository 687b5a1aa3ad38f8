import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import type { StatDeptTask } from '#contract/statistics.ts';
import { STAT_KINDS, type StatKind } from '#contract/statistics-kind.ts';
import type { TaskType } from '#contract/task-status.ts';
import { formatDay } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { useStatTasks } from '@/queries/statistics-queries.ts';
import { RightOutline } from '@/ui/icons.tsx';
import { ListSkeleton } from '@/ui/ListSkeleton.tsx';
import { LoadFailed } from '@/ui/LoadFailed.tsx';
import { NoData } from '@/ui/NoData.tsx';
import { Pagination } from '@/ui/Pagination.tsx';
import { Select } from '@/ui/Select.tsx';
import { Sheet } from '@/ui/Sheet.tsx';
import { DeptTaskStatusTag } from '@/ui/TaskTags.tsx';
import { kindLabel } from './check-figures.ts';
import styles from './StatTasksSheet.module.css';

/** A number whose department tasks are looked at. */
export interface Behind {
  title: string;
  note?: string;
  kind: StatKind;
  deptId?: string;
  /** With `kind` unqualified: those in which this point failed. */
  pointId?: string;
}

interface StatTasksSheetProps {
  behind: Behind | undefined;
  taskType: TaskType;
  query: { startDate: string; endDate: string; deptId?: string };
  onClose: () => void;
}

/** The department tasks behind a number; each leads to what was answered. */
export function StatTasksSheet({ behind, taskType, query, onClose }: StatTasksSheetProps) {
  return (
    <Sheet isOpen={behind !== undefined} title={behind?.title ?? ''} onClose={onClose}>
      {behind && <TasksBehind behind={behind} taskType={taskType} query={query} onLeave={onClose} />}
    </Sheet>
  );
}

function TasksBehind({ behind, taskType, query, onLeave }: Omit<StatTasksSheetProps, 'behind' | 'onClose'> & { behind: Behind; onLeave: () => void }) {
  const [kind, setKind] = useState(behind.kind);
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const { deptId, pointId } = behind;
  const tasks = useStatTasks({ ...query, taskType, kind, ...page, ...(deptId === undefined ? {} : { deptId }), ...(pointId === undefined ? {} : { pointId }) });
  return (
    <div className={styles['content']}>
      {behind.note !== undefined && <p>{behind.note}</p>}
      {pointId === undefined && (
        <Select
          label="范围"
          value={kind}
          onChange={(value) => {
            setKind(value as StatKind);
            setPage({ ...page, pageNum: 1 });
          }}
          options={STAT_KINDS.map((value) => ({ value, label: kindLabel[value] }))}
        />
      )}
      {tasks.data ? (
        tasks.data.total === 0 ? (
          <NoData hint="没有这样的科室任务" />
        ) : (
          <>
            <ul className={styles['tasks']} aria-label="科室任务">
              {tasks.data.records.map((task) => (
                <Task key={task.id} task={task} onLeave={onLeave} />
              ))}
            </ul>
            <Pagination pageNum={tasks.data.pageNum} pageSize={tasks.data.pageSize} total={tasks.data.total} onChange={setPage} />
          </>
        )
      ) : tasks.isError ? (
        <LoadFailed error={tasks.error} onRetry={() => tasks.refetch()} />
      ) : (
        <ListSkeleton rows={4} />
      )}
    </div>
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
