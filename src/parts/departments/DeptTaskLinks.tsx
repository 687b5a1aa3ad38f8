import type { StatDeptTask } from '#contract/statistics.ts';
import { formatDay } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { DeptTaskStatusTag } from '@/parts/tags/TaskTags.tsx';
import { type PagedLink, PagedLinks, type PagedLinksProps } from '@/ui/lists/PagedLinks.tsx';

interface DeptTaskLinksProps extends Pick<PagedLinksProps<StatDeptTask>, 'onPage' | 'onLeave'> {
  tasks: PagedLinksProps<StatDeptTask>['rows'];
}

/** Department tasks behind a number; each leads to what was answered. */
export function DeptTaskLinks({ tasks, onPage, onLeave }: DeptTaskLinksProps) {
  return <PagedLinks label="科室任务" rows={tasks} linkOf={linkOf} noneHint="没有这样的科室任务" onPage={onPage} onLeave={onLeave} />;
}

const linkOf = (task: StatDeptTask): PagedLink => ({
  to: paths.deptInfo.to(task.taskId, task.deptId),
  title: `${task.deptName} · ${task.taskName}`,
  tag: <DeptTaskStatusTag status={task.status} isOverdue={task.isOverdue} isLate={task.isLate} />,
  facts: [
    `截止 ${task.endDate}`,
    ...(task.submittedAt === null ? [] : [`提交 ${formatDay(task.submittedAt)}`]),
    `已查 ${task.answeredCount}/${task.pointCount}`,
    ...(task.unqualifiedCount > 0 ? [`不合格 ${task.unqualifiedCount}`] : []),
    ...(task.correctedCount > 0 ? [`已整改 ${task.correctedCount}`] : []),
  ],
});
