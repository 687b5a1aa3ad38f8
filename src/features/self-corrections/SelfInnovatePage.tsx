import { useState } from 'react';
import { keptCorrectionIds } from '@/offline/reading/kept-copies.ts';
import { useKept } from '@/parts/filled/useKept.ts';
import { useAgeCorrectionsBehind, useMyCorrectionList } from '@/queries/work/self-correction-queries.ts';
import { AllDone } from '@/ui/basics/AllDone.tsx';
import { FilterOutline } from '@/ui/basics/icons.tsx';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { PullToRefresh } from '@/ui/lists/PullToRefresh.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
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
  status?: (typeof TABS)[number]['value'];
  taskName?: string;
}

/** /mytask/self-innovate 我的自纠: what the department has to put right, the most urgent first. */
export default function SelfInnovatePage() {
  const isNarrow = useIsNarrow();
  const asked = useListFilter<ListFilter>({ taskName: { maxLength: 60 } }, { status: 'open' });
  const { fields, filter } = asked;
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const list = useMyCorrectionList(filter);
  const waiting = useWaitingCorrections();
  const kept = useKept(keptCorrectionIds);
  useAgeCorrectionsBehind(list.data?.records);

  const content = (
    <div className={styles['content']}>
      {(!isNarrow || isSearchOpen || asked.isFiltered) && (
        <SearchBar {...asked.bar} isPending={list.isFetching && list.isPlaceholderData}>
          <TextField label="任务名称" {...fields.bind('taskName')} />
        </SearchBar>
      )}
      <PagedList
        of={list}
        asked={asked}
        noMatch="没有符合条件的自纠，可重置条件后再试"
        none={<Nothing status={filter.status} />}
        skeletonRows={5}
      >
        {(corrections) =>
          isNarrow ? (
            <ul className={styles['cards']} aria-label="我的自纠">
              {corrections.map((correction) => (
                <CorrectionCard key={correction.id} correction={correction} waiting={waiting.get(correction.id)} isKept={kept.has(correction.id)} />
              ))}
            </ul>
          ) : (
            <CorrectionTable corrections={corrections} waiting={waiting} kept={kept} />
          )
        }
      </PagedList>
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
            aria-expanded={isSearchOpen || asked.isFiltered}
            onClick={() => setIsSearchOpen(!isSearchOpen)}
          >
            <FilterOutline aria-hidden />
          </button>
        )
      }
      header={
        <FilterTabs label="自纠状态" tabs={TABS} value={filter.status ?? ''} onChange={(status) => asked.show({ status })} />
      }
    >
      {isNarrow ? <PullToRefresh onRefresh={() => list.refetch()}>{content}</PullToRefresh> : content}
    </Page>
  );
}

function Nothing({ status }: { status: ListFilter['status'] }) {
  if (status === 'open') return <AllDone title="没有待整改的自纠">检查出的不合格项提交后会出现在这里。</AllDone>;
  return <NoData hint={status === 'done' ? '还没有整改完的自纠' : '还没有需要整改的不合格项'} />;
}
