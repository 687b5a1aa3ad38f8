import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { addDays } from '#contract/calendar.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { percentOf } from '#contract/statistics-kind.ts';
import { today } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { useCorrectionRecordList } from '@/queries/correction-record-queries.ts';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { type FigurePeriod, useOverallCheckFigure, useTaskCountFigure, useUnqualifiedFigure } from '@/queries/home-queries.ts';
import { useLateWork } from '@/queries/late-work-queries.ts';
import { useMyTaskList } from '@/queries/my-task-queries.ts';
import { useMyCorrectionList } from '@/queries/self-correction-queries.ts';
import type { ChartColour, ChartOption } from '@/ui/Chart.tsx';
import { CountedList } from '@/ui/CountedList.tsx';
import { Dotted } from '@/ui/Dotted.tsx';
import { ExclamationCircleOutline, RightOutline } from '@/ui/icons.tsx';
import { ListSkeleton } from '@/ui/ListSkeleton.tsx';
import { LoadFailed } from '@/ui/LoadFailed.tsx';
import { Select } from '@/ui/Select.tsx';
import { DONE_OF_ASKED, groupedBars, percentLines, rateText, type SeriesTable, unqualifiedShares, valueText } from '@/ui/series-table.ts';
import { SeriesChart } from '@/ui/SeriesChart.tsx';
import { DutySection } from './DutySection.tsx';
import { type Counted, FigureTasksSheet } from './FigureTasksSheet.tsx';
import { dueLater, overallMonths, taskFacts, taskMonths, unqualifiedMonths } from './figure-charts.ts';
import styles from './AdminHome.module.css';

const PERIODS = [
  { value: 'year', label: '今年至今' },
  { value: '365', label: '最近 365 天' },
  { value: '90', label: '最近 90 天' },
  { value: '30', label: '最近 30 天' },
] as const;

/** Red is for what failed. */
const FAILURE: readonly ChartColour[] = ['unqualified'];

function periodOf(value: string): { from: string; to: string } {
  const to = today();
  return { from: value === 'year' ? `${to.slice(0, 4)}-01-01` : addDays(to, 1 - Number(value)), to };
}

/** The three figures with their trend, who is late, and what fails most. */
export function AdminHome() {
  const [span, setSpan] = useState<string>('year');
  const [dept, setDept] = useState('');
  const [counted, setCounted] = useState<Counted>();
  const departments = useDepartmentOptions();
  const period: FigurePeriod = { ...periodOf(span), dept: dept === '' ? 'all' : dept };
  const days = { startDate: period.from, endDate: period.to };
  // An administrator's department has tasks like any other; in a clinic it is often the only one.
  const ownTasks = useMyTaskList({ status: 'open', pageNum: 1, pageSize: DEFAULT_PAGE_SIZE }).data?.total ?? 0;
  const ownCorrections = useMyCorrectionList({ status: 'open', pageNum: 1, pageSize: DEFAULT_PAGE_SIZE }).data?.total ?? 0;
  const toConfirm = useCorrectionRecordList({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE, status: 'corrected' }).data?.total ?? 0;
  const lateWork = useLateWork({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE, status: 'waiting' }).data?.total ?? 0;
  const tasks = useTaskCountFigure(period);
  const overall = useOverallCheckFigure(period);
  const unqualified = useUnqualifiedFigure(period);
  const tasksLink = (
    <Link className={styles['more']} to={paths.taskManage.to({ status: 'overdue' })}>
      查看已逾期的任务
    </Link>
  );

  return (
    <div className={styles['home']}>
      <div className={styles['filters']}>
        <Select label="统计时间" value={span} onChange={setSpan} options={PERIODS} />
        <Select
          label="科室"
          value={dept}
          onChange={setDept}
          emptyLabel="全部科室"
          options={(departments.data ?? []).map(({ id, deptName }) => ({ value: id, label: deptName }))}
        />
      </div>
      <div className={styles['todos']}>
        {ownTasks > 0 && <Todo to={paths.myTask.to()}>本科室 {ownTasks} 项任务待完成</Todo>}
        {ownCorrections > 0 && <Todo to={paths.selfInnovate.to()}>本科室 {ownCorrections} 项自纠待整改</Todo>}
        {toConfirm > 0 && <Todo to={paths.selfInspection.to({ status: 'corrected' })}>{toConfirm} 份科室自纠待确认</Todo>}
        {lateWork > 0 && <Todo to={paths.lateWork.to()}>{lateWork} 项迟到的填写待处理</Todo>}
      </div>
      <div className={styles['figures']}>
        <Figure title="检查任务" query={tasks}>
          {(figure) => (
            <FigureBody
              title="各月检查任务"
              value={valueText(figure.total)}
              unit="项"
              facts={taskFacts(figure.byStatus)}
              table={taskMonths(figure)}
              option={groupedBars(taskMonths(figure))}
              colours={DONE_OF_ASKED}
              note="各月为科室任务，按截止日期计，未到期的不计入"
            />
          )}
        </Figure>
        <Figure title="全面自查" query={overall}>
          {(figure) => (
            <FigureBody
              title="各月全面自查"
              value={rateText(percentOf(figure.submitted, figure.deptTasks))}
              unit="已提交"
              facts={[`科室任务 ${valueText(figure.deptTasks)}`, `已提交 ${valueText(figure.submitted)}`, `按时 ${valueText(figure.onTime)}`]}
              table={overallMonths(figure)}
              option={groupedBars(overallMonths(figure))}
              colours={DONE_OF_ASKED}
              note={dueLater(figure) > 0 ? `另有 ${valueText(dueLater(figure))} 项未到期` : undefined}
            />
          )}
        </Figure>
        <Figure title="不合格情况" query={unqualified}>
          {(figure) => (
            <FigureBody
              title="各月不合格"
              value={valueText(figure.unqualified)}
              unit="项不合格"
              facts={[
                `已查 ${valueText(figure.checked)}`,
                `不合格率 ${rateText(percentOf(figure.unqualified, figure.checked))}`,
                `已整改 ${valueText(figure.corrected)}`,
              ]}
              table={unqualifiedMonths(figure)}
              option={percentLines(unqualifiedShares(figure))}
              colours={FAILURE}
            />
          )}
        </Figure>
      </div>
      <DutySection isAdmin />
      <div className={styles['lists']}>
        <Figure title="逾期未提交的科室" query={tasks} more={tasksLink}>
          {({ lateDepartments }) =>
            lateDepartments.length === 0 ? (
              <p className={styles['none']}>没有逾期的科室</p>
            ) : (
              <CountedList
                label="逾期未提交的科室"
                rows={lateDepartments.map(({ deptId, deptName, count }) => ({
                  key: deptId,
                  label: deptName,
                  count: `${count} 项`,
                  onOpen: () => setCounted({ title: `${deptName} · 逾期未提交`, query: { ...days, deptId, kind: 'overdue' } }),
                }))}
              />
            )
          }
        </Figure>
        <Figure title="最常不合格的要点" query={unqualified} rows={4}>
          {({ topPoints }) =>
            topPoints.length === 0 ? (
              <p className={styles['none']}>这段时间没有不合格</p>
            ) : (
              <CountedList
                label="最常不合格的要点"
                rows={topPoints.map(({ pointId, content, categoryName, count }) => ({
                  key: pointId,
                  label: content,
                  detail: categoryName,
                  count: `${count} 次`,
                  onOpen: () =>
                    setCounted({ title: '不合格的要点', note: content, query: { ...days, ...(dept === '' ? {} : { deptId: dept }), kind: 'unqualified', pointId } }),
                }))}
              />
            )
          }
        </Figure>
      </div>
      <FigureTasksSheet counted={counted} onClose={() => setCounted(undefined)} />
    </div>
  );
}

/** Something that waits for an administrator. */
function Todo({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles['todo']} to={to}>
      <ExclamationCircleOutline aria-hidden />
      <span>{children}</span>
      <RightOutline aria-hidden />
    </Link>
  );
}

interface FigureProps<Data> {
  title: string;
  query: { data: Data | undefined; isError: boolean; error: Error | null; refetch: () => unknown };
  /** Of the skeleton. */
  rows?: number;
  /** Where there is more, also while nothing is here yet. */
  more?: ReactNode;
  children: (data: Data) => ReactNode;
}

function Figure<Data>({ title, query, rows = 2, more, children }: FigureProps<Data>) {
  return (
    <section className={styles['card']} aria-label={title}>
      <h2>{title}</h2>
      {query.data === undefined ? (
        query.isError ? (
          <LoadFailed error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <ListSkeleton rows={rows} />
        )
      ) : (
        children(query.data)
      )}
      {more}
    </section>
  );
}

interface FigureBodyProps {
  title: string;
  value: string;
  unit: string;
  facts: readonly string[];
  table: SeriesTable;
  option: ChartOption;
  colours: readonly ChartColour[];
  /** What the chart leaves out. */
  note?: string | undefined;
}

function FigureBody({ title, value, unit, facts, table, option, colours, note }: FigureBodyProps) {
  return (
    <>
      <p className={styles['value']}>
        <strong>{value}</strong> {unit}
      </p>
      <p className={styles['facts']}>
        <Dotted>{facts}</Dotted>
      </p>
      <SeriesChart title={title} table={table} option={option} colours={colours} height={200} />
      {note !== undefined && <p className={styles['facts']}>{note}</p>}
    </>
  );
}
