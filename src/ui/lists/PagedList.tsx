import type { ReactNode } from 'react';
import type { Page } from '#contract/paging.ts';
import { Loaded, type Loading } from './Loaded.tsx';
import { NoMatch } from './NoMatch.tsx';
import { Pagination, type PaginationProps } from './Pagination.tsx';

export interface PagedListProps<Row> {
  of: Loading<Page<Row>>;
  /** What is asked for; `useListFilter` fits. */
  asked: { isFiltered: boolean; reset: () => void; turn: PaginationProps['onChange'] };
  /** Says that nothing fits what was searched for. */
  noMatch: string;
  /** In place of a list that is empty without a search. */
  none?: ReactNode;
  skeletonRows?: number;
  offline?: string;
  children: (rows: Row[]) => ReactNode;
}

/** A list page by page, whichever way its rows are drawn, and what stands in its place. */
export function PagedList<Row>({ of, asked, noMatch, none, skeletonRows, offline, children }: PagedListProps<Row>) {
  return (
    <Loaded of={of} rows={skeletonRows} offline={offline}>
      {({ records, total, pageNum, pageSize }) => {
        if (total === 0) return none === undefined || asked.isFiltered ? <NoMatch hint={noMatch} onReset={asked.reset} /> : none;
        return (
          <>
            {children(records)}
            <Pagination pageNum={pageNum} pageSize={pageSize} total={total} onChange={asked.turn} />
          </>
        );
      }}
    </Loaded>
  );
}
