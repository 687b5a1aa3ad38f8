import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Grounds } from '#contract/check-point.ts';
import { isHandedIn, isOpen, taskTypeLabel } from '#contract/task-status.ts';
import type { DeptTaskDetail, DeptTaskPoint } from '#contract/task.ts';
import { formatTime } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { PhotoViewer, PointBasis } from '@/parts/lazy/lazy-parts.ts';
import { useTaskRecords } from '@/parts/lazy/useTaskRecords.tsx';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { BasisName } from '@/parts/points/BasisName.tsx';
import { PointSign } from '@/parts/points/PointSign.tsx';
import { ScoreTag } from '@/parts/tags/ScoreTag.tsx';
import { DeptTaskStatusTag, ResultTag } from '@/parts/tags/TaskTags.tsx';
import { useAnswerHistory } from '@/queries/work/my-task-queries.ts';
import { useTaskDeptDetail } from '@/queries/work/task-queries.ts';
import card from '@/ui/basics/card.module.css';
import { Dotted } from '@/ui/basics/Dotted.tsx';
import { HistoryButton } from '@/ui/basics/HistoryButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import warning from '@/ui/basics/warning.module.css';
import letters from '@/ui/basics/letters.module.css';
import { Chips } from '@/ui/controls/Chips.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { useTabNote } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import { PageActions } from '@/ui/page/PageActions.tsx';
import { AnswerPhotos } from './AnswerPhotos.tsx';
import { countResults, filterByResult, RESULT_FILTERS, type ResultFilter, resultFilterLabel, unqualifiedFirst } from './result-filter.ts';
import { DeptNeighbours } from './DeptNeighbours.tsx';
import { LateWorkList } from './LateWorkList.tsx';
import { ReturnSheet } from './ReturnSheet.tsx';
import { useTaskExport } from './useTaskExport.ts';
import styles from './DeptInfoPage.module.css';

/** 科室详情: every answer of one department, with remark and photos; a submission can be returned from here. */
export default function DeptInfoPage() {
  const { id = '', deptId = '' } = useParams();
  const detail = useTaskDeptDetail(id, deptId);
  useTabNote(detail.data && `${detail.data.deptName} · ${detail.data.taskName}`);
  if (detail.data) return <Department detail={detail.data} />;
  return (
    <Page title="科室详情">
      <NotLoaded of={detail} />
    </Page>
  );
}

function Department({ detail }: { detail: DeptTaskDetail }) {
  const exporting = useTaskExport();
  const [filter, setFilter] = useState<ResultFilter>('all');
  const [isReturning, setIsReturning] = useState(false);
  const [basis, setBasis] = useState<Grounds>();
  const counts = useMemo(() => countResults(detail.points), [detail.points]);
  const shown = useMemo(() => unqualifiedFirst(filterByResult(detail.points, filter)), [detail.points, filter]);
  // Once it was submitted again, what was said of the submission before is told as that.
  const isReturned = isOpen(detail.status);
  const [photos, setPhotos] = useState<ShownPhotos>();
  const records = useTaskRecords(detail.points, useAnswerHistory(detail.id).data, setPhotos);

  return (
    <Page
      title="科室详情"
      actions={
        <PageActions
          actions={[
            ...(isHandedIn(detail.status) && !detail.isCorrecting ? [{ label: '退回', onSelect: () => setIsReturning(true), isPlain: true }] : []),
            { label: '导出', onSelect: () => exporting.download({ taskId: detail.taskId, deptId: detail.deptId }), isPending: exporting.isPending },
          ]}
        />
      }
    >
      <div className={stack['parts']}>
        <section className={`${card['card']} ${styles['summary']}`} aria-label="科室任务概况">
          <h2>{detail.deptName}</h2>
          <p className={styles['task']}>
            <Dotted>
              {detail.taskName}
              {taskTypeLabel(detail.taskType)}
              <span className={styles['period']}>
                {detail.startDate} 至 {detail.endDate}
              </span>
            </Dotted>
          </p>
          <p className={styles['tags']}>
            <DeptTaskStatusTag status={detail.status} isOverdue={detail.isOverdue} isLate={detail.isLate} />
            <ScoreTag score={detail.score} isSoFar={!isHandedIn(detail.status)} />
            {detail.submittedAt !== null && (
              <span>
                {detail.submittedByName} {formatTime(detail.submittedAt)} 提交
              </span>
            )}
          </p>
          {detail.returnReason !== null && (
            <p className={warning['line']}>
              {isReturned ? '退回原因' : '此前退回原因'}：{detail.returnReason}
            </p>
          )}
          {isHandedIn(detail.status) && detail.isCorrecting && (
            <p className={letters['quiet']}>
              科室已开始自纠整改，不能再退回提交。需要重新整改的，可在自纠中退回单项。
            </p>
          )}
          {detail.correctionId != null && (
            <Link className={styles['way']} to={paths.selfInspectionDetail.to(detail.correctionId)} data-off-paper>
              查看本次自查的自纠
            </Link>
          )}
          {records.returnsButton}
          <DeptNeighbours taskId={detail.taskId} deptId={detail.deptId} />
        </section>
        <LateWorkList filter={{ taskId: detail.taskId, deptId: detail.deptId }} />
        <Chips
          label="按结果筛选"
          chips={RESULT_FILTERS.map((value) => ({ value, label: resultFilterLabel[value], count: counts[value] }))}
          value={filter}
          onChange={setFilter}
        />
        {shown.length === 0 ? (
          <NoData hint={`没有“${resultFilterLabel[filter]}”的要点`} />
        ) : (
          <ol className={styles['points']} aria-label="自查结果">
            {shown.map((point) => (
              <PointCard
                key={point.pointId}
                point={point}
                isReturned={isReturned}
                recordCount={records.countOf(point)}
                onBasis={setBasis}
                onRecords={records.show}
              />
            ))}
          </ol>
        )}
      </div>
      <PointBasis shown={basis} onShow={setBasis} onClose={() => setBasis(undefined)} />
      {records.sheets}
      <PhotoViewer shown={photos} onClose={() => setPhotos(undefined)} />
      <ReturnSheet isOpen={isReturning} detail={detail} onClose={() => setIsReturning(false)} />
    </Page>
  );
}

interface PointCardProps {
  point: DeptTaskPoint;
  isReturned: boolean;
  recordCount: number;
  onBasis: (shown: Grounds) => void;
  onRecords: (point: DeptTaskPoint) => void;
}

function PointCard({ point, isReturned, recordCount, onBasis, onRecords }: PointCardProps) {
  const { answer } = point;
  return (
    <li className={`${card['card']} ${styles['point']}`} data-step tabIndex={-1}>
      <div className={styles['pointHead']}>
        <span className={letters['small']}>
          {point.seq}. <PointSign mark={point.mark} /> {point.categoryName}
        </span>
        {answer ? <ResultTag result={answer.result} /> : <span className={letters['quiet']}>未查</span>}
      </div>
      <h3>{point.content}</h3>
      <button type="button" className={styles['basis']} onClick={() => onBasis(point)}>
        <BasisName basis={point.basis} />
      </button>
      {point.returnRemark !== null && (
        <p className={warning['line']}>
          {isReturned ? '退回意见' : '此前退回意见'}：{point.returnRemark}
        </p>
      )}
      {answer && (
        <>
          {answer.remark !== '' && <p className={styles['remark']}>{answer.remark}</p>}
          <AnswerPhotos photos={answer.photos} />
          <p className={styles['author']}>
            {answer.answeredByName} {formatTime(answer.answeredAt)}
          </p>
        </>
      )}
      {recordCount > 1 && <HistoryButton words={`修改记录（${recordCount}）`} onClick={() => onRecords(point)} />}
    </li>
  );
}
