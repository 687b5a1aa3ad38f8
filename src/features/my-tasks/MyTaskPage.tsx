import { useMemo, useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { TASK_TYPES } from '#contract/task-status.ts';
import { keptTaskIds } from '@/offline/reading/kept-copies.ts';
import { useKept } from '@/parts/filled/useKept.ts';
import { useAgeDetailsBehind, useMyTaskList } from '@/queries/work/my-task-queries.ts';
import { AllDone } from '@/ui/basics/AllDone.tsx';
import { FilterOutline } from '@/ui/basics/icons.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { Pagination } from '@/ui/lists/Pagination.tsx';
import { PullToRefresh } from '@/ui/lists/PullToRefresh.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { byUrgency } from './due-date.ts';
import { TaskCard } from './TaskCard.tsx';
import { TaskTable } from './TaskTable.tsx';
import { useWaitingWork } from './useWaitingWork.ts';
import styles from './MyTaskPage.module.css';

const TABS = [
  { value: 'open', label: '待完成' },
  { value: 'handedIn', label: '已提交' },
  { value: '', label: '全部' },
] as const;

interface ListFilter {
  status: (typeof TABS)[number]['value'];
  taskName: string;
  taskType: string;
  pageNum: number;
  pageSize: number;
}

/** Empty fields are left out, so that a list has one key however it was asked for. */
const queryOf = ({ status, taskName, taskType, ...page }: ListFilter) => ({
  ...page,
  ...(status === '' ? {} : { status }),
  ...(taskName === '' ? {} : { taskName }),
  ...(taskType === '' ? {} : { taskType }),
});

const noFields = { taskName: '', taskType: '' };

/** /mytask/index: the department's tasks, the most urgent first. */
export default function MyTaskPage() {
  const isNarrow = useIsNarrow();
  const fields = useFields({ taskName: { maxLength: 60 }, taskType: {} }, noFields);
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const [filter, setFilter] = useState<ListFilter>({ ...noFields, status: 'open', pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const list = useMyTaskList(queryOf(filter));
  const waiting = useWaitingWork();
  const kept = useKept(keptTaskIds);
  const tasks = useMemo(() => list.data && [...list.data.records].sort(byUrgency), [list.data]);

  useAgeDetailsBehind(list.data?.records);

  const search = (values: typeof noFields): void =>
    setFilter({ ...filter, pageNum: 1, taskName: values.taskName.trim(), taskType: values.taskType });
  const handleReset = (): void => {
    fields.reset(noFields);
    search(noFields);
  };
  const isSearching = filter.taskName !== '' || filter.taskType !== '';

  const content = (
    <div className={styles['content']}>
      {/* On a phone the tasks come first; few people have so many that they must search. */}
      {(!isNarrow || isSearchOpen || isSearching) && (
        <SearchBar validate={fields.checkAll} onSearch={() => search(fields.values)} onReset={handleReset} isPending={list.isFetching && list.isPlaceholderData}>
          <TextField label="任务名称" {...fields.bind('taskName')} />
          <Select
            label="任务类型"
            {...fields.bind('taskType')}
            emptyLabel="全部类型"
            options={TASK_TYPES.map((type) => ({ value: String(type.value), label: type.label }))}
          />
        </SearchBar>
      )}
      {tasks && list.data ? (
        list.data.total === 0 ? (
          <Nothing isSearching={isSearching} status={filter.status} />
        ) : (
          <>
            {isNarrow ? (
              <ul className={styles['cards']} aria-label="我的任务">
                {tasks.map((task) => (
                  <TaskCard key={task.id} task={task} waiting={waiting.get(task.id)} isKept={kept.has(task.id)} />
                ))}
              </ul>
            ) : (
              <TaskTable tasks={tasks} waiting={waiting} kept={kept} />
            )}
            <Pagination
              pageNum={list.data.pageNum}
              pageSize={list.data.pageSize}
              total={list.data.total}
              onChange={(page) => setFilter({ ...filter, ...page })}
            />
          </>
        )
      ) : list.isPending && list.fetchStatus !== 'paused' ? (
        <ListSkeleton rows={5} />
      ) : (
        <LoadFailed error={list.error ?? '现在没有网络，这一页还没有保存到本机'} onRetry={() => list.refetch()} />
      )}
    </div>
  );

  return (
    <Page
      title="我的任务"
      actions={
        isNarrow && (
          <button
            type="button"
            className={styles['search']}
            aria-label="搜索任务"
            aria-expanded={isSearchOpen || isSearching}
            onClick={() => setIsSearchOpen(!isSearchOpen)}
          >
            <FilterOutline aria-hidden />
          </button>
        )
      }
      header={
        <FilterTabs label="任务状态" tabs={TABS} value={filter.status} onChange={(status) => setFilter({ ...filter, status, pageNum: 1 })} />
      }
    >
      {isNarrow ? (
        <PullToRefresh
          onRefresh={async () => {
            await list.refetch();
          }}
        >
          {content}
        </PullToRefresh>
      ) : (
        content
      )}
    </Page>
  );
}

function Nothing({ isSearching, status }: { isSearching: boolean; status: ListFilter['status'] }) {
  if (isSearching) return <NoData hint="没有符合条件的任务，可重置条件后再试" />;
  if (status !== 'open') return <NoData hint={status === 'handedIn' ? '还没有提交过任务' : '还没有收到过任务'} />;
  return <AllDone title="没有待完成的任务">都做完了，辛苦了。有新任务时会出现在这里。</AllDone>;
}
