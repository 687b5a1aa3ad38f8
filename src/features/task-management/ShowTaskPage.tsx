import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { isCancellable, isUnderWay, taskTypeLabel } from '#contract/task-status.ts';
import type { TaskInfo } from '#contract/task.ts';
import { formatTime } from '@/lib/dates.ts';
import { ScoreTag } from '@/parts/tags/ScoreTag.tsx';
import { TaskStatusTag } from '@/parts/tags/TaskTags.tsx';
import { useTaskInfo } from '@/queries/work/task-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { ProgressRing } from '@/ui/basics/ProgressRing.tsx';
import letters from '@/ui/basics/letters.module.css';
import stack from '@/ui/basics/stack.module.css';
import warning from '@/ui/basics/warning.module.css';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { useTabNote } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import { PageActions } from '@/ui/page/PageActions.tsx';
import { CancelTaskSheet } from './CancelTaskSheet.tsx';
import { LateNotice } from './LateNotice.tsx';
import { RemindSheet } from './RemindSheet.tsx';
import { TaskDeptList } from './TaskDeptList.tsx';
import { TaskPointList } from './TaskPointList.tsx';
import { useReissue } from './useReissue.ts';
import { useTaskExport } from './useTaskExport.ts';
import styles from './ShowTaskPage.module.css';

/** 任务详情: what was issued, how far each department is, and how each point came out. */
export default function ShowTaskPage() {
  const { id = '' } = useParams();
  const info = useTaskInfo(id);
  useTabNote(info.data?.taskName);
  if (info.data) return <Task task={info.data} />;
  return (
    <Page title="任务详情">
      <NotLoaded of={info} rows={5} />
    </Page>
  );
}

function Task({ task }: { task: TaskInfo }) {
  const exporting = useTaskExport();
  const reissue = useReissue();
  const [isCancelling, setIsCancelling] = useState(false);
  const [shown, setShown] = useState<'departments' | 'points'>('departments');
  const [isReminding, setIsReminding] = useState(false);

  return (
    <Page
      title="任务详情"
      actions={
        <PageActions
          actions={[
            ...(isCancellable(task.status) ? [{ label: '取消任务', onSelect: () => setIsCancelling(true), isPlain: true }] : []),
            { label: '再次下发', onSelect: () => reissue(task.id) },
            { label: '导出', onSelect: () => exporting.download({ taskId: task.id }), isPending: exporting.isPending },
          ]}
        />
      }
    >
      <div className={stack['parts']}>
        <section className={styles['summary']} aria-label="任务概况">
          <div className={styles['head']}>
            <div>
              <h2>{task.taskName}</h2>
              <p className={styles['tags']}>
                <TaskStatusTag status={task.status} />
                <span>{taskTypeLabel(task.taskType)}</span>
              </p>
            </div>
            <ProgressRing value={task.answeredCount} max={task.pointCount} label="已查要点" size={64} />
          </div>
          <dl className={styles['facts']}>
            <div>
              <dt>自查时间</dt>
              <dd>
                <WholeWords text={`${task.startDate} 至\u00a0${task.endDate}`} />
              </dd>
            </div>
            <div>
              <dt>整改期限</dt>
              <dd>提交后 {task.correctDays} 天</dd>
            </div>
            <div>
              <dt>科室提交</dt>
              <dd>
                {task.submittedCount}/{task.deptCount}
              </dd>
            </div>
            <div>
              <dt>不合格</dt>
              <dd className={task.unqualifiedCount > 0 ? letters['bad'] : undefined}>{task.unqualifiedCount} 项</dd>
            </div>
            <div>
              <dt>评分</dt>
              <dd>
                <ScoreTag score={task.score} isSoFar={task.submittedCount < task.deptCount} />
              </dd>
            </div>
            <div>
              <dt>下发</dt>
              <dd>
                {task.createdByName} <WholeWords text={formatTime(task.createdAt)} />
              </dd>
            </div>
          </dl>
          {task.remark !== '' && <p className={styles['remark']}>{task.remark}</p>}
          {task.cancelledAt !== null && (
            <p className={warning['line']} role="note">
              已于 {formatTime(task.cancelledAt)} 取消：{task.cancelReason}
            </p>
          )}
        </section>
        <LateNotice taskId={task.id} />
        <div className={styles['views']} data-off-paper>
          <div className={styles['switch']} role="group" aria-label="查看方式">
            <button type="button" aria-pressed={shown === 'departments'} onClick={() => setShown('departments')}>
              科室进度
            </button>
            <button type="button" aria-pressed={shown === 'points'} onClick={() => setShown('points')}>
              检查要点
            </button>
          </div>
          {isUnderWay(task.status) && (
            <ActionButton size="small" onClick={() => setIsReminding(true)}>
              催办
            </ActionButton>
          )}
        </div>
        {shown === 'departments' ? (
          <TaskDeptList taskId={task.id} />
        ) : (
          <TaskPointList taskId={task.id} />
        )}
      </div>
      {isReminding && <RemindSheet taskId={task.id} onClose={() => setIsReminding(false)} />}
      <CancelTaskSheet task={isCancelling ? task : undefined} onClose={() => setIsCancelling(false)} />
    </Page>
  );
}
