/** Apart from the other queries of a task: few people need it, and the first screen does without it. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import type { Page } from '#contract/paging.ts';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { deptTaskStatusOf, isOverdueAt } from '#contract/task-status.ts';
import type { DeptTask, DeptTaskDetail } from '#contract/task.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { call } from '@/api/call.ts';
import { forgetSubmission } from '@/offline/entries/outbox.ts';
import { amendCopy, forgetCopy, readKeptCopy } from '@/offline/reading/kept-copies.ts';
import { readTasksAnew } from '@/queries/client/read-anew.ts';
import { getUser } from '@/session/session-store.ts';
import { type MyTaskFilter, myTaskKeys } from './my-task-queries.ts';
import { selfCorrectionKeys } from './self-correction-queries.ts';

/** Takes a submission back that the server has; the screen shows the task as it is once that is read anew. */
export function useWithdrawSubmission() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<'withdrawSubmission'>['body']) => call('withdrawSubmission', { body: input }),
    meta: { quiet: true },
    onSuccess: async ({ data, origin }, { deptTaskId }) => await noteWithdrawal(client, deptTaskId, data.withdrawnAt, origin.servedAt),
    // After a refusal too: an administrator may have opened it.
    onSettled: () => readTasksAnew(client),
  });
}

/** Without a network from here on, the phone still shows what the server said: that the task is open again. */
async function noteWithdrawal(client: QueryClient, deptTaskId: string, withdrawnAt: string, servedAt: string): Promise<void> {
  const correctionId = (await readKeptCopy<DeptTaskDetail>('task', deptTaskId))?.correctionId ?? null;
  const reopened = <Task extends DeptTask>(task: Task): Task => ({
    ...task,
    status: deptTaskStatusOf({ isCancelled: false, submittedAt: null, hasOpenCorrection: false, answeredCount: task.answeredCount, isReturned: false }),
    isOverdue: isOverdueAt({ endDate: task.endDate, submittedAt: null, isCancelled: false }, serverNow()),
    isLate: false,
    submittedAt: null,
    submittedByName: null,
    withdrawnAt,
  });
  await amendCopy<DeptTaskDetail>(
    'task',
    deptTaskId,
    (detail) => ({ ...reopened(detail), withdrawnByName: getUser()?.employeeName ?? null, openedAt: null, correctionId: null, isCorrecting: false }),
    servedAt,
  );
  await forgetSubmission(deptTaskId);
  const lists = client.getQueriesData<Page<DeptTask>>({ queryKey: myTaskKeys.lists() });
  const known = lists.flatMap(([, page]) => page?.records ?? []).find(({ id }) => id === deptTaskId);
  for (const [queryKey, page] of lists) {
    if (known === undefined || page === undefined) continue;
    const task = reopened(known);
    const { status, taskType, taskName = '' } = queryKey.at(-1) as MyTaskFilter;
    const others = page.records.filter(({ id }) => id !== deptTaskId);
    const was = page.records.length - others.length;
    const fits = status === undefined || status === 'open' || status === task.status;
    const isNew = was === 0 && status === 'open' && taskType === undefined && taskName === '' && page.pageNum === 1;
    const records = isNew ? [task, ...others] : fits ? page.records.map((one) => (one.id === deptTaskId ? task : one)) : others;
    client.setQueryData<Page<DeptTask>>(queryKey, { ...page, records, total: page.total + records.length - page.records.length });
  }
  // What the submission opened went with it.
  if (correctionId === null) return;
  await forgetCopy('correction', correctionId);
  client.setQueriesData<Page<SelfCorrection>>({ queryKey: selfCorrectionKeys.lists() }, (page) => {
    const records = page?.records.filter(({ id }) => id !== correctionId);
    return page && records && { ...page, records, total: page.total - page.records.length + records.length };
  });
}
