import { isOpen, taskTypeLabel } from '#contract/task-status.ts';
import type { DeptTaskDetail } from '#contract/task.ts';
import type { SubmitEntryRow } from '@/offline/entries/outbox.ts';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import letters from '@/ui/basics/letters.module.css';
import { useNow } from '@/ui/browser/useNow.ts';
import { dueDate } from './due-date.ts';
import styles from './TaskFacts.module.css';

interface TaskFactsProps {
  detail: DeptTaskDetail;
  /** The submission that waits on this phone, or failed. */
  submit: SubmitEntryRow | undefined;
}

/** Which task this is, until when, and what its issuer wrote. */
export function TaskFacts({ detail, submit }: TaskFactsProps) {
  // Drawn once a minute at most: keeping its parts would weigh more than all of them.
  'use no memo';
  const due = dueDate(detail, useNow());
  // What was submitted in time is not overdue while it waits for the network.
  const isWaiting = isOpen(detail.status) && submit !== undefined && submit.state !== 'failed';
  return (
    <div className={styles['facts']}>
      <p className={letters['title']}>{detail.taskName}</p>
      <div className={styles['tags']}>
        {!isWaiting && <StatusTag tone={due.tone}>{due.words}</StatusTag>}
        <span>
          {taskTypeLabel(detail.taskType)} · {detail.deptName} ·{' '}
          <span className={styles['period']}>
            {detail.startDate} 至 {detail.endDate}
          </span>
        </span>
      </div>
      {detail.remark !== '' && <p className={styles['remark']}>{detail.remark}</p>}
    </div>
  );
}
