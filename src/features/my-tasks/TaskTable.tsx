import { isOpen, taskTypeLabel } from '#contract/task-status.ts';
import type { DeptTask } from '#contract/task.ts';
import { taskPath } from '@/lib/task-path.ts';
import type { Waiting } from '@/parts/work/waiting.ts';
import { MarksCell, ProgressCell, WorkLink } from '@/parts/work/WorkRow.tsx';
import { useTaskProgress } from '@/queries/work/useTaskProgress.ts';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import letters from '@/ui/basics/letters.module.css';
import { DataList, type Column } from '@/ui/lists/DataList.tsx';
import { TaskMarks } from './TaskMarks.tsx';

export interface TaskTableProps {
  tasks: readonly DeptTask[];
  waiting: ReadonlyMap<string, Waiting>;
  kept: ReadonlySet<string>;
}

/** The same tasks as the cards, on a desktop. */
export function TaskTable({ tasks, waiting, kept }: TaskTableProps) {
  const columns: Column<DeptTask>[] = [
    {
      key: 'taskName',
      title: '任务名称',
      render: (task) => task.taskName,
    },
    { key: 'marks', title: '状态', width: 'max(260px, 24vw)', render: (task) => <Marks task={task} waiting={waiting.get(task.id)} isKept={kept.has(task.id)} /> },
    { key: 'taskType', title: '类型', width: '88px', render: (task) => <WholeWords text={taskTypeLabel(task.taskType)} /> },
    { key: 'endDate', title: '截止日期', width: '108px', render: (task) => <WholeWords text={task.endDate} /> },
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
      usual={(task) => <WorkLink to={taskPath(task)} word={isOpen(task.status) ? '填写' : '查看'} name={task.taskName} />}
    />
  );
}

function Marks({ task, waiting, isKept }: { task: DeptTask; waiting: Waiting | undefined; isKept: boolean }) {
  const { answered, toChange, hasDetail } = useTaskProgress(task);
  return (
    <MarksCell returned={isOpen(task.status) ? task.returnReason : null}>
      <TaskMarks task={task} waiting={waiting} isKept={isKept || hasDetail} toChange={toChange} isFull={answered === task.pointCount} />
    </MarksCell>
  );
}

function Progress({ task }: { task: DeptTask }) {
  const { answered } = useTaskProgress(task);
  return <ProgressCell done={answered} of={task.pointCount} label="自查进度" />;
}

function Unqualified({ task }: { task: DeptTask }) {
  const { unqualified } = useTaskProgress(task);
  return <span className={unqualified > 0 ? letters['bad'] : undefined}>{unqualified}</span>;
}
