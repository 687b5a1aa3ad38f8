import { useState } from 'react';
import { TASK_TYPES } from '#contract/task-status.ts';
import { keptTaskIds } from '@/offline/reading/kept-copies.ts';
import { useKept } from '@/parts/filled/useKept.ts';
import { useAgeDetailsBehind, useMyTaskList } from '@/queries/work/my-task-queries.ts';
import { AllDone } from '@/ui/basics/AllDone.tsx';
import { FilterOutline } from '@/ui/basics/icons.tsx';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { PullToRefresh } from '@/ui/lists/PullToRefresh.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
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
  status?: (typeof TABS)[number]['value'];
  taskName?: string;
  taskType?: string;
}

/** /mytask/index: the department's tasks, the most urgent first. */
export default function MyTaskPage() {
  const isNarrow = useIsNarrow();
  const asked = useListFilter<ListFilter>({ taskName: { maxLength: 60 }, taskType: {} }, { status: 'open' });
  const { fields, filter } = asked;
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const list = useMyTaskList(filter);
  const waiting = useWaitingWork();
  const kept = useKept(keptTaskIds);

  useAgeDetailsBehind(list.data?.records);

  const content = (
    <div className={styles['content']}>
      {/* On a phone the tasks come first; few people have so many that they must search. */}
      {(!isNarrow || isSearchOpen || asked.isFiltered) && (
        <SearchBar {...asked.bar} isPending={list.isFetching && list.isPlaceholderData}>
          <TextField label="任务名称" {...fields.bind('taskName')} />
          <Select
            label="任务类型"
            {...fields.bind('taskType')}
            emptyLabel="全部类型"
            options={TASK_TYPES.map((type) => ({ value: String(type.value), label: type.label }))}
          />
        </SearchBar>
      )}
      <PagedList
        of={list}
        asked={asked}
        noMatch="没有符合条件的任务，可重置条件后再试"
        none={<Nothing status={filter.status} />}
        skeletonRows={5}
      >
        {(tasks) =>
          isNarrow ? (
            <ul className={styles['cards']} aria-label="我的任务">
              {[...tasks].sort(byUrgency).map((task) => (
                <TaskCard key={task.id} task={task} waiting={waiting.get(task.id)} isKept={kept.has(task.id)} />
              ))}
            </ul>
          ) : (
            <TaskTable tasks={[...tasks].sort(byUrgency)} waiting={waiting} kept={kept} />
          )
        }
      </PagedList>
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
            aria-expanded={isSearchOpen || asked.isFiltered}
            onClick={() => setIsSearchOpen(!isSearchOpen)}
          >
            <FilterOutline aria-hidden />
          </button>
        )
      }
      header={
        <FilterTabs label="任务状态" tabs={TABS} value={filter.status ?? ''} onChange={(status) => asked.show({ status })} />
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

function Nothing({ status }: { status: ListFilter['status'] }) {
  if (status === 'open') return <AllDone title="没有待完成的任务">都做完了，辛苦了。有新任务时会出现在这里。</AllDone>;
  return <NoData hint={status === 'handedIn' ? '还没有提交过任务' : '还没有收到过任务'} />;
}
