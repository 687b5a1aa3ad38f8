import { useEffect } from 'react';
import { CloseOutline, UnorderedListOutline } from '@/ui/icons.tsx';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { AnswerStore } from '@/offline/answers.ts';
import { useAnswerSummary } from '@/offline/useAnswers.ts';
import { useRefreshTask } from '@/queries/my-task-queries.ts';
import { ProgressLine } from '@/ui/ProgressLine.tsx';
import { useUnsavedInput } from '@/ui/page-chrome.ts';
import { noFilter, pointFilterLabel, type PointFilter } from './point-filter.ts';
import styles from './FillInHeader.module.css';

interface FillInHeaderProps {
  store: AnswerStore;
  points: readonly DeptTaskPoint[];
  filter: PointFilter;
  shownCount: number;
  onFilter: (filter: PointFilter) => void;
  /** Undefined where the categories stand beside the list. */
  onOpenCategories: (() => void) | undefined;
}

/** How far the task is, always in sight. */
export function FillInHeader({ store, points, filter, shownCount, onFilter, onOpenCategories }: FillInHeaderProps) {
  const summary = useAnswerSummary(store, points);
  const refresh = useRefreshTask(store.deptTaskId);
  const refused = summary.saveStates.failed;
  useEffect(() => {
    // The server knows something of the task that this phone does not: cancelled, or submitted by a colleague.
    if (refused > 0) refresh();
  }, [refused, refresh]);
  useUnsavedInput(summary.saveStates.notSaved > 0 ? `${summary.saveStates.notSaved} 项还没有保存到本机的自查结果` : undefined);
  const done = summary.answered - summary.incomplete;
  const isFiltered = filter.kind !== 'all' || filter.text !== '';
  return (
    <div className={styles['header']}>
      <ProgressLine value={done} max={points.length} label="自查进度" />
      <div className={styles['row']}>
        <p className={styles['words']} hidden={summary.total === 0}>
          已查 {done}/{points.length} · <span className={summary.unqualified > 0 ? styles['unqualified'] : ''}>不合格 {summary.unqualified}</span>
        </p>
        {isFiltered && (
          <button type="button" className={styles['filter']} onClick={() => onFilter(noFilter)} aria-label={`清除筛选：${wordsOf(filter)}`}>
            <span>
              {wordsOf(filter)} {shownCount} 项
            </span>
            <CloseOutline aria-hidden />
          </button>
        )}
        {onOpenCategories && (
          <button type="button" className={styles['categories']} onClick={onOpenCategories}>
            <UnorderedListOutline aria-hidden />
            <span>类别</span>
          </button>
        )}
      </div>
    </div>
  );
}

const wordsOf = (filter: PointFilter): string =>
  [filter.kind === 'all' ? '' : pointFilterLabel[filter.kind], filter.text === '' ? '' : `“${filter.text}”`].filter(Boolean).join(' ');
