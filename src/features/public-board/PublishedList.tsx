import { useState } from 'react';
import type { Declaration } from '#contract/declaration.ts';
import { DECLARATION_TYPES, PUBLISHED_OF_INSTITUTION, PUBLISHED_TYPES } from '#contract/declaration-type.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { formatDay } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { usePublicBoard } from '@/queries/public-board-queries.ts';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { Pagination } from '@/ui/lists/Pagination.tsx';
import styles from './BoardPage.module.css';

const columns: Column<Declaration>[] = [
  { key: 'title', title: '标题', onCard: 'title', minWidth: '12em', render: ({ title }) => title },
  { key: 'type', title: '类型', width: '110px', render: ({ selfDeclaredType }) => DECLARATION_TYPES[selfDeclaredType] },
  { key: 'year', title: '年度', width: '80px', align: 'right', render: ({ year }) => year },
  { key: 'dept', title: '科室', width: '150px', render: ({ deptName }) => deptName },
  { key: 'declared', title: '公示日期', width: '130px', render: ({ declaredAt }) => (declaredAt === null ? '' : formatDay(declaredAt)) },
];

const TYPE_OPTIONS = [...PUBLISHED_TYPES, ...PUBLISHED_OF_INSTITUTION].map((type) => ({ value: String(type), label: DECLARATION_TYPES[type] ?? '' }));

/** What everybody in the institution may read. */
export function PublishedList() {
  const [filter, setFilter] = useState({ type: '', pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const list = usePublicBoard(filter);
  return (
    <div className={styles['content']}>
      <div className={styles['filter']}>
        <Select label="类型" value={filter.type} onChange={(type) => setFilter({ ...filter, type, pageNum: 1 })} emptyLabel="全部类型" options={TYPE_OPTIONS} />
      </div>
      {list.data ? (
        list.data.total === 0 ? (
          <NoData hint="申报的定期公示，以及管理员申报的年度计划、年度总结和承诺书会显示在这里" />
        ) : (
          <>
            <DataList
              label="公示内容"
              columns={columns}
              rows={list.data.records}
              rowKey={(record) => record.id}
              rowPath={(record) => paths.document.to(record.selfDeclaredType, record.id)}
            />
            <Pagination pageNum={list.data.pageNum} pageSize={list.data.pageSize} total={list.data.total} onChange={(page) => setFilter({ ...filter, ...page })} />
          </>
        )
      ) : list.isError ? (
        <LoadFailed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <ListSkeleton rows={5} />
      )}
    </div>
  );
}
