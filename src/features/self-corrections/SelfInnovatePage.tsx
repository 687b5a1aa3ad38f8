import { useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { keptCorrectionIds } from '@/offline/reading/kept-copies.ts';
import { useKept } from '@/parts/filled/useKept.ts';
import { useAgeCorrectionsBehind, useMyCorrectionList } from '@/queries/work/self-correction-queries.ts';
import { AllDone } from '@/ui/basics/AllDone.tsx';
import { FilterOutline } from '@/ui/basics/icons.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { Pagination } from '@/ui/lists/Pagination.tsx';
import { PullToRefresh } from '@/ui/lists/PullToRefresh.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { CorrectionCard } from './CorrectionCard.tsx';
import { CorrectionTable } from './CorrectionTable.tsx';
import { useWaitingCorrections } from './useWaitingCorrections.ts';
import styles from './SelfInnovatePage.module.css';

const TABS = [
  { value: 'open', label: '待整改' },
  { value: 'done', label: '已整改' },
  { value: '', label: '全部' },
] as const;

interface ListFilter {
  status: (typeof TABS)[number]['value'];
  taskName: string;
  pageNum: number;
  pageSize: number;
}

/** Empty fields are left out, so that a list has one key however it was asked for. */
const queryOf = ({ status, taskName, ...page }: ListFilter) => ({
  ...page,
  ...(status === '' ? {} : { status }),
  ...(taskName === '' ? {} : { taskName }),
});

const noFields = { taskName: '' };

/** /mytask/self-innovate 我的自纠: what the department has to put right, the most urgent first. */
export default function SelfInnovatePage() {
  const isNarrow = useIsNarrow();
  const fields = useFields({ taskName: { maxLength: 60 } }, noFields);
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const [filter, setFilter] = useState<ListFilter>({ ...noFields, status: 'open', pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const list = useMyCorrectionList(queryOf(filter));
  const waiting = useWaitingCorrections();
  const kept = useKept(keptCorrectionIds);
  useAgeCorrectionsBehind(list.data?.records);

  const search = (values: typeof noFields): void => setFilter({ ...filter, pageNum: 1, taskName: values.taskName.trim() });
  const handleReset = (): void => {
    fields.reset(noFields);
    search(noFields);
  };
  const isSearching = filter.taskName !== '';

  const content = (
    <div className={styles['content']}>
      {(!isNarrow || isSearchOpen || isSearching) && (
        <SearchBar validate={fields.checkAll} onSearch={() => search(fields.values)} onReset={handleReset} isPending={list.isFetching && list.isPlaceholderData}>
          <TextField label="任务名称" {...fields.bind('taskName')} />
        </SearchBar>
      )}
      {list.data ? (
        list.data.total === 0 ? (
          <Nothing isSearching={isSearching} status={filter.status} />
        ) : (
          <>
            {isNarrow ? (
              <ul className={styles['cards']} aria-label="我的自纠">
                {list.data.records.map((correction) => (
                  <CorrectionCard key={correction.id} correction={correction} waiting={waiting.get(correction.id)} isKept={kept.has(correction.id)} />
                ))}
              </ul>
            ) : (
              <CorrectionTable corrections={list.data.records} waiting={waiting} kept={kept} />
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
      title="我的自纠"
      actions={
        isNarrow && (
          <button
            type="button"
            className={styles['search']}
            aria-label="搜索自纠"
            aria-expanded={isSearchOpen || isSearching}
            onClick={() => setIsSearchOpen(!isSearchOpen)}
          >
            <FilterOutline aria-hidden />
          </button>
        )
      }
      header={
        <FilterTabs label="自纠状态" tabs={TABS} value={filter.status} onChange={(status) => setFilter({ ...filter, status, pageNum: 1 })} />
      }
    >
      {isNarrow ? <PullToRefresh onRefresh={() => list.refetch()}>{content}</PullToRefresh> : content}
    </Page>
  );
}

function Nothing({ isSearching, status }: { isSearching: boolean; status: ListFilter['status'] }) {
  if (isSearching) return <NoData hint="没有符合条件的自纠，可重置条件后再试" />;
  if (status !== 'open') return <NoData hint={status === 'done' ? '还没有整改完的自纠' : '还没有需要整改的不合格项'} />;
  return <AllDone title="没有待整改的自纠">检查出的不合格项提交后会出现在这里。</AllDone>;
}
