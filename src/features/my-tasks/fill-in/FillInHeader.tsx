import { useEffect } from 'react';
import { type ScoreLimits, scoreOf, scoreText } from '#contract/score.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import { useAnswerCount, useServerPoints } from '@/offline/entries/useAnswers.ts';
import { OfflineMark } from '@/parts/filled/OfflineMark.tsx';
import { WorkHeader } from '@/parts/work/WorkHeader.tsx';
import { useRefreshTask } from '@/queries/work/my-task-queries.ts';
import { CloseOutline } from '@/ui/basics/icons.tsx';
import { noFilter, pointFilterLabel, type PointFilter } from '../point-filter.ts';
import { CategoryButton, type CategoryButtonProps } from './CategoryButton.tsx';
import styles from './FillInHeader.module.css';

interface FillInHeaderProps {
  store: AnswerStore;
  points: readonly DeptTaskPoint[];
  limits: ScoreLimits;
  /** Submitted or cancelled: what this phone did not deliver in time counts no more. */
  isClosed: boolean;
  filter: PointFilter;
  onFilter: (filter: PointFilter) => void;
  /** Undefined where the categories stand beside the list. */
  categories: CategoryButtonProps | undefined;
}

/** How far the task is, always in sight. */
export function FillInHeader({ store, points, limits, isClosed, filter, onFilter, categories }: FillInHeaderProps) {
  // Drawn anew with each count: keeping its parts would weigh more than drawing them.
  'use no memo';
  useServerPoints(store, points, isClosed);
  const done = useAnswerCount(store, ({ answered }) => answered);
  const unqualified = useAnswerCount(store, ({ unqualified: count }) => count);
  const incomplete = useAnswerCount(store, ({ incomplete: count }) => count);
  const isCounted = useAnswerCount(store, ({ total }) => total > 0);
  const score = useAnswerCount(store, (summary) => scoreText(scoreOf(summary, limits)));
  const refused = useAnswerCount(store, ({ saveStates }) => saveStates.failed);
  const refresh = useRefreshTask(store.deptTaskId);
  useEffect(() => {
    // The server knows something of the task that this phone does not: cancelled, or submitted by a colleague.
    if (refused > 0) refresh();
  }, [refused, refresh]);
  const isFiltered = filter.kind !== 'all' || filter.text !== '';
  return (
    <WorkHeader value={done} max={points.length} label="自查进度" className={styles['row']}>
      {/* What has no room on a phone is left out whole, from its end: what is to be done comes first. */}
      <div className={`${styles['words']} ${isFiltered ? styles['few'] : ''}`}>
        <p className={styles['counts']} hidden={!isCounted}>
          <span>
            已查 {done}/{points.length}
          </span>
          {incomplete > 0 && <span>{` · 缺说明 ${incomplete}`}</span>}
          <span>
            {' · '}
            <span className={unqualified > 0 ? styles['unqualified'] : ''}>不合格 {unqualified}</span>
          </span>
          {isClosed && refused > 0 && <span>{` · 未能上传 ${refused}`}</span>}
        </p>
        {score !== '' && <p className={styles['score']}>{score}</p>}
      </div>
      {isFiltered && (
        <button type="button" className={styles['filter']} onClick={() => onFilter(noFilter)} aria-label={`清除筛选：${wordsOf(filter)}`}>
          <span>{wordsOf(filter)}</span>
          <CloseOutline aria-hidden />
        </button>
      )}
      <OfflineMark />
      {categories && <CategoryButton {...categories} />}
    </WorkHeader>
  );
}

const wordsOf = (filter: PointFilter): string =>
  [filter.kind === 'all' ? '' : pointFilterLabel[filter.kind], filter.text === '' ? '' : `“${filter.text}”`].filter(Boolean).join(' ');
