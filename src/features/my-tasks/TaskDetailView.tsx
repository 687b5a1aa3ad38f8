import { useEffect, useRef, type ReactNode } from 'react';
import type { DeptTaskDetail } from '#contract/task.ts';
import { dropSubmit, type SubmitEntryRow, type TakenBack } from '@/offline/entries/outbox.ts';
import { isOvertaken } from '@/offline/entries/submission-view.ts';
import { useWaitingSubmit } from '@/offline/sending/useOutbox.ts';
import { useIsGone } from '@/parts/filled/useIsGone.ts';
import { DetailFailed } from '@/parts/lazy/lazy-parts.ts';
import { useMyTaskDetail, useRefreshTask } from '@/queries/work/my-task-queries.ts';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { LONG_TOAST_MS, notify } from '@/ui/basics/notify.ts';
import { useTabNote } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';

interface TaskDetailViewProps {
  deptTaskId: string;
  title: string;
  /** The whole page, once there is a detail, however old; `isGone` where the server knows of no such task of this person any more. */
  render: (detail: DeptTaskDetail, isGone: boolean) => ReactNode;
}

/** Nobody can submit a cancelled task any more, and whoever submitted before a return or a withdrawal is to read why first. */
const isDropped = ({ payload }: SubmitEntryRow, detail: DeptTaskDetail): boolean => detail.status === 'cancelled' || isOvertaken(detail, payload);

/** A department task from this phone or the server, or why it cannot be shown. */
export function TaskDetailView({ deptTaskId, title, render }: TaskDetailViewProps) {
  const detail = useMyTaskDetail(deptTaskId);
  useTabNote(detail.data?.taskName);
  const refresh = useRefreshTask(deptTaskId);
  const submit = useWaitingSubmit(deptTaskId);
  const isGone = useIsGone(detail.error);
  const isSubmitWaiting = submit !== undefined && submit.state !== 'failed';
  const wasWaiting = useRef(isSubmitWaiting);
  useEffect(() => {
    // The submission has arrived or was refused: from now on the server's word counts. (Or it was withdrawn, and asking does no harm.)
    if (wasWaiting.current && !isSubmitWaiting) refresh();
    wasWaiting.current = isSubmitWaiting;
  }, [isSubmitWaiting, refresh]);
  useEffect(() => {
    if (!submit || !detail.data || !(isGone || isDropped(submit, detail.data))) return;
    const tell = (taken: TakenBack): void => {
      // One that is on its way may have arrived before that.
      if (taken !== 'done' || !(isGone || detail.data.status === 'cancelled')) return;
      notify(`${isGone ? '任务不存在，或已不属于您的科室' : '任务已取消'}，您的提交没有送达`, 'warning', LONG_TOAST_MS);
    };
    // On a phone that takes no notes it stays, and what the server says to it shows.
    dropSubmit(submit).then(tell, () => undefined);
  }, [submit, detail.data, isGone]);
  if (detail.data) return render(detail.data, isGone);
  // A query that waits for a network says nothing by itself.
  const isWaiting = detail.isPending && detail.fetchStatus !== 'paused';
  return (
    <Page title={title}>
      {isWaiting ? (
        <ListSkeleton rows={4} />
      ) : (
        <DetailFailed kind="task" id={deptTaskId} error={detail.error} onRetry={() => detail.refetch()} />
      )}
    </Page>
  );
}
