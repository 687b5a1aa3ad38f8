import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { MAX_PAGE_SIZE, type Page, PAGE_SIZES } from '#contract/paging.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { PrintRows } from '@/ui/paper/PrintRows.tsx';
import type { ReadPage } from '@/ui/paper/read-rows.ts';
import { Loaded, type Loading } from './Loaded.tsx';
import { NoMatch } from './NoMatch.tsx';
import { Pagination, type PaginationProps } from './Pagination.tsx';
import styles from './PagedList.module.css';

export interface PagedListProps<Row> {
  /** `usePagedQuery` fits. */
  of: Loading<Page<Row>> & { readPage: ReadPage<Row> };
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

/** A list, whichever way its rows are drawn, and what stands in its place: page by page on a desktop, further by scrolling on a phone. */
export function PagedList<Row>({ of, asked, noMatch, none, skeletonRows, offline, children }: PagedListProps<Row>) {
  const isNarrow = useIsNarrow();
  return (
    <Loaded of={of} rows={skeletonRows} offline={offline}>
      {({ records, total, pageNum, pageSize }) => {
        if (total === 0) return none === undefined || asked.isFiltered ? <NoMatch hint={noMatch} onReset={asked.reset} /> : none;
        return (
          <>
            {children(records)}
            <div className={styles['foot']}>
              {isNarrow && pageNum === 1 && pageSize < MAX_PAGE_SIZE && records.length < total ? (
                <More of={of} shown={records.length} total={total} onMore={() => asked.turn({ pageNum: 1, pageSize: sizeAfter(pageSize) })} />
              ) : (
                <Pagination pageNum={pageNum} pageSize={pageSize} total={total} onChange={asked.turn} />
              )}
              <PrintRows readPage={of.readPage} isFiltered={asked.isFiltered}>
                {children}
              </PrintRows>
            </div>
            {records.length < total && <p data-on-paper>{`共 ${total} 条，这里只有其中 ${records.length} 条；用列表下方的“打印”可打印全部`}</p>}
          </>
        );
      }}
    </Loaded>
  );
}

/** All shown rows are one page, which is asked for anew whenever one of them changes. Beyond the largest page there are several. */
const sizeAfter = (size: number): number => PAGE_SIZES.find((next) => next >= 2 * size) ?? MAX_PAGE_SIZE;

interface MoreProps {
  of: Loading<unknown>;
  shown: number;
  total: number;
  onMore: () => void;
}

/** The end of what is shown: asks for more as soon as it comes into sight. */
function More({ of: { error, fetchStatus, refetch }, shown, total, onMore }: MoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    if (end.current === null) return undefined;
    const sight = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) more();
    });
    sight.observe(end.current);
    return () => sight.disconnect();
  }, [shown]);
  const rest = total - shown;
  return (
    <div ref={end} className={styles['end']} role="status" data-off-paper>
      {error !== null ? (
        <ActionButton size="small" onClick={() => refetch()}>
          其余 {rest} 条没有读到，重试
        </ActionButton>
      ) : fetchStatus === 'paused' ? (
        `现在没有网络，其余 ${rest} 条联网后显示`
      ) : (
        `已显示 ${shown} / ${total} 条`
      )}
    </div>
  );
}
