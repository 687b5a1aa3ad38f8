import { isOpen, taskTypeLabel } from '#contract/task-status.ts';
import type { DeptTask } from '#contract/task.ts';
import { taskPath } from '@/lib/task-path.ts';
import { useTaskProgress } from '@/queries/work/useTaskProgress.ts';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { DataList, type Column } from '@/ui/lists/DataList.tsx';
import { TaskMarks } from './TaskMarks.tsx';
import type { WaitingWork } from './useWaitingWork.ts';
import styles from './TaskTable.module.css';

interface TaskTableProps {
  tasks: readonly DeptTask[];
  waiting: ReadonlyMap<string, WaitingWork>;
  kept: ReadonlySet<string>;
}

/** The same tasks as the cards, on a desktop. */
export function TaskTable({ tasks, waiting, kept }: TaskTableProps) {
  const columns: Column<DeptTask>[] = [
    {
      key: 'taskName',
      title: '任务名称',
      minWidth: '10em',
      render: (task) => task.taskName,
    },
    { key: 'marks', title: '状态', width: '260px', render: (task) => <Marks task={task} waiting={waiting.get(task.id)} isKept={kept.has(task.id)} /> },
    { key: 'taskType', title: '类型', width: '96px', render: (task) => taskTypeLabel(task.taskType) },
    { key: 'endDate', title: '截止日期', width: '120px', render: (task) => <WholeWords text={task.endDate} /> },
    { key: 'progress', title: '进度', width: '150px', render: (task) => <Progress task={task} /> },
    { key: 'unqualified', title: '不合格', align: 'right', width: '80px', render: (task) => <Unqualified task={task} /> },
  ];
  return (
    <DataList
      label="我的任务"
      columns={columns}
      rows={tasks}
      rowKey={(task) => task.id}
      rowPath={taskPath}
      actions={(task) => (
        <a className={styles['action']} href={`#${taskPath(task)}`} aria-label={`${isOpen(task.status) ? '填写' : '查看'} ${task.taskName}`}>
          {isOpen(task.status) ? '填写' : '查看'}
        </a>
      )}
    />
  );
}

function Marks({ task, waiting, isKept }: { task: DeptTask; waiting: WaitingWork | undefined; isKept: boolean }) {
  const { toChange, hasDetail } = useTaskProgress(task);
  return (
    <div className={styles['marks']}>
      <TaskMarks task={task} waiting={waiting} isKept={isKept || hasDetail} toChange={toChange} />
      {isOpen(task.status) && task.returnReason !== null && <p className={styles['returned']}>退回原因：{task.returnReason}</p>}
    </div>
  );
}

function Progress({ task }: { task: DeptTask }) {
  const { answered } = useTaskProgress(task);
  return (
    <div className={styles['progress']}>
      <span>
        {answered}/{task.pointCount}
      </span>
      <ProgressLine value={answered} max={task.pointCount} label="自查进度" />
    </div>
  );
}

function Unqualified({ task }: { task: DeptTask }) {
  const { unqualified } = useTaskProgress(task);
  return <span className={unqualified > 0 ? styles['unqualified'] : undefined}>{unqualified}</span>;
}
