import { type ReactNode, useState } from 'react';
import { DECLARATION_TYPES } from '#contract/declaration-type.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import type { DeclarationStatistics } from '#contract/statistics.ts';
import { useDeclarationStatistics, useDeclarationStatisticsFile } from '@/queries/statistics-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import card from '@/ui/basics/card.module.css';
import stack from '@/ui/basics/stack.module.css';
import { saveFile } from '@/ui/browser/save-file.ts';
import { useIsOnPaper, useIsTable } from '@/ui/browser/paper.ts';
import { groupedBars, stackedBars, valueText } from '@/ui/charts/series-table.ts';
import { SeriesChart } from '@/ui/charts/SeriesChart.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { Pagination } from '@/ui/lists/Pagination.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { PrintView } from '@/ui/page/PrintView.tsx';
import { type DeclaredBehind, DeclarationsSheet } from './DeclarationsSheet.tsx';
import { declarationsByMonth, declarationsByType, declarationTable } from './declaration-figures.ts';
import { MissingDeclarations } from './MissingDeclarations.tsx';
import { toQuery } from './stat-period.ts';
import { ShownPeriod, StatFilter } from './StatFilter.tsx';
import { useStatPeriod } from './useStatPeriod.ts';
import styles from './CheckStatistics.module.css';
import tableStyles from './DeptTable.module.css';

const TITLE = '自主申报统计';

/** Declarations by type, month and department, and who has declared nothing this year. */
export default function SelfDeclarePage() {
  const [period, setPeriod] = useStatPeriod();
  const query = toQuery(period);
  const figures = useDeclarationStatistics(query);
  const file = useDeclarationStatisticsFile();
  const [behind, setBehind] = useState<DeclaredBehind>();

  const handleExport = async (): Promise<void> => {
    try {
      saveFile(await file.mutateAsync(query), `${TITLE}_${query.startDate}_${query.endDate}.xlsx`);
    } catch {
      // The mutation cache has shown why.
    }
  };

  return (
    <Page
      title={TITLE}
      actions={
        <>
          <PrintView />
          <ActionButton size="small" onClick={handleExport}>
            导出
          </ActionButton>
        </>
      }
      search={<StatFilter first={period} onSearch={setPeriod} isByMonthOnly />}
    >
      <div className={stack['parts']}>
        <ShownPeriod period={period} />
        {figures.data ? (
          <FiguresView figures={figures.data} onBehind={setBehind} />
        ) : (
          <NotLoaded of={figures} />
        )}
      </div>
      <DeclarationsSheet key={`${behind?.deptId} ${behind?.type}`} behind={behind} query={query} onClose={() => setBehind(undefined)} />
    </Page>
  );
}

interface FiguresProps {
  figures: DeclarationStatistics;
  onBehind: (behind: DeclaredBehind) => void;
}

function FiguresView({ figures, onBehind }: FiguresProps) {
  const byType = declarationsByType(figures);
  const counts = [{ label: '申报合计', count: figures.total, type: {} }, ...DECLARATION_TYPES.map((label, type) => ({ label, count: figures.byType[type] ?? 0, type: { type } }))];
  return (
    <>
      <ul className={styles['figures']} aria-label="合计">
        {counts.map(({ label, count, type }) => (
          <li key={label}>
            <button
              type="button"
              className={styles['figure']}
              aria-label={`${label} ${valueText(count)}，查看申报`}
              onClick={() => onBehind({ title: label, byType: figures.byType, ...type })}
            >
              <span>{label}</span>
              <strong>{valueText(count)}</strong>
            </button>
          </li>
        ))}
      </ul>
      <MissingDeclarations figures={figures} />
      {figures.total > 0 && (
        <div className={styles['charts']}>
          <section className={`${card['card']} ${styles['card']}`} aria-labelledby="stat-declared-months">
            <h2 id="stat-declared-months">各月申报</h2>
            <SeriesChart title="各月申报" table={declarationTable(figures)} option={groupedBars(declarationsByMonth(figures))} />
          </section>
          <section className={`${card['card']} ${styles['card']}`} aria-labelledby="stat-declared-types">
            <h2 id="stat-declared-types">各类申报</h2>
            <SeriesChart title="各类申报" table={byType} option={stackedBars(byType)} height={290} />
          </section>
        </div>
      )}
      <DeptDeclarations figures={figures} onBehind={onBehind} />
    </>
  );
}

type DeptRow = DeclarationStatistics['departments'][number];

/** On a card, only what there is. */
const cardColumns: Column<DeptRow>[] = [
  { key: 'dept', title: '科室', onPhone: 'title', render: (dept) => dept.deptName },
  { key: 'total', title: '合计', onPhone: 'end', render: (dept) => <strong>{valueText(dept.total)}</strong> },
  {
    key: 'types',
    title: '类型',
    onPhone: 'fact',
    render: (dept) =>
      DECLARATION_TYPES.map((label, type) => ({ label, count: dept.byType[type] ?? 0 }))
        .filter(({ count }) => count > 0)
        .map(({ label, count }) => `${label} ${count}`)
        .join('、') || '无',
  },
];

const tableColumns = (onBehind: FiguresProps['onBehind']): Column<DeptRow>[] => {
  const number = (dept: DeptRow, label: string, count: number, type?: number): ReactNode =>
    count === 0 ? (
      0
    ) : (
      <button
        type="button"
        className={tableStyles['number']}
        aria-label={`${dept.deptName} ${label} ${valueText(count)}，查看申报`}
        onClick={() => onBehind({ title: `${dept.deptName} · ${label}`, byType: dept.byType, deptId: dept.deptId, ...(type === undefined ? {} : { type }) })}
      >
        {valueText(count)}
      </button>
    );
  return [
    { key: 'dept', title: '科室', onPhone: 'title', render: (dept) => dept.deptName },
    ...DECLARATION_TYPES.map((label, type): Column<DeptRow> => ({ key: label, title: label, align: 'right', render: (dept) => number(dept, label, dept.byType[type] ?? 0, type) })),
    { key: 'total', title: '合计', align: 'right', render: (dept) => <strong>{number(dept, '合计', dept.total)}</strong> },
  ];
};

function DeptDeclarations({ figures, onBehind }: FiguresProps) {
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const isTable = useIsTable();
  const isOnPaper = useIsOnPaper();
  const { departments } = figures;
  const pageNum = Math.min(page.pageNum, Math.max(1, Math.ceil(departments.length / page.pageSize)));
  return (
    <section className={stack['items']} aria-label="科室申报">
      <div className={tableStyles['head']}>
        <h2>科室申报</h2>
      </div>
      <DataList
        label="科室申报"
        columns={isTable ? tableColumns(onBehind) : cardColumns}
        rows={isOnPaper ? departments : departments.slice((pageNum - 1) * page.pageSize, pageNum * page.pageSize)}
        rowKey={(dept) => dept.deptId}
        {...(isTable
          ? {}
          : {
              usual: (dept: DeptRow) =>
                dept.total > 0 && (
                  <ActionButton
                    tone="text"
                    size="small"
                    label={`查看申报 ${dept.deptName}`}
                    onClick={() => onBehind({ title: dept.deptName, byType: dept.byType, deptId: dept.deptId })}
                  >
                    查看申报
                  </ActionButton>
                ),
            })}
      />
      <Pagination pageNum={pageNum} pageSize={page.pageSize} total={departments.length} onChange={setPage} />
    </section>
  );
}
