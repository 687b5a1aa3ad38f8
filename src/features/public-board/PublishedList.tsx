import type { Declaration } from '#contract/declaration.ts';
import { DECLARATION_TYPES, PUBLISHED_OF_INSTITUTION, PUBLISHED_TYPES } from '#contract/declaration-type.ts';
import { formatDay } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { usePublicBoard } from '@/queries/public-board-queries.ts';
import stack from '@/ui/basics/stack.module.css';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';

const columns: Column<Declaration>[] = [
  { key: 'title', title: '标题', onPhone: 'title', render: ({ title }) => title },
  { key: 'type', title: '类型', width: '110px', onPhone: 'fact', render: ({ selfDeclaredType }) => DECLARATION_TYPES[selfDeclaredType] },
  { key: 'year', title: '年度', width: '80px', align: 'right', onPhone: 'fact', render: ({ year }) => year },
  { key: 'dept', title: '科室', width: '150px', onPhone: 'fact', render: ({ deptName }) => deptName },
  { key: 'declared', title: '公示日期', width: '130px', onPhone: 'fact', render: ({ declaredAt }) => (declaredAt === null ? '' : formatDay(declaredAt)) },
];

const TYPE_OPTIONS = [...PUBLISHED_TYPES, ...PUBLISHED_OF_INSTITUTION].map((type) => ({ value: String(type), label: DECLARATION_TYPES[type] ?? '' }));

/** What everybody in the institution may read. */
export function PublishedList() {
  const asked = useListFilter<{ type?: string }>({ type: {} });
  const list = usePublicBoard(asked.filter);
  return (
    <div className={stack['parts']}>
      <SearchBar {...asked.bar}>
        <Select label="类型" {...asked.fields.bind('type')} emptyLabel="全部类型" options={TYPE_OPTIONS} />
      </SearchBar>
      <PagedList of={list} asked={asked} noMatch="没有这样的公示内容" none={<NoData hint="申报的定期公示，以及管理员申报的年度计划、年度总结和承诺书会显示在这里" />} skeletonRows={5}>
        {(records) => (
          <DataList label="公示内容" columns={columns} rows={records} rowKey={(record) => record.id} rowPath={(record) => paths.document.to(record.selfDeclaredType, record.id)} />
        )}
      </PagedList>
    </div>
  );
}
