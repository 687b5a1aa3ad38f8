import { useEffect, useMemo, useState } from 'react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { MAX_PAGE_SIZE, type Page } from '#contract/paging.ts';
import type { DeptTask, TaskRow } from '#contract/task.ts';
import { call } from '@/api/call.ts';
import type { FindInName } from '@/lib/text/find-name.ts';
import { termsOf } from '@/lib/text/fold-text.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { myTaskKeys } from './my-task-queries.ts';
import { taskKeys } from './task-queries.ts';

const taskSearchKeys = {
  all: ['task-search'] as const,
  found: (isAdmin: boolean, text: string) => [...taskSearchKeys.all, isAdmin, text] as const,
  latest: (isAdmin: boolean) => [...taskSearchKeys.all, isAdmin] as const,
};

/** A department task of the own department, or a task as an administrator sees it. */
export type FoundTask = { kind: 'mine'; task: DeptTask } | { kind: 'issued'; task: TaskRow };

/** Of each kind. */
const AT_MOST = 4;
/** So many of each kind, the latest, are looked through for pinyin: a large institution has thousands. */
const LATEST = MAX_PAGE_SIZE;
const LETTER = /[a-z]/i;
const PAUSE_MS = 300;
const NAME_MAX = 60;

interface TaskSearch {
  tasks: FoundTask[];
  isSearching: boolean;
  /** Only what this device knows of was searched. */
  isPartial: boolean;
}

/**
 * Tasks whose name holds every word: at once those that this device knows of, then those of the server, too; by pinyin, the
 * latest of those.
 * @param isAdmin whether tasks that were issued are searched as well
 * @param find decides whether a name holds them; the server knows no pinyin
 */
export function useTaskSearch(text: string, isAdmin: boolean, find: FindInName): TaskSearch {
  const client = useQueryClient();
  const typed = text.trim().slice(0, NAME_MAX);
  const wanted = useAfterPause(typed);
  const isReachable = useReachability() !== 'offline';
  const remote = useQuery({
    queryKey: taskSearchKeys.found(isAdmin, wanted),
    queryFn: ({ signal }) => askServer(wanted, AT_MOST, isAdmin, signal),
    enabled: isReachable && wanted !== '',
    meta: { quiet: true },
    retry: false,
  });
  const latest = useQuery({
    queryKey: taskSearchKeys.latest(isAdmin),
    queryFn: ({ signal }) => askServer('', LATEST, isAdmin, signal),
    enabled: isReachable && LETTER.test(wanted),
    meta: { quiet: true },
    retry: false,
  });
  const tasks = useMemo(() => {
    const terms = termsOf(text);
    if (terms.length === 0) return [];
    const byId = new Map<string, FoundTask>();
    for (const found of [...knownTasks(client, isAdmin), ...(latest.data ?? []), ...(remote.data ?? [])]) {
      if (find(found.task.taskName, terms) !== undefined) byId.set(`${found.kind} ${found.task.id}`, found);
    }
    const all = [...byId.values()];
    return (['mine', 'issued'] as const).flatMap((kind) => all.filter((found) => found.kind === kind).slice(0, AT_MOST));
  }, [client, text, isAdmin, find, latest.data, remote.data]);
  return { tasks, isSearching: remote.isFetching || latest.isFetching || (isReachable && typed !== wanted), isPartial: !isReachable || remote.isError || latest.isError };
}

async function askServer(taskName: string, pageSize: number, isAdmin: boolean, signal: AbortSignal): Promise<FoundTask[]> {
  const query = { taskName, pageNum: 1, pageSize };
  const mine = (await call('queryMyTaskCheckList', { query }, { signal })).data.records.map((task): FoundTask => ({ kind: 'mine', task }));
  if (!isAdmin) return mine;
  const issued = (await call('queryTaskPage', { query }, { signal })).data.records.map((task): FoundTask => ({ kind: 'issued', task }));
  return [...mine, ...issued];
}

function knownTasks(client: QueryClient, isAdmin: boolean): FoundTask[] {
  const mine = client
    .getQueriesData<Page<DeptTask>>({ queryKey: myTaskKeys.lists() })
    .flatMap(([, page]) => page?.records ?? [])
    .map((task): FoundTask => ({ kind: 'mine', task }));
  if (!isAdmin) return mine;
  const issued = client
    .getQueriesData<Page<TaskRow>>({ queryKey: taskKeys.lists() })
    .flatMap(([, page]) => page?.records ?? [])
    .map((task): FoundTask => ({ kind: 'issued', task }));
  return [...mine, ...issued];
}

/** So that not every letter asks the server. */
function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
