import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isOpen, taskTypeLabel } from '#contract/task-status.ts';
import type { SelfCorrection } from '#contract/self-correction.ts';
import type { DeptTask } from '#contract/task.ts';
import { today } from '@/lib/dates.ts';
import { type DueWords, dueWords, taskDueWords } from '@/lib/due-date.ts';
import { paths } from '@/lib/paths.ts';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import { lastPlaceAtHand, readLastPlace } from '@/offline/forms/places.ts';
import { syncState } from '@/offline/sending/sync-state.ts';
import { useOutbox, useOutboxCounts, useWaitingSubmit } from '@/offline/sending/useOutbox.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { ReturnedTag } from '@/parts/tags/CorrectionTags.tsx';
import { SubmittedTag } from '@/parts/tags/SubmittedTag.tsx';
import { DeptTaskStatusTag } from '@/parts/tags/TaskTags.tsx';
import { TypeTag } from '@/parts/tags/TypeTag.tsx';
import { useMyTaskList } from '@/queries/work/my-task-list-query.ts';
import { useMyCorrectionList } from '@/queries/work/self-correction-queries.ts';
import { useCorrectionProgress } from '@/queries/work/useCorrectionProgress.ts';
import { useTaskProgress } from '@/queries/work/useTaskProgress.ts';
import { useSession } from '@/session/useSession.ts';
import { CheckShieldOutline, ContentOutline, EditSOutline, RightOutline } from '@/ui/basics/icons.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { ProgressRing } from '@/ui/basics/ProgressRing.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { SyncIcon } from '@/ui/basics/SyncIcon.tsx';
import stack from '@/ui/basics/stack.module.css';
import { useNow } from '@/ui/browser/useNow.ts';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';
import { idOf, mostUrgent } from './todo.ts';
import { DutySection } from './DutySection.tsx';
import { useCorrectedHere } from './useCorrectedHere.ts';
import styles from './StaffHome.module.css';

const SHOWN = 3;
const noCorrections: readonly SelfCorrection[] = [];
/** So long tasks wait for the corrections that may come before them: cards that move are tapped by mistake. */
const TOGETHER_MS = 1500;

/** What is to do now, in at most three cards, and first what the person was in last; then the laws, and what waits to be sent. */
export function StaffHome() {
  const { user } = useSession();
  const listed = useMyTaskList({ status: 'open', pageNum: 1, pageSize: 10 });
  const corrections = useMyCorrectionList({ status: 'open', pageNum: 1, pageSize: 10 });
  const [isTogether, setIsTogether] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsTogether(false), TOGETHER_MS);
    return () => clearTimeout(timer);
  }, []);
  const last = useLastPlace();
  const isIncomplete = isTogether && corrections.isLoading;
  const { entries, isInMemory } = useOutbox();
  // What was submitted here is done for the person, also while it waits for a network; not what this page alone holds.
  const isSubmitted = ({ id, kind, state }: OutboxEntry): boolean => kind === 'submit' && state !== 'failed' && !isInMemory(id);
  const submitted = new Set(entries.filter(isSubmitted).map(({ deptTaskId }) => deptTaskId));
  const listedTasks = listed.data?.records.filter(({ status }) => isOpen(status));
  const openTasks = listedTasks?.filter(({ id }) => !submitted.has(id));
  const submittedCount = (listedTasks?.length ?? 0) - (openTasks?.length ?? 0);
  const openCount = listed.data && openTasks ? listed.data.total - listed.data.records.length + openTasks.length : 0;
  const listedCorrections = corrections.data?.records ?? noCorrections;
  const correctedHere = useCorrectedHere(listedCorrections);
  const toCorrect = listedCorrections.filter(({ id }) => !correctedHere.has(id));
  const correctedCount = listedCorrections.length - toCorrect.length;
  const toCorrectCount = (corrections.data?.total ?? 0) - correctedCount;
  // Where it is not known yet, the cards would change places under a finger.
  const urgent = openTasks && last !== undefined ? mostUrgent(openTasks, toCorrect, today(), SHOWN, last) : undefined;
  // The tasks are what a department must not miss: what is at hand is shown, whatever became of the corrections. That there
  // is nothing to do can be said only where both are known.
  const missing = urgent === undefined ? listed : corrections.data === undefined && (isIncomplete || urgent.length === 0) ? corrections : undefined;
  const todos = missing === undefined ? urgent : undefined;
  const shownTasks = todos?.filter(({ kind }) => kind === 'task').length ?? 0;

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
            <ul className={stack['items']}>
              {todos.map((todo) =>
                todo.kind === 'task' ? (
                  <TaskCard key={todo.task.id} task={todo.task} isLast={idOf(todo) === last} />
                ) : (
                  <CorrectionCard key={todo.correction.id} correction={todo.correction} isLast={idOf(todo) === last} />
                ),
              )}
            </ul>
          )
        ) : missing?.isError ? (
          <LoadFailed error={missing.error} onRetry={() => missing.refetch()} />
        ) : (
          <ListSkeleton rows={SHOWN} />
        )}
        {openCount > shownTasks && (
          <Link className={styles['all']} to={paths.myTask.to()}>
            查看全部待完成任务（{openCount}
            {submittedCount > 0 && `，另有 ${submittedCount} 项待上传`}）
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
            {corrections.data !== undefined && corrections.data.total > 0 && (
              <span className={styles['count']}>
                {[toCorrectCount > 0 && `${toCorrectCount} 份待整改`, correctedCount > 0 && `${correctedCount} 份待上传`].filter(Boolean).join('，\n')}
              </span>
            )}
            <RightOutline aria-hidden />
          </Link>
        </li>
        <li aria-live="polite">
          <Link to={paths.sync.to()}>
            <Waiting />
            <RightOutline aria-hidden />
          </Link>
        </li>
      </ul>
      <DutySection isAdmin={false} />
    </div>
  );
}

/** The task or self-correction that the person was in last, asked for each time the view is shown; undefined while it is read. */
function useLastPlace(): string | null | undefined {
  const [atHand] = useState(lastPlaceAtHand);
  const last = useLoaded('', readLastPlace);
  return last === undefined ? atHand : last;
}

/** In the words of 离线与同步, which this leads to; whether there is a network the banner says. */
function Waiting() {
  const counts = useOutboxCounts();
  const { tone, words } = syncState(counts, 'online', false);
  return (
    <>
      <SyncIcon tone={tone} />
      <span>
        {words}
        {counts.notSaved > 0 ? '，请勿关闭页面' : tone === 'primary' && '，已保存在本机'}
        {tone === 'primary' && counts.incomplete > 0 && `；另有 ${counts.incomplete} 项缺说明`}
      </span>
    </>
  );
}

function TaskCard({ task, isLast }: { task: DeptTask; isLast: boolean }) {
  const { answered, toChange } = useTaskProgress(task);
  const entry = useWaitingSubmit(task.id);
  const submit = entry?.state === 'failed' ? undefined : entry;
  const isFull = answered === task.pointCount;
  return (
    <TodoCard
      path={paths.toComplete.to(task.id)}
      name={task.taskName}
      urgencyAt={submit === undefined ? (now) => taskDueWords(task, now) : undefined}
      kind={taskTypeLabel(task.taskType)}
      done={answered}
      of={task.pointCount}
      isResumed={isLast && !isFull && submit === undefined}
    >
      {submit === undefined && task.status === 'returned' && (
        <>
          <DeptTaskStatusTag status={task.status} isLate={task.isLate} toChange={toChange} />
          {toChange === 0 && <span>待重新提交</span>}
        </>
      )}
      {submit === undefined && task.status !== 'returned' && isFull && <StatusTag tone="primary">待提交</StatusTag>}
      {/* One that the phone stored has no card here any more. */}
      {submit !== undefined && <SubmittedTag isSaved={false} />}
    </TodoCard>
  );
}

function CorrectionCard({ correction, isLast }: { correction: SelfCorrection; isLast: boolean }) {
  const { corrected } = useCorrectionProgress(correction);
  return (
    <TodoCard
      path={paths.toInnovate.to(correction.id)}
      name={correction.taskName}
      urgencyAt={(now) => dueWords(correction.dueDate, now)}
      kind="自纠"
      done={corrected}
      of={correction.itemCount}
      isResumed={isLast && corrected < correction.itemCount}
    >
      {correction.returnedCount > 0 && <ReturnedTag count={correction.returnedCount} />}
    </TodoCard>
  );
}

interface TodoCardProps {
  path: string;
  name: string;
  /** Undefined where there is nothing left to do in time. */
  urgencyAt: ((now: Date) => DueWords) | undefined;
  kind: string;
  done: number;
  of: number;
  /** The person was in it last. */
  isResumed: boolean;
  children?: ReactNode;
}

function TodoCard({ path, name, urgencyAt, kind, done, of, isResumed, children }: TodoCardProps) {
  const now = useNow();
  const urgency = urgencyAt?.(now);
  return (
    <li>
      <Link className={styles['task']} to={path}>
        <span className={styles['words']}>
          <strong>
            {isResumed && <span className={styles['resumed']}>继续：</span>}
            {name}
          </strong>
          <span className={styles['facts']}>
            {urgency && <StatusTag tone={urgency.tone}>{urgency.words}</StatusTag>}
            {children}
            <TypeTag>{kind}</TypeTag>
            {isResumed && (
              <span>
                {done}/{of}
              </span>
            )}
          </span>
        </span>
        <ProgressRing value={done} max={of} label={`${name}进度`} />
      </Link>
    </li>
  );
}
