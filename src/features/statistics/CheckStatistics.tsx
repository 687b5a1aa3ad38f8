import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CheckStatistics as Figures } from '#contract/statistics.ts';
import { scoreClassLabel } from '#contract/score.ts';
import { dueLater, percentOf } from '#contract/statistics-kind.ts';
import { type TaskType, taskTypeLabel } from '#contract/task-status.ts';
import { paths } from '@/lib/paths.ts';
import { FailedPoints } from '@/parts/points/FailedPoints.tsx';
import { useCheckStatistics, useCheckStatisticsFile } from '@/queries/statistics-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import card from '@/ui/basics/card.module.css';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { saveFile } from '@/ui/browser/save-file.ts';
import type { ChartColour } from '@/ui/charts/chart-props.ts';
import { DONE_OF_ASKED, groupedBars, percentLines, rateText, stackedBars, unqualifiedShares, valueText } from '@/ui/charts/series-table.ts';
import { SeriesChart } from '@/ui/charts/SeriesChart.tsx';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { NoMatch } from '@/ui/lists/NoMatch.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { PageActions } from '@/ui/page/PageActions.tsx';
import { PrintView } from '@/ui/page/PrintView.tsx';
import { CHARTED_DEPTS, COUNTS, failureMonths, submissionDepts, submissionMonths } from './check-figures.ts';
import { DeptTable } from './DeptTable.tsx';
import { defaultPeriod, isFiltered, toQuery } from './stat-period.ts';
import { ShownPeriod, StatFilter } from './StatFilter.tsx';
import { type Behind, StatTasksSheet } from './StatTasksSheet.tsx';
import { useStatPeriod } from './useStatPeriod.ts';
import styles from './CheckStatistics.module.css';

const ScoreLimitsSheet = lazyPart(async () => (await import('./ScoreLimitsSheet.tsx')).ScoreLimitsSheet);

const FAILURE: readonly ChartColour[] = ['unqualified'];
const SUBMISSION: readonly ChartColour[] = ['qualified', 'warning', 'not-applicable'];
const BAR_HEIGHT = 30;
const CHART_FRAME = 76;

/** The statistics of one type of task: figures, trend, departments, what fails most, and the tasks behind each number. */
export function CheckStatistics({ taskType }: { taskType: TaskType }) {
  const title = `${taskTypeLabel(taskType)}统计`;
  const [period, setPeriod] = useStatPeriod();
  /** How often the filter was reset from below it: it then begins anew. */
  const [resets, setResets] = useState(0);
  const [behind, setBehind] = useState<Behind>();
  const [isSetting, setIsSetting] = useState(false);
  const query = toQuery(period);
  const figures = useCheckStatistics(taskType, query);
  const file = useCheckStatisticsFile();

  const handleExport = async (): Promise<void> => {
    try {
      saveFile(await file.mutateAsync({ ...query, taskType }), `${title}_${query.startDate}_${query.endDate}.xlsx`);
    } catch {
      // The mutation cache has shown why.
    }
  };

  const handleReset = (): void => {
    setResets(resets + 1);
    setPeriod(defaultPeriod());
  };

  return (
    <Page
      title={title}
      actions={
        <>
          <PrintView />
          <PageActions
            actions={[
              { label: '评分等级', onSelect: () => setIsSetting(true), isPlain: true },
              { label: '导出', onSelect: handleExport },
            ]}
          />
        </>
      }
      search={<StatFilter first={period} key={resets} onSearch={setPeriod} />}
    >
      <div className={stack['parts']}>
        <ShownPeriod period={period} />
        {figures.data ? (
          <FiguresView figures={figures.data} taskType={taskType} onReset={isFiltered(period) ? handleReset : undefined} onBehind={setBehind} />
        ) : (
          <NotLoaded of={figures} />
        )}
      </div>
      <StatTasksSheet key={`${behind?.deptId} ${behind?.kind} ${behind?.pointId}`} behind={behind} taskType={taskType} query={query} onClose={() => setBehind(undefined)} />
      {isSetting && <ScoreLimitsSheet onClose={() => setIsSetting(false)} />}
    </Page>
  );
}

interface FiguresViewProps {
  figures: Figures;
  taskType: TaskType;
  /** Undefined where no filter hides anything. */
  onReset: (() => void) | undefined;
  onBehind: (behind: Behind) => void;
}

function FiguresView({ figures, taskType, onReset, onBehind }: FiguresViewProps) {
  const navigate = useNavigate();
  const { total, departments, topPoints } = figures;
  const byDept = submissionDepts(figures);
  if (total.deptTasks === 0 && total.checked === 0) {
    if (onReset) return <NoMatch hint={`没有符合条件的${taskTypeLabel(taskType)}，可重置条件后再试`} onReset={onReset} />;
    return (
      <NoData
        hint={`这段时间没有${taskTypeLabel(taskType)}，可换一段时间再看`}
        action={
          <ActionButton tone="primary" onClick={() => navigate(paths.taskCreate.to())}>
            下发任务
          </ActionButton>
        }
      />
    );
  }
  return (
    <>
      <ul className={styles['figures']} aria-label="合计">
        {COUNTS.map(({ key, label, kind }) => (
          <li key={key}>
            <button
              type="button"
              className={`${styles['figure']} ${key === 'unqualified' && total[key] > 0 ? styles['unqualified'] : ''}`}
              aria-label={`${label} ${valueText(total[key])}，查看科室任务`}
              onClick={() => onBehind({ title: label, kind })}
            >
              <span>{label}</span>
              <strong>{valueText(total[key])}</strong>
            </button>
          </li>
        ))}
        <li className={styles['figure']}>
          <span>{total.score.scoreClass === null ? '评分' : `评分 · ${scoreClassLabel[total.score.scoreClass]}`}</span>
          <strong>{valueText(total.score.value)}</strong>
        </li>
        <li className={styles['figure']}>
          <span>不合格率</span>
          <strong>{rateText(percentOf(total.unqualified, total.judged))}</strong>
        </li>
        <li className={styles['figure']}>
          <span>整改率</span>
          <strong>{rateText(total.correctionRate)}</strong>
        </li>
      </ul>
      <div className={styles['charts']}>
        <section className={`${card['card']} ${styles['card']}`} aria-labelledby={`stat-months-${taskType}`}>
          <h2 id={`stat-months-${taskType}`}>各月提交</h2>
          <SeriesChart title="各月提交" table={submissionMonths(figures)} option={groupedBars(submissionMonths(figures))} colours={DONE_OF_ASKED} />
          {dueLater(figures) > 0 && <p className={letters['quiet']}>另有 {valueText(dueLater(figures))} 项在统计时间之后到期</p>}
        </section>
        <section className={`${card['card']} ${styles['card']}`} aria-labelledby={`stat-failures-${taskType}`}>
          <h2 id={`stat-failures-${taskType}`}>各月不合格率</h2>
          <SeriesChart title="各月不合格率" table={failureMonths(figures)} option={percentLines(unqualifiedShares(figures))} colours={FAILURE} />
        </section>
        {departments.length > 1 && byDept.rows.length > 0 && (
          <section className={`${card['card']} ${styles['card']}`} aria-labelledby={`stat-depts-${taskType}`}>
            <h2 id={`stat-depts-${taskType}`}>{departments.length > CHARTED_DEPTS ? `科室提交情况（未提交最多的 ${byDept.rows.length} 个）` : '科室提交情况'}</h2>
            <SeriesChart
              title="科室提交情况"
              table={byDept}
              option={stackedBars(byDept)}
              colours={SUBMISSION}
              height={CHART_FRAME + byDept.rows.length * BAR_HEIGHT}
            />
          </section>
        )}
        <section className={`${card['card']} ${styles['card']}`} aria-labelledby={`stat-points-${taskType}`}>
          <h2 id={`stat-points-${taskType}`}>最常不合格的要点</h2>
          <FailedPoints points={topPoints} onOpen={({ pointId, content }) => onBehind({ title: '不合格的要点', note: content, kind: 'unqualified', pointId })} />
        </section>
      </div>
      <DeptTable departments={departments} onBehind={onBehind} />
      <p className={letters['quiet']}>
        科室任务、按时提交、逾期提交、未提交：自查时间与统计时间有重合的任务，不含已取消的。已查要点、不合格、已整改：统计时间内提交的科室任务中的结果。不合格率：不合格在已判定（合格或不合格）的要点中所占的比例，不适用不计入。评分：100 × 合格要点的分值 ÷ 已判定要点的分值；否决项（★）不合格的为重点。
      </p>
    </>
  );
}
