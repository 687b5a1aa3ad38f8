import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { keptTaskIds } from '@/offline/reading/kept-copies.ts';
import { useKept } from '@/parts/filled/useKept.ts';
import { TaskTypeSelect } from '@/parts/work/TaskTypeSelect.tsx';
import { useWaitingWork } from '@/parts/work/useWaitingWork.ts';
import { WorkCards } from '@/parts/work/WorkCard.tsx';
import { WorkPage } from '@/parts/work/WorkPage.tsx';
import { useMyTaskList } from '@/queries/work/my-task-list-query.ts';
import { useAgeDetailsBehind } from '@/queries/work/my-task-queries.ts';
import { AllDone } from '@/ui/basics/AllDone.tsx';
import { useIsTable } from '@/ui/browser/paper.ts';
import { TextField } from '@/ui/controls/TextField.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { byUrgency } from './due-date.ts';
import { TaskCard } from './TaskCard.tsx';
import { TaskTable, type TaskTableProps } from './TaskTable.tsx';

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
  const asked = useListFilter<ListFilter>({ taskName: { maxLength: 60 }, taskType: {} }, { status: 'open' });
  const { fields, filter } = asked;
  const list = useMyTaskList(filter);
  const waiting = useWaitingWork('task');
  const kept = useKept(keptTaskIds);
  useAgeDetailsBehind(list.data?.records);

  return (
    <WorkPage
      title="我的任务"
      noun="任务"
      tabs={TABS}
      of={list}
      asked={asked}
      search={
        <>
          <TextField label="任务名称" {...fields.bind('taskName')} type="search" placeholder="任务名称" />
          <TaskTypeSelect {...fields.bind('taskType')} />
        </>
      }
      noMatch="没有符合条件的任务，可重置条件后再试"
      none={<Nothing status={filter.status} />}
    >
      {(tasks) => <Tasks tasks={[...tasks].sort(byUrgency)} waiting={waiting} kept={kept} />}
    </WorkPage>
  );
}

function Tasks({ tasks, waiting, kept }: TaskTableProps) {
  if (useIsTable()) return <TaskTable tasks={tasks} waiting={waiting} kept={kept} />;
  return (
    <WorkCards label="我的任务">
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} waiting={waiting.get(task.id)} isKept={kept.has(task.id)} />
      ))}
    </WorkCards>
  );
}

function Nothing({ status }: { status: ListFilter['status'] }) {
  if (status === 'open') return <NothingToDo />;
  return <NoData hint={status === 'handedIn' ? '还没有提交过任务' : '还没有收到过任务'} />;
}

function NothingToDo() {
  // Nobody is praised for work that never was.
  const hasHadAny = (useMyTaskList({ status: '', pageNum: 1, pageSize: DEFAULT_PAGE_SIZE }).data?.total ?? 0) > 0;
  return <AllDone title="没有待完成的任务">{hasHadAny && '都做完了，辛苦了。'}有新任务时会出现在这里。</AllDone>;
}
