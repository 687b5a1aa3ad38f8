import { paths } from '@/lib/paths.ts';
import { useSevereReports } from '@/queries/severe-report-queries.ts';
import { Todo } from './Todo.tsx';

/** How many severe problems are still to be reported; nothing where none is. */
export default function SevereTodo() {
  const waiting = useSevereReports({ status: 'waiting', pageNum: 1, pageSize: 1 }).data?.total ?? 0;
  if (waiting === 0) return null;
  return (
    <Todo to={paths.severeReports.to()} isSevere>
      {waiting} 项重大问题待报告
    </Todo>
  );
}
