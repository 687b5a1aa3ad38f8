import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Grounds } from '#contract/check-point.ts';
import { DEFAULT_SCORE_LIMITS, scoreOf } from '#contract/score.ts';
import { isOpen } from '#contract/task-status.ts';
import type { DeptTaskDetail } from '#contract/task.ts';
import { paths } from '@/lib/paths.ts';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import { useAnswerStore, useAnswerSummary } from '@/offline/entries/useAnswers.ts';
import { useWaitingSubmit } from '@/offline/sending/useOutbox.ts';
import { PhotoViewer, PointBasis } from '@/parts/lazy/lazy-parts.ts';
import { useTaskRecords } from '@/parts/lazy/useTaskRecords.tsx';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { ScoreTag } from '@/parts/tags/ScoreTag.tsx';
import { useAnswerHistory } from '@/queries/work/my-task-queries.ts';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { groupByCategory } from '../point-filter.ts';
import { TaskFacts } from '../TaskFacts.tsx';
import { TaskNotice } from '../TaskNotice.tsx';
import { stateIn } from '../usePointAnswer.ts';
import { pointsByResult, RESULT_FILTERS, resultFilterLabel, type ResultFilter } from './result-filter.ts';
import { ResultCard } from './ResultCard.tsx';
import styles from './TaskResult.module.css';

interface TaskResultProps {
  title: string;
  detail: DeptTaskDetail;
}

export function TaskResult({ title, detail }: TaskResultProps) {
  const store = useAnswerStore(detail.id, detail.taskName);
  if (store) return <OpenResult title={title} detail={detail} store={store} />;
  return (
    <Page title={title}>
      <ListSkeleton rows={4} />
    </Page>
  );
}

function OpenResult({ title, detail, store }: TaskResultProps & { store: AnswerStore }) {
  const { points } = detail;
  const submit = useWaitingSubmit(detail.id);
  const [filter, setFilter] = useState<ResultFilter>('all');
  const [basis, setBasis] = useState<Grounds>();
  const [photos, setPhotos] = useState<ShownPhotos>();
  const records = useTaskRecords(points, useAnswerHistory(detail.id).data, setPhotos);

  const version = useAnswerSummary(store, points);
  const found = useMemo(
    () => pointsByResult(points, (point) => stateIn(store, point)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- The store is one object for ever; its summary is a new one after each change.
    [points, store, version],
  );
  const categories = useMemo(() => groupByCategory(found[filter]), [found, filter]);
  const canFillIn = isOpen(detail.status) && submit === undefined;

  return (
    <>
      <Page
        title={title}
        header={
          <div className={styles['filters']} role="group" aria-label="按结果查看" data-parts>
            {RESULT_FILTERS.map((kind) =>
              kind === 'all' || found[kind].length > 0 ? (
                <button key={kind} type="button" className={styles['filter']} aria-pressed={filter === kind} onClick={() => setFilter(kind)}>
                  {resultFilterLabel[kind]} <strong>{found[kind].length}</strong>
                </button>
              ) : null,
            )}
          </div>
        }
      >
        <TaskFacts detail={detail} submit={submit} />
        <TaskNotice detail={detail} submit={submit} store={store} isResult />
        <p className={styles['score']}>
          <span>评分</span> <ScoreTag score={scoreOf(version, detail.scoreLimits ?? DEFAULT_SCORE_LIMITS)} isSoFar={isOpen(detail.status)} />
        </p>
        {records.returnsButton}
        {canFillIn && (
          <p className={styles['hint']}>
            还没有提交。<Link to={paths.toComplete.to(detail.id)}>去填写</Link>
          </p>
        )}
        <div className={`${styles['list']} ${found[filter].length >= MANY_CARDS ? styles['many'] : ''}`}>
          {categories.length === 0 && <NoData hint="没有符合条件的要点" />}
          {categories.map((category) => (
            <section key={category.id} className={styles['section']} aria-label={category.name}>
              <h2 className={styles['title']}>{category.name}</h2>
              {category.points.map((point) => (
                <ResultCard
                  key={point.pointId}
                  point={point}
                  store={store}
                  recordCount={records.countOf(point)}
                  onBasis={setBasis}
                  onPhotos={setPhotos}
                  onRecords={records.show}
                />
              ))}
            </section>
          ))}
        </div>
      </Page>
      <PointBasis shown={basis} onShow={setBasis} onClose={() => setBasis(undefined)} />
      {records.sheets}
      <PhotoViewer shown={photos} onClose={() => setPhotos(undefined)} />
    </>
  );
}

/** From how many cards on it pays to leave out what is off the screen. */
const MANY_CARDS = 500;
