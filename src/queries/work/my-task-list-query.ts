import { useCallback } from 'react';
import type { Page } from '#contract/paging.ts';
import type { DeptTask } from '#contract/task.ts';
import { withListedSubmission } from '@/offline/entries/submission-view.ts';
import { useSubmissions } from '@/offline/sending/useOutbox.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { useSession } from '@/session/useSession.ts';
import { type MyTaskFilter, myTaskListOptions } from './my-task-queries.ts';

/** With what was submitted from this phone, where the list is older than that. */
export function useMyTaskList(filter: MyTaskFilter) {
  const submissions = useSubmissions();
  const name = useSession().user?.employeeName ?? '';
  const select = useCallback(
    (page: Page<DeptTask>) => ({ ...page, records: page.records.map((task) => withListedSubmission(task, submissions.get(task.id), name)) }),
    [submissions, name],
  );
  return usePagedQuery(myTaskListOptions, filter, submissions.size > 0 ? select : undefined);
}
