import { paths } from '@/lib/paths.ts';
import { useRewordings } from '@/queries/laws/rewording-queries.ts';
import { Todo } from './Todo.tsx';

/** How many points wait for a decision since the national library has reworded them; nothing where none does. */
export default function RewordingTodo() {
  const count = useRewordings({ pageNum: 1, pageSize: 1, pending: 1 }).data?.total ?? 0;
  if (count === 0) return null;
  return <Todo to={paths.rewordings.to()}>国家库更新：{count} 个要点待处理</Todo>;
}
