import { useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import type { DeptCheckCounts } from '#contract/statistics.ts';
import { ScoreTag } from '@/parts/tags/ScoreTag.tsx';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Dotted } from '@/ui/basics/Dotted.tsx';
import letters from '@/ui/basics/letters.module.css';
import stack from '@/ui/basics/stack.module.css';
import { useIsOnPaper, useIsTable } from '@/ui/browser/paper.ts';
import { rateText, valueText } from '@/ui/charts/series-table.ts';
import { Select } from '@/ui/controls/Select.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { Pagination } from '@/ui/lists/Pagination.tsx';
import { COUNTS, type Order, ordered, ORDERS } from './check-figures.ts';
import type { Behind } from './StatTasksSheet.tsx';
import styles from './DeptTable.module.css';

/** The figures of each department: numbers open what is behind them on a desktop, a button does on a phone's card. */
export function DeptTable({ departments, onBehind }: { departments: readonly DeptCheckCounts[]; onBehind: (behind: Behind) => void }) {
  const isTable = useIsTable();
  const isOnPaper = useIsOnPaper();
  const [order, setOrder] = useState<Order>('');
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const pageNum = Math.min(page.pageNum, Math.max(1, Math.ceil(departments.length / page.pageSize)));
  const all = ordered(departments, order);
  const rows = isOnPaper ? all : all.slice((pageNum - 1) * page.pageSize, pageNum * page.pageSize);

  const columns = isTable ? tableColumns(onBehind) : cardColumns;
  return (
    <section className={stack['items']} aria-label="科室统计">
      <div className={styles['head']}>
        <h2>科室统计</h2>
        <div data-off-paper>
          <Select
            isLabelSpoken
            label="排序"
            value={order}
            onChange={(value) => {
              setOrder(value as Order);
              setPage({ ...page, pageNum: 1 });
            }}
            options={ORDERS}
          />
        </div>
      </div>
      <DataList
        label="科室统计"
        columns={columns}
        rows={rows}
        rowKey={(dept) => dept.deptId}
        {...(isTable
          ? {}
          : {
              usual: (dept: DeptCheckCounts) => (
                <ActionButton tone="text" size="small" label={`查看科室任务 ${dept.deptName}`} onClick={() => onBehind({ title: dept.deptName, deptId: dept.deptId, kind: 'all' })}>
                  查看科室任务
                </ActionButton>
              ),
            })}
      />
      <Pagination pageNum={pageNum} pageSize={page.pageSize} total={departments.length} onChange={setPage} />
    </section>
  );
}

const name: Column<DeptCheckCounts> = { key: 'dept', title: '科室', onPhone: 'title', render: (dept) => dept.deptName };
const toneOf = (count: number): string | undefined => (count > 0 ? letters['bad'] : undefined);

/** Broken between its figures only. */
const Counts = ({ counts }: { counts: readonly string[] }) => (
  <Dotted>
    {counts.map((count) => (
      <span key={count} className={styles['whole']}>
        {count}
      </span>
    ))}
  </Dotted>
);

/** The same figures in three lines. */
const cardColumns: Column<DeptCheckCounts>[] = [
  name,
  { key: 'tasks', title: '科室任务', onPhone: 'fact', render: (dept) => <Counts counts={[`科室任务 ${valueText(dept.deptTasks)}`, `按时 ${valueText(dept.onTime)}`, `逾期 ${valueText(dept.late)}`, `未提交 ${valueText(dept.notSubmitted)}`]} /> },
  {
    key: 'checked',
    title: '已查要点',
    render: (dept) => (
      <>
        {valueText(dept.checked)} · <span className={toneOf(dept.unqualified)}>不合格 {valueText(dept.unqualified)}</span>
      </>
    ),
  },
  { key: 'score', title: '评分', render: (dept) => <ScoreTag score={dept.score} /> },
  { key: 'corrected', title: '已整改', onPhone: 'fact', render: (dept) => <Counts counts={[`已整改 ${valueText(dept.corrected)}`, `整改率 ${rateText(dept.correctionRate)}`]} /> },
];

const tableColumns = (onBehind: (behind: Behind) => void): Column<DeptCheckCounts>[] => [
  name,
  ...COUNTS.map(({ key, label, kind }): Column<DeptCheckCounts> => ({
    key,
    title: label,
    align: 'right',
    render: (dept) => {
      if (dept[key] === 0) return 0;
      return (
        <button
          type="button"
          className={`${styles['number']} ${(key === 'unqualified' ? toneOf(dept[key]) : undefined) ?? ''}`}
          aria-label={`${dept.deptName} ${label} ${valueText(dept[key])}，查看科室任务`}
          onClick={() => onBehind({ title: `${dept.deptName} · ${label}`, deptId: dept.deptId, kind })}
        >
          {valueText(dept[key])}
        </button>
      );
    },
  })),
  { key: 'rate', title: '整改率', align: 'right', render: (dept) => rateText(dept.correctionRate) },
  { key: 'score', title: '评分', render: (dept) => <ScoreTag score={dept.score} /> },
];
