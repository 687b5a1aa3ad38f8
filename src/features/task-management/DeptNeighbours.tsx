import { Link } from 'react-router-dom';
import { paths } from '@/lib/paths.ts';
import { useTaskDeptList } from '@/queries/work/task-queries.ts';
import { LeftOutline, RightOutline } from '@/ui/basics/icons.tsx';
import styles from './DeptNeighbours.module.css';

/** Leads to the departments before and after one in the list of its task. */
export function DeptNeighbours({ taskId, deptId }: { taskId: string; deptId: string }) {
  const depts = useTaskDeptList(taskId).data ?? [];
  const place = depts.findIndex((dept) => dept.deptId === deptId);
  const previous = place > 0 ? depts[place - 1] : undefined;
  const next = place === -1 ? undefined : depts[place + 1];
  return (
    <nav className={styles['neighbours']} aria-label="相邻科室" data-off-paper>
      {previous && (
        <Link to={paths.deptInfo.to(taskId, previous.deptId)}>
          <LeftOutline aria-hidden />
          <Neighbour label="上一科室" name={previous.deptName} />
        </Link>
      )}
      {next && (
        <Link className={styles['next']} to={paths.deptInfo.to(taskId, next.deptId)}>
          <Neighbour label="下一科室" name={next.deptName} />
          <RightOutline aria-hidden />
        </Link>
      )}
    </nav>
  );
}

function Neighbour({ label, name }: { label: string; name: string }) {
  return (
    <span className={styles['neighbour']}>
      <small>{label}</small>
      <span>{name}</span>
    </span>
  );
}
