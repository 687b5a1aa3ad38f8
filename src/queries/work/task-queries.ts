import { keepPreviousData, type QueryKey, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import { TASK_TYPES } from '#contract/task-status.ts';
import { call } from '@/api/call.ts';
import { keyRoots } from '@/queries/client/key-roots.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { readTasksAnew } from '@/queries/client/read-anew.ts';
import { checkPointKeys } from '@/queries/laws/enabled-points.ts';

export type TaskFilter = CallInput<'queryTaskPage'>['query'];
export type TaskSearch = CallInput<'queryTaskCount'>['query'];
export type TaskPointFilter = CallInput<'queryCheckPointList'>['query'];

export const taskKeys = {
  all: keyRoots.task,
  lists: () => [...taskKeys.all, 'list'] as const,
  list: (filter: TaskFilter) => [...taskKeys.lists(), filter] as const,
  count: (search: TaskSearch) => [...taskKeys.all, 'count', search] as const,
  types: () => [...taskKeys.all, 'types'] as const,
  departments: () => [...taskKeys.all, 'departments'] as const,
  details: () => [...taskKeys.all, 'detail'] as const,
  detail: (id: string) => [...taskKeys.details(), id] as const,
  points: (filter: TaskPointFilter) => [...taskKeys.detail(filter.taskId), 'points', filter] as const,
  depts: (taskId: string) => [...taskKeys.detail(taskId), 'depts'] as const,
  dept: (taskId: string, deptId: string) => [...taskKeys.detail(taskId), 'dept', deptId] as const,
};

export const taskListOptions = (filter: TaskFilter) =>
  queryOptions({
    queryKey: taskKeys.list(filter),
    queryFn: async ({ signal }) => (await call('queryTaskPage', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

export const taskCountOptions = (search: TaskSearch) =>
  queryOptions({
    queryKey: taskKeys.count(search),
    queryFn: async ({ signal }) => (await call('queryTaskCount', { query: search }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

const taskTypesOptions = () =>
  queryOptions({
    queryKey: taskKeys.types(),
    queryFn: async ({ signal }) => (await call('taskTypes', undefined, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { persist: true, quiet: true },
  });

export const taskDepartmentsOptions = () =>
  queryOptions({
    queryKey: taskKeys.departments(),
    queryFn: async ({ signal }) => (await call('taskDepartments', undefined, { signal })).data,
    meta: { persist: true },
  });

export const taskInfoOptions = (id: string) =>
  queryOptions({
    queryKey: taskKeys.detail(id),
    queryFn: async ({ signal }) => (await call('queryTaskInfo', { params: { id } }, { signal })).data,
    meta: { detail: true },
  });

export const taskPointsOptions = (filter: TaskPointFilter) =>
  queryOptions({
    queryKey: taskKeys.points(filter),
    queryFn: async ({ signal }) => (await call('queryCheckPointList', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
  });

export const taskDeptListOptions = (taskId: string) =>
  queryOptions({
    queryKey: taskKeys.depts(taskId),
    queryFn: async ({ signal }) => (await call('queryTaskDeptList', { query: { taskId } }, { signal })).data,
  });

export const taskDeptDetailOptions = (taskId: string, deptId: string) =>
  queryOptions({
    queryKey: taskKeys.dept(taskId, deptId),
    queryFn: async ({ signal }) => (await call('getTaskDeptDetail', { query: { taskId, deptId } }, { signal })).data,
    meta: { detail: true },
  });

export const useTaskList = (filter: TaskFilter) => usePagedQuery(taskListOptions, filter);
export const useTaskCount = (search: TaskSearch) => useQuery(taskCountOptions(search));
export const useTaskDepartments = () => useQuery(taskDepartmentsOptions());
export const useTaskInfo = (id: string) => useQuery(taskInfoOptions(id));
/** The types that the server issues; those of this release until it has answered. */
export const useTaskTypes = () => useQuery(taskTypesOptions()).data ?? TASK_TYPES;
export const useTaskPoints = (filter: TaskPointFilter) => usePagedQuery(taskPointsOptions, filter);
export const useTaskDeptList = (taskId: string) => useQuery(taskDeptListOptions(taskId));
export const useTaskDeptDetail = (taskId: string, deptId: string) => useQuery(taskDeptDetailOptions(taskId, deptId));

/**
 * @param isQuiet the screen shows a failure itself
 * @param basis what a refusal may be due to beside the tasks
 */
function useTaskMutation<Input>(change: (input: Input) => Promise<unknown>, isQuiet = false, basis: readonly QueryKey[] = []) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    ...(isQuiet ? { meta: { quiet: true } } : {}),
    // After a refusal too: what was shown may be out of date.
    onSettled: (_done, error) => readTasksAnew(client, ...(error === null ? [] : basis)),
  });
}

export const useIssueTask = () => useTaskMutation((task: CallInput<'issueTask'>['body']) => call('issueTask', { body: task }), false, [checkPointKeys.enabled()]);

export const useCancelTask = () => useTaskMutation((input: CallInput<'cancelTask'>['body']) => call('cancelTask', { body: input }), true);

export const useReturnSubmission = () =>
  useTaskMutation((input: CallInput<'returnSubmission'>['body']) => call('returnSubmission', { body: input }), true);

/** Those that were reminded are listed anew, with when. */
export const useRemindTask = () => useTaskMutation((input: CallInput<'remindTask'>['body']) => call('remindTask', { body: input }), true);

/** What a task was issued with, read at the moment that it is wanted. */
export const useReadTaskToReissue = () =>
  useMutation({ mutationFn: async (id: string) => (await call('queryTaskToReissue', { params: { id } })).data });

/** The address of the workbook; it works without a session for some minutes. */
export const useExportLink = () =>
  useMutation({
    mutationFn: async (input: CallInput<'createExportLink'>['body']) => (await call('createExportLink', { body: input })).data,
  });
