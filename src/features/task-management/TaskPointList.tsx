import { useState } from 'react';
import type { Grounds } from '#contract/check-point.ts';
import { RESULTS, resultLabel } from '#contract/result.ts';
import type { TaskPoint } from '#contract/task.ts';
import { BasisName } from '@/parts/points/BasisName.tsx';
import { PointSign } from '@/parts/points/PointSign.tsx';
import { PointBasis } from '@/parts/points/PointBasis.tsx';
import { useLevelOneItems } from '@/queries/laws/check-point-queries.ts';
import { type TaskPointFilter, useTaskPoints } from '@/queries/work/task-queries.ts';
import letters from '@/ui/basics/letters.module.css';
import stack from '@/ui/basics/stack.module.css';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import styles from './TaskPointList.module.css';

const columnsFor = (onBasis: (shown: Grounds) => void): Column<TaskPoint>[] => [
  {
    key: 'content',
    title: '检查要点',
    onPhone: 'title',
    render: (point) => (
      <>
        <PointSign mark={point.mark} /> {point.content}
        <button type="button" className={styles['basis']} onClick={() => onBasis(point)}>
          <BasisName basis={point.basis} />
        </button>
      </>
    ),
  },
  { key: 'category', title: '类别', width: '180px', onPhone: 'fact', render: (point) => point.categoryName },
  { key: 'qualified', title: '合格', align: 'right', width: '72px', render: (point) => point.qualified },
  {
    key: 'unqualified',
    title: '不合格',
    align: 'right',
    width: '72px',
    render: (point) => <span className={point.unqualified > 0 ? letters['bad'] : undefined}>{point.unqualified}</span>,
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
  const asked = useListFilter<TaskPointFilter>({ keyword: { maxLength: 50 }, categoryId: {}, result: {} }, { taskId });
  const { fields } = asked;
  const [basis, setBasis] = useState<Grounds>();
  const list = useTaskPoints(asked.filter);
  const categories = useLevelOneItems();

  return (
    <div className={stack['parts']}>
      <SearchBar {...asked.bar}>
        <TextField label="要点" {...fields.bind('keyword')} type="search" placeholder="要点" />
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
      <PagedList
        of={list}
        asked={asked}
        noMatch="没有符合条件的要点，可重置条件后再试"
        skeletonRows={5}
      >
        {(points) => <DataList label="检查要点" columns={columnsFor(setBasis)} rows={points} rowKey={(point) => point.pointId} />}
      </PagedList>
      <PointBasis shown={basis} onShow={setBasis} onClose={() => setBasis(undefined)} />
    </div>
  );
}
