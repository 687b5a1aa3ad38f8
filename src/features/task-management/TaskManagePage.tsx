import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { TASK_STATUSES, TASK_TYPES, type TaskStatus, taskStatusLabel, taskTypeLabel } from '#contract/task-status.ts';
import type { TaskRow } from '#contract/task.ts';
import { formatDay, isDay } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { TaskStatusTag } from '@/parts/tags/TaskTags.tsx';
import { type TaskFilter, useTaskCount, useTaskList } from '@/queries/work/task-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { DateField, dayRule } from '@/ui/controls/DateField.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { ListActions } from '@/ui/lists/ListActions.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { CancelTaskSheet } from './CancelTaskSheet.tsx';
import styles from './TaskManagePage.module.css';

const columns: Column<TaskRow>[] = [
  { key: 'taskName', title: '任务名称', onCard: 'title', minWidth: '8em', render: (task) => task.taskName },
  { key: 'status', title: '状态', onCard: 'tag', width: '104px', render: (task) => <TaskStatusTag status={task.status} /> },
  { key: 'taskType', title: '类型', width: '96px', render: (task) => taskTypeLabel(task.taskType) },
  { key: 'period', title: '自查时间', width: '220px', render: (task) => <WholeWords text={`${task.startDate} 至\u00a0${task.endDate}`} /> },
  { key: 'submitted', title: '科室提交', align: 'right', width: '92px', render: (task) => `${task.submittedCount}/${task.deptCount}` },
  {
    key: 'answered',
    title: '已查要点',
    align: 'right',
    width: '120px',
    render: (task) => `${task.answeredCount}/${task.pointCount}`,
  },
  {
    key: 'unqualified',
    title: '不合格',
    align: 'right',
    width: '76px',
    render: (task) => <span className={task.unqualifiedCount > 0 ? styles['unqualified'] : undefined}>{task.unqualifiedCount}</span>,
  },
  { key: 'createdBy', title: '下发', width: '150px', onCard: 'hidden', render: (task) => <>{task.createdByName} <WholeWords text={formatDay(task.createdAt)} /></> },
];

interface Asked {
  status: TaskStatus | '';
  startDate: string;
  endDate: string;
}

function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  const dayOf = (name: string): string => (isDay(query.get(name) ?? '') ? (query.get(name) ?? '') : '');
  return { status: TASK_STATUSES.find((status) => status === query.get('status')) ?? '', startDate: dayOf('startDate'), endDate: dayOf('endDate') };
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
        check: (day, values) => (values['startDate'] && day < values['startDate'] ? '结束日期不能早于开始日期' : undefined),
      },
    },
    visit,
  );
  const { fields, filter } = asked;
  const [cancelled, setCancelled] = useState<TaskRow>();
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
    >
      <div className={styles['content']}>
        <ul className={styles['counts']} aria-label="按状态查看">
          {(['', ...TASK_STATUSES] as const).map((status) => (
            <li key={status}>
              <button type="button" className={styles['count']} aria-pressed={chosenStatus === status} onClick={() => handleStatus(status)}>
                <span>{status === '' ? '全部' : taskStatusLabel[status]}</span>
                <strong>{(status === '' ? count.data?.total : count.data?.byStatus[status]) ?? '–'}</strong>
              </button>
            </li>
          ))}
        </ul>
        <SearchBar {...asked.bar} isPending={list.isFetching && list.isPlaceholderData}>
          <TextField label="任务名称" {...fields.bind('taskName')} />
          <Select
            label="任务类型"
            {...fields.bind('taskType')}
            emptyLabel="全部类型"
            options={TASK_TYPES.map((type) => ({ value: String(type.value), label: type.label }))}
          />
          <DateField label="开始日期" {...fields.bind('startDate')} />
          <DateField label="结束日期" {...fields.bind('endDate')} />
        </SearchBar>
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
              columns={columns}
              rows={tasks}
              rowKey={(task) => task.id}
              rowPath={(task) => paths.showTask.to(task.id)}
              actions={(task) =>
                task.status !== 'cancelled' &&
                task.status !== 'completed' && (
                  <ActionButton tone="text" size="small" label={`取消任务 ${task.taskName}`} onClick={() => setCancelled(task)}>
                    取消任务
                  </ActionButton>
                )
              }
            />
          )}
        </PagedList>
      </div>
      <CancelTaskSheet task={cancelled} onClose={() => setCancelled(undefined)} />
    </Page>
  );
}
