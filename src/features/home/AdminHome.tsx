import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { type Score, scoreClassLabel } from '#contract/score.ts';
import { percentOf, type StatKind } from '#contract/statistics-kind.ts';
import { OVERALL, taskStatusLabel, type TaskType } from '#contract/task-status.ts';
import { DATE_RANGE_SHORTCUTS, daysOfMonths, MONTH_RANGE_SHORTCUTS, type Range } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { DepartmentFilter } from '@/parts/departments/DepartmentFilter.tsx';
import { FailedPoints } from '@/parts/points/FailedPoints.tsx';
import { type FigurePeriod, useOverallCheckFigure, useTaskCountFigure, useUnqualifiedFigure } from '@/queries/home-queries.ts';
import { useInstitution } from '@/queries/institution-queries.ts';
import { useCorrectionRecordList } from '@/queries/work/correction-record-queries.ts';
import { useLateWork } from '@/queries/work/late-work-queries.ts';
import { useMyTaskList } from '@/queries/work/my-task-list-query.ts';
import { useMyCorrectionList } from '@/queries/work/self-correction-queries.ts';
import card from '@/ui/basics/card.module.css';
import { Dotted } from '@/ui/basics/Dotted.tsx';
import { FileOutline } from '@/ui/basics/icons.tsx';
import letters from '@/ui/basics/letters.module.css';
import { useNewDay } from '@/ui/browser/useNewDay.ts';
import type { ChartColour, ChartOption } from '@/ui/charts/chart-props.ts';
import { CountedList } from '@/ui/charts/CountedList.tsx';
import { DONE_OF_ASKED, groupedBars, percentLines, rateText, type SeriesTable, unqualifiedShares, valueText } from '@/ui/charts/series-table.ts';
import { SeriesChart } from '@/ui/charts/SeriesChart.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { lazyBlock } from '@/ui/lazy/lazy-block.tsx';
import { type Loading, NotLoaded } from '@/ui/lists/Loaded.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { DutySection } from './DutySection.tsx';
import { type Counted, FigureTasksSheet } from './FigureTasksSheet.tsx';
import { FirstDay } from './FirstDay.tsx';
import { overallMonths, shownStatuses, taskMonths, unqualifiedMonths } from './figure-charts.ts';
import { Todo } from './Todo.tsx';
import styles from './AdminHome.module.css';

/** As on the screens of statistics, by their names: months as a whole, then days. */
const PERIODS: ReadonlyMap<string, (now: Date) => Range> = new Map([
  ...MONTH_RANGE_SHORTCUTS.map(({ label, rangeAt }) => [label, (now: Date) => daysOfMonths(rangeAt(now))] as const),
  ...[...DATE_RANGE_SHORTCUTS].reverse().map(({ label, rangeAt }) => [label, rangeAt] as const),
]);
const THIS_YEAR = MONTH_RANGE_SHORTCUTS[0]?.label ?? '';

/** Most days have none. */
const SevereTodo = lazyBlock('重大问题', () => import('./SevereTodo.tsx'), null);
const LawChangeTodo = lazyBlock('法规变动', () => import('./LawChangeTodo.tsx'), null);
const RewordingTodo = lazyBlock('国家库更新', () => import('./RewordingTodo.tsx'), null);

const scoreText = ({ value, scoreClass }: Score): string => (value === null || scoreClass === null ? '评分 –' : `评分 ${value}，${scoreClassLabel[scoreClass]}`);

/** Red is for what failed. */
const FAILURE: readonly ChartColour[] = ['unqualified'];

/** The three figures with their trend, who is late, and what fails most. */
export function AdminHome() {
  const [span, setSpan] = useState(THIS_YEAR);
  // Not by the minute: all charts would be drawn anew.
  const [now, setNow] = useState(serverNow);
  useNewDay((_before, day) => setNow(day));
  const [dept, setDept] = useState('');
  const [counted, setCounted] = useState<Counted>();
  const institution = useInstitution();
  const period: FigurePeriod = { ...(PERIODS.get(span)?.(now) ?? { from: '', to: '' }), dept: dept === '' ? 'all' : dept };
  const days = { startDate: period.from, endDate: period.to };
  const asked = { ...days, ...(dept === '' ? {} : { deptId: dept }) };
  const behind = (title: string, kind: StatKind, taskType?: TaskType) => (): void =>
    setCounted({ title, query: { ...asked, kind, ...(taskType === undefined ? {} : { taskType }) } });
  // An administrator's department has tasks like any other; in a clinic it is often the only one.
  const ownTasks = useMyTaskList({ status: 'open', pageNum: 1, pageSize: DEFAULT_PAGE_SIZE }).data?.total ?? 0;
  const ownCorrections = useMyCorrectionList({ status: 'open', pageNum: 1, pageSize: DEFAULT_PAGE_SIZE }).data?.total ?? 0;
  const toConfirm = useCorrectionRecordList({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE, status: 'corrected' }).data?.total ?? 0;
  const lateWork = useLateWork({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE, status: 'waiting' }).data?.total ?? 0;
  const tasks = useTaskCountFigure(period);
  const overall = useOverallCheckFigure(period);
  const unqualified = useUnqualifiedFigure(period);
  const isFirstDay = tasks.data?.total === 0 && span === THIS_YEAR && dept === '';
  const profileNotice = institution.data?.profile === null && (
    <Notice
      tone="warning"
      title="还没有填写机构档案"
      action={
        <Link className={styles['more']} to={paths.institution.to()}>
          去填写
        </Link>
      }
    >
      机构类别和开展的服务决定本机构自查哪些要点。
    </Notice>
  );
  const tasksLink = (
    <Link className={styles['more']} to={paths.taskManage.to({ status: 'overdue' })}>
      查看已逾期的任务
    </Link>
  );

  return (
    <div className={styles['home']}>
      {isFirstDay ? <FirstDay otherwise={profileNotice} /> : profileNotice}
      <div className={styles['filters']}>
        <Select label="统计时间" value={span} onChange={setSpan} options={[...PERIODS.keys()].map((label) => ({ value: label, label }))} />
        <DepartmentFilter value={dept} onChange={setDept} />
      </div>
      <div className={styles['todos']}>
        <SevereTodo />
        {ownTasks > 0 && <Todo to={paths.myTask.to()}>本科室 {ownTasks} 项任务待完成</Todo>}
        {ownCorrections > 0 && <Todo to={paths.selfInnovate.to()}>本科室 {ownCorrections} 份自纠待整改</Todo>}
        {toConfirm > 0 && <Todo to={paths.selfInspection.to({ status: 'corrected' })}>{toConfirm} 份科室自纠待确认</Todo>}
        {lateWork > 0 && <Todo to={paths.lateWork.to()}>{lateWork} 项迟到的填写待处理</Todo>}
        <LawChangeTodo />
        <RewordingTodo />
      </div>
      <div className={styles['figures']}>
        <Figure title="检查任务" counts="起止日期与统计时间重合的任务" query={tasks}>
          {(figure) => (
            <FigureBody
              figure="检查任务"
              title="各月检查任务"
              value={{ text: valueText(figure.total), unit: '项', ...(dept === '' ? { to: paths.taskManage.to(days) } : { onOpen: behind('科室任务', 'all') }) }}
              // Of one department the number counts its parts, which the list of tasks does not tell apart.
              facts={shownStatuses(figure.byStatus).map((status) => ({
                text: `${taskStatusLabel[status]} ${valueText(figure.byStatus[status])}`,
                ...(dept === '' ? { to: paths.taskManage.to({ status, ...days }) } : {}),
              }))}
              none={figure.total === 0 && <NoTasks isFiltered={span !== THIS_YEAR || dept !== ''} />}
              table={taskMonths(figure)}
              option={groupedBars(taskMonths(figure))}
              colours={DONE_OF_ASKED}
              note="各月为科室任务，按截止日期计，含尚未到期的"
            />
          )}
        </Figure>
        <Figure title="全面自查" counts="起止日期与统计时间重合，不计已取消" query={overall}>
          {(figure) => (
            <FigureBody
              figure="全面自查"
              title="各月全面自查"
              value={{ text: rateText(percentOf(figure.dueSubmitted, figure.due)), unit: '到期的已提交', onOpen: behind('全面自查 · 已到期', 'due', OVERALL) }}
              facts={[
                { text: `科室任务 ${valueText(figure.deptTasks)}`, onOpen: behind('全面自查', 'all', OVERALL) },
                { text: `已到期 ${valueText(figure.due)}`, onOpen: behind('全面自查 · 已到期', 'due', OVERALL) },
                { text: `已提交 ${valueText(figure.submitted)}`, onOpen: behind('全面自查 · 已提交', 'submitted', OVERALL) },
                { text: `按时 ${valueText(figure.onTime)}`, onOpen: behind('全面自查 · 按时提交', 'onTime', OVERALL) },
              ]}
              none={figure.deptTasks === 0 && <p className={letters['quiet']}>这段时间没有全面自查</p>}
              table={overallMonths(figure)}
              option={groupedBars(overallMonths(figure))}
              colours={DONE_OF_ASKED}
              note={figure.deptTasks > figure.due ? `另有 ${valueText(figure.deptTasks - figure.due)} 项未到期，不计入比例` : undefined}
            />
          )}
        </Figure>
        <Figure title="不合格情况" counts="统计时间内提交的自查结果" query={unqualified}>
          {(figure) => (
            <FigureBody
              figure="不合格情况"
              title="各月不合格"
              value={{ text: valueText(figure.unqualified), unit: '项不合格', onOpen: behind('有不合格的科室任务', 'unqualified') }}
              beside={scoreText(figure.score)}
              facts={[
                { text: `已查 ${valueText(figure.checked)}`, onOpen: behind('统计时间内提交的科室任务', 'checked') },
                { text: `不合格率 ${rateText(percentOf(figure.unqualified, figure.judged))}` },
                { text: `已整改 ${valueText(figure.corrected)}`, onOpen: behind('有已整改的科室任务', 'corrected') },
              ]}
              none={figure.checked === 0 && <p className={letters['quiet']}>这段时间没有提交自查结果</p>}
              table={unqualifiedMonths(figure)}
              option={percentLines(unqualifiedShares(figure))}
              colours={FAILURE}
              note="不合格率不计不适用"
            />
          )}
        </Figure>
      </div>
      <DutySection isAdmin />
      <div className={styles['lists']}>
        <Figure title="逾期未提交的科室" counts="截至今天，不论统计时间" query={tasks} more={tasksLink}>
          {({ lateDepartments }) =>
            lateDepartments.length === 0 ? (
              <p className={letters['quiet']}>没有逾期的科室</p>
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
        <Figure title="最常不合格的要点" counts="统计时间内提交的自查结果" query={unqualified} rows={4}>
          {({ topPoints }) => (
            <FailedPoints
              points={topPoints}
              onOpen={({ pointId, content }) => setCounted({ title: '不合格的要点', note: content, query: { ...asked, kind: 'unqualified', pointId } })}
            />
          )}
        </Figure>
      </div>
      <FigureTasksSheet counted={counted} onClose={() => setCounted(undefined)} />
    </div>
  );
}

interface FigureProps<Data> {
  title: string;
  /** What its numbers count. */
  counts: string;
  query: Loading<Data>;
  /** Of the skeleton. */
  rows?: number;
  /** Where there is more, also while nothing is here yet. */
  more?: ReactNode;
  children: (data: Data) => ReactNode;
}

function Figure<Data>({ title, counts, query, rows = 2, more, children }: FigureProps<Data>) {
  return (
    <section className={`${card['card']} ${styles['card']}`} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles['counts']}>{counts}</p>
      {query.data === undefined ? (
        <NotLoaded of={query} rows={rows} />
      ) : (
        children(query.data)
      )}
      {more}
    </section>
  );
}

function NoTasks({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p className={letters['quiet']}>这段时间没有检查任务</p>;
  return (
    <>
      <p className={letters['quiet']}>今年还没有检查任务</p>
      <Link className={styles['more']} to={paths.taskCreate.to()}>
        下发任务
      </Link>
    </>
  );
}

/** A number in words, and what it leads to, if anything. */
interface Counts {
  text: string;
  to?: string;
  onOpen?: () => void;
}

/** @param label with the figure's name, since several of them say 已提交 */
function Leading({ label, counts: { to, onOpen }, children }: { label: string; counts: Counts; children: ReactNode }) {
  if (to !== undefined) {
    return (
      <Link className={styles['behind']} to={to} aria-label={label}>
        {children}
      </Link>
    );
  }
  if (onOpen !== undefined) {
    return (
      <button type="button" className={styles['behind']} aria-label={label} onClick={onOpen}>
        {children}
      </button>
    );
  }
  return children;
}

interface FigureBodyProps {
  figure: string;
  /** Of the chart. */
  title: string;
  value: Counts & { unit: string };
  /** Said behind the value. */
  beside?: string | undefined;
  facts: readonly Counts[];
  /** In the place of all else where there is nothing to draw. */
  none: ReactNode;
  table: SeriesTable;
  option: ChartOption;
  colours: readonly ChartColour[];
  /** What the chart leaves out. */
  note?: string | undefined;
}

function FigureBody({ figure, title, value, beside, facts, none, table, option, colours, note }: FigureBodyProps) {
  if (none !== false) {
    return (
      <div className={styles['none']}>
        <FileOutline aria-hidden />
        {none}
      </div>
    );
  }
  return (
    <>
      <p className={styles['value']}>
        <Leading label={`${figure} ${value.text} ${value.unit}，查看`} counts={value}>
          <strong>{value.text}</strong> {value.unit}
        </Leading>
        {beside !== undefined && <span className={styles['beside']}>{beside}</span>}
      </p>
      <p className={styles['facts']}>
        <Dotted>
          {facts.map((fact) => (
            <Leading key={fact.text} label={`${figure} ${fact.text}，查看`} counts={fact}>
              {fact.text}
            </Leading>
          ))}
        </Dotted>
      </p>
      <SeriesChart title={title} table={table} option={option} colours={colours} height={200} />
      {note !== undefined && <p className={styles['facts']}>{note}</p>}
    </>
  );
}
