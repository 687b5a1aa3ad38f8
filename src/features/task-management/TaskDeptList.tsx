import { useState } from 'react';
import type { DeptTask } from '#contract/task.ts';
import { formatTime } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { ScoreTag } from '@/parts/tags/ScoreTag.tsx';
import { DeptTaskStatusTag } from '@/parts/tags/TaskTags.tsx';
import { useTaskDeptList } from '@/queries/work/task-queries.ts';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import letters from '@/ui/basics/letters.module.css';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import styles from './TaskDeptList.module.css';

/** What an administrator asks of the departments of a task. */
const views = {
  all: { label: '全部', includes: () => true },
  open: { label: '未提交', includes: (dept: DeptTask) => dept.submittedAt === null },
  overdue: { label: '逾期（含逾期提交）', includes: (dept: DeptTask) => dept.isOverdue || dept.isLate },
  unqualified: { label: '有不合格', includes: (dept: DeptTask) => dept.unqualifiedCount > 0 },
} as const;
type View = keyof typeof views;

/** How far each department of a task is. */
export function TaskDeptList({ taskId }: { taskId: string }) {
  const list = useTaskDeptList(taskId);
  const [view, setView] = useState<View>('all');
  if (!list.data) return <NotLoaded of={list} rows={5} />;
  const depts = list.data;
  const tabs = (Object.keys(views) as View[]).map((value) => ({
    value,
    label: `${views[value].label} ${depts.filter((dept) => views[value].includes(dept)).length}`,
  }));
  const shown = depts.filter((dept) => views[view].includes(dept));
  return (
    <div className={styles['content']}>
      <FilterTabs label="科室范围" tabs={tabs} value={view} onChange={setView} />
      {shown.length === 0 ? (
        <NoData hint="没有这样的科室" />
      ) : (
        <DataList
          label="科室进度"
          columns={columns}
          rows={shown}
          rowKey={(row) => row.id}
          rowPath={(row) => paths.deptInfo.to(taskId, row.deptId)}
        />
      )}
    </div>
  );
}

const columns: Column<DeptTask>[] = [
  { key: 'dept', title: '科室', onPhone: 'title', render: (row) => row.deptName },
  {
    key: 'status',
    title: '状态',
    onPhone: 'fact',
    width: '190px',
    render: (row) => (
      <span className={styles['tags']}>
        <DeptTaskStatusTag status={row.status} isOverdue={row.isOverdue} isLate={row.isLate} />
      </span>
    ),
  },
  {
    key: 'progress',
    title: '进度',
    width: '18%',
    onPhone: 'fact',
    render: (row) => (
      <span className={styles['progress']}>
        <ProgressLine value={row.answeredCount} max={row.pointCount} label={`${row.deptName}进度`} />
        <span className={styles['count']}>
          {row.answeredCount}/{row.pointCount}
        </span>
      </span>
    ),
  },
  {
    key: 'unqualified',
    title: '不合格',
    align: 'right',
    width: '90px',
    render: (row) => <span className={row.unqualifiedCount > 0 ? letters['bad'] : undefined}>{row.unqualifiedCount}</span>,
  },
  { key: 'score', title: '评分', width: '150px', onPhone: 'fact', render: (row) => <ScoreTag score={row.score} isSoFar={row.submittedAt === null} /> },
  {
    key: 'submitted',
    title: '提交',
    width: '240px',
    onPhone: 'fact',
    render: (row) => (row.submittedAt === null ? remindedWords(row) : <>{row.submittedByName} <WholeWords text={formatTime(row.submittedAt)} /></>),
  },
];

/** Of what is not submitted: when its department was reminded last. */
const remindedWords = ({ remindedAt }: DeptTask) => (remindedAt == null ? '' : <WholeWords text={`${formatTime(remindedAt)} 催办`} />);
