import type { ReactNode } from 'react';
import { CheckCircleOutline, CheckShieldOutline, ContentOutline, EditSOutline, ExclamationCircleOutline, RightOutline, UploadOutline } from '@/ui/icons.tsx';
import { Link } from 'react-router-dom';
import { taskTypeLabel } from '#contract/task-status.ts';
import type { SelfCorrection } from '#contract/self-correction.ts';
import type { DeptTask } from '#contract/task.ts';
import { dueWords } from '@/lib/due-date.ts';
import { paths } from '@/lib/paths.ts';
import type { OutboxCounts } from '@/offline/outbox.ts';
import { useOutboxCounts } from '@/offline/useOutbox.ts';
import { useMyTaskList } from '@/queries/my-task-queries.ts';
import { useMyCorrectionList } from '@/queries/self-correction-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ReturnedTag } from '@/ui/CorrectionTags.tsx';
import { ListSkeleton } from '@/ui/ListSkeleton.tsx';
import { LoadFailed } from '@/ui/LoadFailed.tsx';
import { ProgressRing } from '@/ui/ProgressRing.tsx';
import { StatusTag } from '@/ui/StatusTag.tsx';
import { mostUrgent } from './todo.ts';
import { DutySection } from './DutySection.tsx';
import styles from './StaffHome.module.css';
import { useNow } from '@/ui/useNow.ts';

const SHOWN = 3;

/** What is to do now, in at most three cards; then the laws, and what waits to be sent. */
export function StaffHome() {
  const { user } = useSession();
  const open = useMyTaskList({ status: 'open', pageNum: 1, pageSize: 10 });
  const corrections = useMyCorrectionList({ status: 'open', pageNum: 1, pageSize: 10 });
  // The tasks are what a department must not miss: what is at hand is shown, whatever became of the corrections.
  const todos = open.data && mostUrgent(open.data.records, corrections.data?.records ?? [], SHOWN);
  const shownTasks = todos?.filter(({ kind }) => kind === 'task').length ?? 0;
  const waiting = useOutboxCounts();

  return (
    <div className={styles['home']}>
      <p className={styles['hello']}>
        {user?.deptName} · {user?.employeeName}
      </p>
      <section aria-labelledby="home-now">
        <h2 id="home-now">现在要做</h2>
        {todos ? (
          todos.length === 0 ? (
            <div className={styles['done']}>
              <CheckShieldOutline aria-hidden />
              <p>没有待完成的自查任务和自纠，辛苦了。</p>
            </div>
          ) : (
            <ul className={styles['tasks']}>
              {todos.map((todo) =>
                todo.kind === 'task' ? (
                  <TaskCard key={todo.task.id} task={todo.task} />
                ) : (
                  <CorrectionCard key={todo.correction.id} correction={todo.correction} />
                ),
              )}
            </ul>
          )
        ) : open.isError ? (
          <LoadFailed error={open.error} onRetry={() => open.refetch()} />
        ) : (
          <ListSkeleton rows={SHOWN} />
        )}
        {open.data !== undefined && open.data.total > shownTasks && (
          <Link className={styles['all']} to={paths.myTask.to()}>
            全部 {open.data.total} 项待完成任务
            <RightOutline aria-hidden />
          </Link>
        )}
      </section>
      <ul className={styles['links']}>
        <li>
          <Link to={paths.law.to()}>
            <ContentOutline aria-hidden />
            <span>法律法规</span>
            <RightOutline aria-hidden />
          </Link>
        </li>
        <li>
          <Link to={paths.selfInnovate.to()}>
            <EditSOutline aria-hidden />
            <span>我的自纠</span>
            {corrections.data !== undefined && corrections.data.total > 0 && <span className={styles['count']}>{corrections.data.total} 项待整改</span>}
            <RightOutline aria-hidden />
          </Link>
        </li>
        <li aria-live="polite">
          <Link to={paths.sync.to()}>
            <Waiting counts={waiting} />
            <RightOutline aria-hidden />
          </Link>
        </li>
      </ul>
      <DutySection isAdmin={false} />
    </div>
  );
}

function Waiting({ counts: { total, notSaved } }: { counts: OutboxCounts }) {
  const [Icon, words] =
    notSaved > 0
      ? ([ExclamationCircleOutline, `${notSaved} 项未能存入本机，请勿关闭页面`] as const)
      : total > 0
        ? ([UploadOutline, `${total} 项待上传，已保存在本机`] as const)
        : ([CheckCircleOutline, '全部已送达'] as const);
  return (
    <>
      <Icon aria-hidden />
      <span>{words}</span>
    </>
  );
}

function TaskCard({ task }: { task: DeptTask }) {
  return (
    <TodoCard
      path={paths.toComplete.to(task.id)}
      name={task.taskName}
      due={task.endDate}
      kind={taskTypeLabel(task.taskType)}
      done={task.answeredCount}
      of={task.pointCount}
    />
  );
}

function CorrectionCard({ correction }: { correction: SelfCorrection }) {
  return (
    <TodoCard
      path={paths.toInnovate.to(correction.id)}
      name={correction.taskName}
      due={correction.dueDate}
      kind="自纠"
      done={correction.correctedCount}
      of={correction.itemCount}
    >
      {correction.returnedCount > 0 && <ReturnedTag count={correction.returnedCount} />}
    </TodoCard>
  );
}

interface TodoCardProps {
  path: string;
  name: string;
  due: string;
  kind: string;
  done: number;
  of: number;
  children?: ReactNode;
}

function TodoCard({ path, name, due, kind, done, of, children }: TodoCardProps) {
  const { words, tone } = dueWords(due, useNow());
  return (
    <li>
      <Link className={styles['task']} to={path}>
        <span className={styles['words']}>
          <strong>{name}</strong>
          <span className={styles['facts']}>
            <StatusTag tone={tone}>{words}</StatusTag>
            {children}
            <span>{kind}</span>
          </span>
        </span>
        <ProgressRing value={done} max={of} label={`${name}进度`} />
      </Link>
    </li>
  );
}
