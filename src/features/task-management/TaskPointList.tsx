import { useState } from 'react';
import type { Grounds } from '#contract/check-point.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { type Result, RESULTS, resultLabel } from '#contract/result.ts';
import type { TaskPoint } from '#contract/task.ts';
import { BasisName } from '@/parts/points/BasisName.tsx';
import { PointBasis } from '@/parts/points/PointBasis.tsx';
import { useLevelOneItems } from '@/queries/laws/check-point-queries.ts';
import { type TaskPointFilter, useTaskPoints } from '@/queries/work/task-queries.ts';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';
import { NoMatch } from '@/ui/lists/NoMatch.tsx';
import { Pagination } from '@/ui/lists/Pagination.tsx';
import styles from './TaskPointList.module.css';

const noFilter = { keyword: '', categoryId: '', result: '' };

const columnsFor = (onBasis: (shown: Grounds) => void): Column<TaskPoint>[] => [
  {
    key: 'content',
    title: '检查要点',
    onCard: 'title',
    render: (point) => (
      <>
        {point.content}
        <button type="button" className={styles['basis']} onClick={() => onBasis(point)}>
          <BasisName basis={point.basis} />
        </button>
      </>
    ),
  },
  { key: 'category', title: '类别', width: '180px', render: (point) => point.categoryName },
  { key: 'qualified', title: '合格', align: 'right', width: '72px', render: (point) => point.qualified },
  {
    key: 'unqualified',
    title: '不合格',
    align: 'right',
    width: '72px',
    render: (point) => <span className={point.unqualified > 0 ? styles['unqualified'] : undefined}>{point.unqualified}</span>,
  },
  { key: 'notApplicable', title: '不适用', align: 'right', width: '72px', render: (point) => point.notApplicable },
  {
    key: 'open',
    title: '未查',
    align: 'right',
    width: '72px',
    render: (point) => point.deptCount - point.qualified - point.unqualified - point.notApplicable,
  },
];

/** The points of a task, each over all departments that have it. */
export function TaskPointList({ taskId }: { taskId: string }) {
  const fields = useFields({ keyword: { maxLength: 50 }, categoryId: {}, result: {} }, noFilter);
  const [filter, setFilter] = useState<TaskPointFilter>({ taskId, pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const [basis, setBasis] = useState<Grounds>();
  const list = useTaskPoints(filter);
  const categories = useLevelOneItems();

  const search = (values: typeof noFilter): void =>
    setFilter({ ...filter, pageNum: 1, keyword: values.keyword.trim(), categoryId: values.categoryId, result: values.result as Result | '' });
  const handleReset = (): void => {
    fields.reset(noFilter);
    search(noFilter);
  };

  return (
    <div className={styles['content']}>
      <SearchBar validate={fields.checkAll} onSearch={() => search(fields.values)} onReset={handleReset}>
        <TextField label="要点" {...fields.bind('keyword')} />
        <Select
          label="类别"
          {...fields.bind('categoryId')}
          emptyLabel="全部类别"
          options={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Select
          label="结果"
          {...fields.bind('result')}
          emptyLabel="全部结果"
          options={RESULTS.map((value) => ({ value, label: `有${resultLabel[value]}` }))}
        />
      </SearchBar>
      {list.data ? (
        list.data.total === 0 ? (
          <NoMatch hint="没有符合条件的要点，可重置条件后再试" onReset={handleReset} />
        ) : (
          <>
            <DataList label="检查要点" columns={columnsFor(setBasis)} rows={list.data.records} rowKey={(point) => point.pointId} />
            <Pagination
              pageNum={list.data.pageNum}
              pageSize={list.data.pageSize}
              total={list.data.total}
              onChange={(page) => setFilter({ ...filter, ...page })}
            />
          </>
        )
      ) : list.isError ? (
        <LoadFailed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <ListSkeleton rows={5} />
      )}
      <PointBasis shown={basis} onShow={setBasis} onClose={() => setBasis(undefined)} />
    </div>
  );
}
