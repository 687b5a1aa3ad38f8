import { Link } from 'react-router-dom';
import type { LateWork } from '#contract/late-work.ts';
import { paths } from '@/lib/paths.ts';
import { useLateWork } from '@/queries/work/late-work-queries.ts';
import { Notice } from '@/ui/basics/Notice.tsx';

/** Says which departments of a task have late work that waits for a decision; nothing where none has. */
export function LateNotice({ taskId }: { taskId: string }) {
  const { data } = useLateWork({ taskId, status: 'waiting', pageSize: 100 });
  if (data === undefined || data.total === 0) return null;
  return (
    <Notice tone="warning" title={`有 ${data.total} 项迟到的填写待处理`}>
      {departmentsOf(data.records).map(({ deptId, deptName }, index) => (
        <span key={deptId}>
          {index > 0 && '、'}
          <Link to={paths.deptInfo.to(taskId, deptId)}>{deptName}的迟到填写</Link>
        </span>
      ))}
    </Notice>
  );
}

const departmentsOf = (late: readonly LateWork[]): LateWork[] => [...new Map(late.map((one) => [one.deptId, one])).values()];
