import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isCancellable, isUnderWay, TASK_STATUSES, TASK_TYPES, type TaskStatus, taskStatusLabel, taskTypeLabel } from '#contract/task-status.ts';
import type { TaskRow } from '#contract/task.ts';
import { formatDay, isDay } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { TaskStatusTag } from '@/parts/tags/TaskTags.tsx';
import { TaskTypeSelect } from '@/parts/work/TaskTypeSelect.tsx';
import { type TaskFilter, useTaskCount, useTaskList } from '@/queries/work/task-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import letters from '@/ui/basics/letters.module.css';
import stack from '@/ui/basics/stack.module.css';
import { DateField, dayRule, notBeforeStart } from '@/ui/controls/DateField.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, type ColumnSort, DataList } from '@/ui/lists/DataList.tsx';
import { ListActions } from '@/ui/lists/ListActions.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { CancelTaskSheet } from './CancelTaskSheet.tsx';
import { RemindSheet } from './RemindSheet.tsx';
import { useReissue } from './useReissue.ts';
import { useTaskExport } from './useTaskExport.ts';
import styles from './TaskManagePage.module.css';

const columnsFor = (sortOf: (by: 'endDate') => ColumnSort): Column<TaskRow>[] => [
  { key: 'taskName', title: '任务名称', onPhone: 'title', render: (task) => task.taskName },
  { key: 'status', title: '状态', onPhone: 'fact', width: '96px', render: (task) => <TaskStatusTag status={task.status} /> },
  { key: 'taskType', title: '类型', width: '88px', onPhone: 'hidden', render: (task) => <WholeWords text={taskTypeLabel(task.taskType)} /> },
  { key: 'period', title: '自查时间', sort: sortOf('endDate'), width: '204px', onPhone: 'fact', render: (task) => <WholeWords text={`${task.startDate} 至\u00a0${task.endDate}`} /> },
  { key: 'submitted', title: '科室提交', align: 'right', width: '84px', render: (task) => `${task.submittedCount}/${task.deptCount}` },
  {
    key: 'answered',
    title: '已查要点',
    align: 'right',
    width: '104px',
    onPhone: 'hidden',
    render: (task) => `${task.answeredCount}/${task.pointCount}`,
  },
  {
    key: 'unqualified',
    title: '不合格',
    align: 'right',
    width: '72px',
    render: (task) => <span className={task.unqualifiedCount > 0 ? letters['bad'] : undefined}>{task.unqualifiedCount}</span>,
  },
  { key: 'createdBy', title: '下发', width: '180px', isWide: true, onPhone: 'hidden', render: (task) => <>{task.createdByName} <WholeWords text={formatDay(task.createdAt)} /></> },
];

interface Asked {
  status: TaskStatus | '';
  taskType: string;
  startDate: string;
  endDate: string;
}

function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  const dayOf = (name: string): string => (isDay(query.get(name) ?? '') ? (query.get(name) ?? '') : '');
  const type = TASK_TYPES.find(({ value }) => String(value) === query.get('taskType'));
  return { status: TASK_STATUSES.find((status) => status === query.get('status')) ?? '', taskType: String(type?.value ?? ''), startDate: dayOf('startDate'), endDate: dayOf('endDate') };
}

/** 任务列表: every task of the company. A visit that asks for a status or a period begins anew with that. */
export default function TaskManagePage() {
  const { search, key } = useLocation();
  const asked = askedBy(search);
  return <TaskList key={Object.values(asked).some((value) => value !== '') ? key : ''} visit={asked} />;
}

/** With filters, progress, and cancelling. */
function TaskList({ visit }: { visit: Asked }) {
  const navigate = useNavigate();
  const asked = useListFilter<TaskFilter>(
    {
      taskName: { maxLength: 60 },
      taskType: {},
      status: {},
      startDate: { rule: dayRule },
      endDate: {
        rule: dayRule,
        check: notBeforeStart,
      },
    },
    visit,
  );
  const { fields, filter } = asked;
  const reissue = useReissue();
  const exporting = useTaskExport();
  const [cancelled, setCancelled] = useState<TaskRow>();
  const [reminded, setReminded] = useState<TaskRow>();
  const list = useTaskList(filter);
  const { pageNum: _pageNum, pageSize: _pageSize, status: _status, ...searched } = filter;
  const count = useTaskCount(searched);

  /** What was searched for stays; what is only typed so far may be wrong yet. */
  const handleStatus = (status: TaskStatus | ''): void => {
    fields.set('status', status);
    asked.show({ status });
  };
  const chosenStatus = filter.status ?? '';

  return (
    <Page
      title="任务列表"
      actions={<ListActions add={{ label: '下发任务', onSelect: () => void navigate(paths.taskCreate.to()) }} />}
      search={
        <SearchBar {...asked.bar}>
          <TextField label="任务名称" {...fields.bind('taskName')} type="search" placeholder="任务名称" />
          <TaskTypeSelect {...fields.bind('taskType')} />
          <DateField label="开始日期" {...fields.bind('startDate')} placeholder="开始日期" />
          <DateField label="结束日期" {...fields.bind('endDate')} placeholder="结束日期" />
        </SearchBar>
      }
    >
      <div className={stack['parts']}>
        <ul className={styles['counts']} aria-label="按状态查看" data-off-paper>
          {(['', ...TASK_STATUSES] as const).map((status) => (
            <li key={status}>
              <button type="button" className={styles['count']} aria-pressed={chosenStatus === status} onClick={() => handleStatus(status)}>
                <span>{status === '' ? '全部' : taskStatusLabel[status]}</span>
                <strong>{(status === '' ? count.data?.total : count.data?.byStatus[status]) ?? '–'}</strong>
              </button>
            </li>
          ))}
        </ul>
        <PagedList
          of={list}
          asked={asked}
          noMatch="没有符合条件的任务，可重置条件后再试"
          none={
            <NoData
              hint="还没有下发过任务"
              action={
                <ActionButton tone="primary" onClick={() => navigate(paths.taskCreate.to())}>
                  下发任务
                </ActionButton>
              }
            />
          }
        >
          {(tasks) => (
            <DataList
              label="任务列表"
              columns={columnsFor(asked.sortOf)}
              rows={tasks}
              rowKey={(task) => task.id}
              rowPath={(task) => paths.showTask.to(task.id)}
              menu={{
                nameOf: (task) => task.taskName,
                itemsOf: (task) => [
                  ...(isUnderWay(task.status) ? [{ label: '催办', onSelect: () => setReminded(task) }] : []),
                  { label: '再次下发', onSelect: () => void reissue(task.id) },
                  { label: '导出', onSelect: () => void exporting.download({ taskId: task.id }) },
                  ...(isCancellable(task.status) ? [{ label: '取消任务', onSelect: () => setCancelled(task) }] : []),
                ],
              }}
            />
          )}
        </PagedList>
      </div>
      {reminded && <RemindSheet taskId={reminded.id} onClose={() => setReminded(undefined)} />}
      <CancelTaskSheet task={cancelled} onClose={() => setCancelled(undefined)} />
    </Page>
  );
}
