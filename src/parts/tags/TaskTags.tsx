import type { ReactNode } from 'react';
import { CLEARED, type GivenResult, givenResultLabel } from '#contract/result.ts';
import { type DeptTaskStatus, deptTaskStatusLabel, type TaskStatus, taskStatusLabel } from '#contract/task-status.ts';
import { CheckOutline, ClockCircleOutline, CloseCircleOutline, CloseOutline, EditSOutline, ExclamationCircleOutline, MinusCircleOutline } from '@/ui/basics/icons.tsx';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';

type Look = [tone: StatusTone, icon: ReactNode];

const taskLooks: Record<TaskStatus, Look> = {
  notStarted: ['neutral', <ClockCircleOutline key="icon" aria-hidden />],
  inProgress: ['primary', <EditSOutline key="icon" aria-hidden />],
  completed: ['qualified', <CheckOutline key="icon" aria-hidden />],
  overdue: ['unqualified', <ExclamationCircleOutline key="icon" aria-hidden />],
  cancelled: ['notApplicable', <CloseCircleOutline key="icon" aria-hidden />],
};

export function TaskStatusTag({ status }: { status: TaskStatus }) {
  const [tone, icon] = taskLooks[status];
  return (
    <StatusTag tone={tone} icon={icon}>
      {taskStatusLabel[status]}
    </StatusTag>
  );
}

const deptTaskLooks: Record<DeptTaskStatus, Look> = {
  pending: ['neutral', <ClockCircleOutline key="icon" aria-hidden />],
  inProgress: ['primary', <EditSOutline key="icon" aria-hidden />],
  returned: ['warning', <ExclamationCircleOutline key="icon" aria-hidden />],
  submitted: ['primary', <CheckOutline key="icon" aria-hidden />],
  completed: ['qualified', <CheckOutline key="icon" aria-hidden />],
  cancelled: ['notApplicable', <CloseCircleOutline key="icon" aria-hidden />],
};

export interface DeptTaskStatusTagProps {
  status: DeptTaskStatus;
  isOverdue?: boolean;
  isLate?: boolean;
  /** Of a task that came back: how many points are to be changed; 0 where that is not known. */
  toChange?: number;
}

/** Status of a department task; 已逾期 stands beside an unsubmitted one, 逾期提交 beside one that came late. */
export function DeptTaskStatusTag({ status, isOverdue = false, isLate = false, toChange = 0 }: DeptTaskStatusTagProps) {
  const [tone, icon] = deptTaskLooks[status];
  return (
    <>
      <StatusTag tone={tone} icon={icon}>
        {toChange > 0 ? `退回 ${toChange} 项待修改` : deptTaskStatusLabel[status]}
      </StatusTag>
      {isOverdue && (
        <StatusTag tone="unqualified" icon={<ExclamationCircleOutline aria-hidden />}>
          已逾期
        </StatusTag>
      )}
      {isLate && (
        <StatusTag tone="warning" icon={<ExclamationCircleOutline aria-hidden />}>
          逾期提交
        </StatusTag>
      )}
    </>
  );
}

const resultLooks: Record<GivenResult, Look> = {
  qualified: ['qualified', <CheckOutline key="icon" aria-hidden />],
  unqualified: ['unqualified', <CloseOutline key="icon" aria-hidden />],
  notApplicable: ['notApplicable', <MinusCircleOutline key="icon" aria-hidden />],
  [CLEARED]: ['neutral', <CloseCircleOutline key="icon" aria-hidden />],
};

export function ResultTag({ result }: { result: GivenResult }) {
  const [tone, icon] = resultLooks[result];
  return (
    <StatusTag tone={tone} icon={icon}>
      {givenResultLabel[result]}
    </StatusTag>
  );
}
