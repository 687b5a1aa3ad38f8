import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { keyRoots } from '@/queries/client/key-roots.ts';
import { readAnew } from '@/queries/client/read-anew.ts';

/** Days `YYYY-MM-DD`, both included; `dept` is an id or `all`. */
export interface FigurePeriod {
  from: string;
  to: string;
  dept: string;
}

export const homeKeys = {
  all: keyRoots.home,
  figure: (name: string, period: FigurePeriod) => [...homeKeys.all, name, period] as const,
  duties: () => [...homeKeys.all, 'duties'] as const,
  dutyCalendar: (year: number | undefined) => [...homeKeys.duties(), 'calendar', year ?? 'now'] as const,
  dutySettings: () => [...homeKeys.duties(), 'settings'] as const,
};

const params = ({ from, to, dept }: FigurePeriod) => ({ params: { a: from, b: to, c: dept } });

export const taskCountFigureOptions = (period: FigurePeriod) =>
  queryOptions({
    queryKey: homeKeys.figure('taskCount', period),
    queryFn: async ({ signal }) => (await call('statTaskCount', params(period), { signal })).data,
    meta: { persist: true },
  });

export const overallCheckFigureOptions = (period: FigurePeriod) =>
  queryOptions({
    queryKey: homeKeys.figure('overallCheck', period),
    queryFn: async ({ signal }) => (await call('statQmzc', params(period), { signal })).data,
    meta: { persist: true },
  });

export const unqualifiedFigureOptions = (period: FigurePeriod) =>
  queryOptions({
    queryKey: homeKeys.figure('unqualified', period),
    queryFn: async ({ signal }) => (await call('statUnQualified', params(period), { signal })).data,
    meta: { persist: true },
  });

export const useTaskCountFigure = (period: FigurePeriod) => useQuery(taskCountFigureOptions(period));
export const useOverallCheckFigure = (period: FigurePeriod) => useQuery(overallCheckFigureOptions(period));
export const useUnqualifiedFigure = (period: FigurePeriod) => useQuery(unqualifiedFigureOptions(period));

/** Of a year, or of this one. */
export const dutyCalendarOptions = (year: number | undefined) =>
  queryOptions({
    queryKey: homeKeys.dutyCalendar(year),
    queryFn: async ({ signal }) => (await call('queryDutyCalendar', { query: { year } }, { signal })).data,
    // Asked for anew whenever it is shown: after a reload, what this device kept may be from before the frequencies were changed.
    staleTime: 0,
    meta: { persist: true },
  });

export const readDutySettings = async (signal?: AbortSignal) => (await call('queryDutySettings', undefined, { signal })).data;

/** Anew for each look: what is shown is about to be changed. */
export const dutySettingsOptions = () =>
  queryOptions({
    queryKey: homeKeys.dutySettings(),
    queryFn: ({ signal }) => readDutySettings(signal),
    staleTime: 0,
  });

export const useDutyCalendar = (year?: number) => useQuery(dutyCalendarOptions(year));
export const useDutySettings = () => useQuery(dutySettingsOptions());

/** The sheet shows a failure itself. */
export function useChangeDutySettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'updateDutySettings'>['body']) => call('updateDutySettings', { body }),
    meta: { quiet: true },
    onSuccess: () => readAnew(client, homeKeys.duties()),
  });
}
