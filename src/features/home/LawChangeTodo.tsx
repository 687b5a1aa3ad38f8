import { MAX_PAGE_SIZE } from '#contract/paging.ts';
import { paths } from '@/lib/paths.ts';
import { useLawChanges } from '@/queries/laws/law-change-queries.ts';
import { Todo } from './Todo.tsx';

/** How many citations wait for a decision since laws have changed; nothing where none does. Editions with some come first. */
export default function LawChangeTodo() {
  const changes = useLawChanges({ pageNum: 1, pageSize: MAX_PAGE_SIZE }).data?.records ?? [];
  const waiting = changes.filter(({ pending }) => pending > 0);
  const [only] = waiting;
  if (only === undefined) return null;
  const count = waiting.reduce((sum, { pending }) => sum + pending, 0);
  return <Todo to={waiting.length === 1 ? paths.lawChange.to(only.id) : paths.lawChanges.to()}>法规变动：{count} 条依据待确认</Todo>;
}
