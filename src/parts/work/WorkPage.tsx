import { useState, type ReactNode } from 'react';
import iconButton from '@/ui/basics/icon-button.module.css';
import { FilterOutline } from '@/ui/basics/icons.tsx';
import stack from '@/ui/basics/stack.module.css';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { PagedList, type PagedListProps } from '@/ui/lists/PagedList.tsx';
import { PullToRefresh } from '@/ui/lists/PullToRefresh.tsx';
import type { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';

interface WorkPageProps<Row, Status extends string> extends Omit<PagedListProps<Row>, 'asked'> {
  title: string;
  /** What one row is, such as 任务: names the search and the tabs. */
  noun: string;
  tabs: readonly { value: Status; label: string }[];
  asked: Omit<ReturnType<typeof useListFilter<{ status?: Status }>>, 'fields'>;
  /** Fields of the search. */
  search: ReactNode;
}

/** What a department has to do, the most urgent first: tasks, or self-corrections. */
export function WorkPage<Row, Status extends string>({ title, noun, tabs, asked, search, of, ...list }: WorkPageProps<Row, Status>) {
  const isNarrow = useIsNarrow();
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const content = (
    <div className={stack['parts']}>
      <PagedList {...list} of={of} asked={asked} skeletonRows={5} />
    </div>
  );
  return (
    <Page
      title={title}
      actions={
        isNarrow && (
          <button
            type="button"
            className={iconButton['button']}
            aria-label={`搜索${noun}`}
            aria-expanded={isSearchOpen || asked.isFiltered}
            onClick={() => setIsSearchOpen(!isSearchOpen)}
          >
            <FilterOutline aria-hidden />
          </button>
        )
      }
      // On a phone the work comes first; few people have so much that they must search.
      search={(!isNarrow || isSearchOpen || asked.isFiltered) && <SearchBar {...asked.bar}>{search}</SearchBar>}
      header={<FilterTabs label={`${noun}状态`} tabs={tabs} value={asked.filter.status ?? ('' as Status)} onChange={(status) => asked.show({ status })} />}
    >
      {isNarrow ? <PullToRefresh onRefresh={async () => void (await of.refetch())}>{content}</PullToRefresh> : content}
    </Page>
  );
}
