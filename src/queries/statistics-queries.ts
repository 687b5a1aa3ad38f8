import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import type { StatDeptTaskQuery, StatQuery } from '#contract/statistics.ts';
import type { TaskType } from '#contract/task-status.ts';
import { call } from '@/api/call.ts';
import { readStatistics } from '@/api/workbooks.ts';
import { homeKeys } from './home-queries.ts';

/** Beside the figures of the home screen: what makes those stale makes these stale. */
export const statisticsKeys = {
  all: [...homeKeys.all, 'statistics'] as const,
  checks: (taskType: TaskType, query: StatQuery) => [...statisticsKeys.all, 'checks', taskType, query] as const,
  tasks: (query: StatDeptTaskQuery) => [...statisticsKeys.all, 'tasks', query] as const,
  declarations: (query: StatQuery) => [...statisticsKeys.all, 'declarations', query] as const,
};

const calls = { 1: 'queryOverallSelfCheckStatList', 2: 'querySpecialSelfCheckStatList', 3: 'queryDailySelfCheckStatList' } as const;

export const checkStatisticsOptions = (taskType: TaskType, query: StatQuery) =>
  queryOptions({
    queryKey: statisticsKeys.checks(taskType, query),
    queryFn: async ({ signal }) => (await call(calls[taskType], { query }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

export const statTasksOptions = (query: StatDeptTaskQuery) =>
  queryOptions({
    queryKey: statisticsKeys.tasks(query),
    queryFn: async ({ signal }) => (await call('queryStatDeptTaskList', { query }, { signal })).data,
    placeholderData: keepPreviousData,
  });

export const declarationStatisticsOptions = (query: StatQuery) =>
  queryOptions({
    queryKey: statisticsKeys.declarations(query),
    queryFn: async ({ signal }) => (await call('querySelfDeclareStatList', { query }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

export const useCheckStatistics = (taskType: TaskType, query: StatQuery) => useQuery(checkStatisticsOptions(taskType, query));
export const useStatTasks = (query: StatDeptTaskQuery) => useQuery(statTasksOptions(query));
export const useDeclarationStatistics = (query: StatQuery) => useQuery(declarationStatisticsOptions(query));

/** The workbook of what the screen shows. */
export const useCheckStatisticsFile = () =>
  useMutation({ mutationFn: (query: CallInput<'exportSelfCheckStat'>['query']) => readStatistics('exportSelfCheckStat', query) });

export const useDeclarationStatisticsFile = () => useMutation({ mutationFn: (query: StatQuery) => readStatistics('exportSelfDeclareStat', query) });
