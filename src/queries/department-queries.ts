import { useMemo } from 'react';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Department } from '#contract/department.ts';
import { isClosedOn } from '#contract/department-kind.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { importSpreadsheet, readImportTemplate } from '@/api/workbooks.ts';
import { today } from '@/lib/dates.ts';
import { keyRoots } from '@/queries/client/key-roots.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { readOneOf } from '@/queries/client/read-one-of.ts';
import { readingAnew } from '@/queries/client/read-anew.ts';
import { type FileToImport, runImport } from '@/queries/client/spreadsheet-import.ts';
import { useQuietCall } from '@/queries/client/useQuietCall.ts';
import { taskKeys } from '@/queries/work/task-queries.ts';

export type DepartmentFilter = CallInput<'queryCompanyDeptInfoPage'>['query'];

export const departmentKeys = {
  all: ['department'] as const,
  options: () => [...departmentKeys.all, 'options'] as const,
  lists: () => [...departmentKeys.all, 'list'] as const,
  list: (filter: DepartmentFilter) => [...departmentKeys.lists(), filter] as const,
};

/** Every department of the company, those that are closed too: for filters and lists. */
export const departmentOptionsOptions = () =>
  queryOptions({
    queryKey: departmentKeys.options(),
    queryFn: async ({ signal }) => (await call('queryCompanyDeptList', undefined, { signal })).data,
    meta: { persist: true },
  });

export const departmentListOptions = (filter: DepartmentFilter) =>
  queryOptions({
    queryKey: departmentKeys.list(filter),
    queryFn: async ({ signal }) => (await call('queryCompanyDeptInfoPage', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

/** @param isAsked whether it is needed at all */
export const useDepartmentOptions = (isAsked = true) => useQuery({ ...departmentOptionsOptions(), enabled: isAsked });

const NONE: readonly string[] = [];
/**
 * Those that are open today, for pickers of what is new.
 * @param chosen of what exists already: one that was closed since is not taken from it
 */
export function useOpenDepartments(chosen: readonly string[] = NONE) {
  const options = useDepartmentOptions();
  const { data } = options;
  const open = useMemo(() => data?.filter((department) => chosen.includes(department.id) || !isClosedOn(today(), department)), [data, chosen]);
  return { ...options, data: open };
}
/** A department as the server has it now; undefined where it was deleted. */
export const readDepartment = (id: string): Promise<Department | undefined> => readOneOf<Department>(id, async (page) => (await call('queryCompanyDeptInfoPage', { query: page })).data);

export const useDepartmentList = (filter: DepartmentFilter) => usePagedQuery(departmentListOptions, filter);

/** A change of departments changes every list and picker that names them. The screen shows a failure itself. */
function useDepartmentMutation<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    ...readingAnew(client, departmentKeys.all, keyRoots.staff, taskKeys.departments()),
  });
}

export const useAddDepartment = () =>
  useDepartmentMutation((body: CallInput<'addCompanyDeptInfo'>['body']) => call('addCompanyDeptInfo', { body }));

export const useChangeDepartment = () =>
  useDepartmentMutation((body: CallInput<'updateCompanyDeptInfo'>['body']) => call('updateCompanyDeptInfo', { body }));

export const useSetDeptKinds = () =>
  useDepartmentMutation((body: CallInput<'setDeptKinds'>['body']) => call('setDeptKinds', { body }));

export const useCloseDepartment = () =>
  useDepartmentMutation((body: CallInput<'closeCompanyDept'>['body']) => call('closeCompanyDept', { body }));

export const useOpenDepartment = () => useDepartmentMutation((id: string) => call('openCompanyDept', { params: { id } }));

export const deptPointSwitchesOptions = () =>
  queryOptions({
    queryKey: [...departmentKeys.all, 'points'],
    queryFn: async ({ signal }) => (await call('queryDeptPointSwitches', undefined, { signal })).data,
    meta: { persist: true },
  });

/** What departments are asked, or not, by hand. */
export const useDeptPointSwitches = () => useQuery(deptPointSwitchesOptions());

export const useSwitchDeptPoints = () =>
  useDepartmentMutation((body: CallInput<'switchDeptPoints'>['body']) => call('switchDeptPoints', { body }));

export const useDeleteDepartment = () => useDepartmentMutation((id: string) => call('deleteCompanyDeptInfo', { params: { id } }));

export const useImportDepartments = () => useDepartmentMutation((input: FileToImport) => runImport('importCompanyDeptInfo', input));

export const useCheckDepartmentImport = () => useQuietCall((file: Blob) => importSpreadsheet('importCompanyDeptInfo', file, { dryRun: 1 }));

export const useDepartmentTemplate = () => useQuietCall(() => readImportTemplate('deptImportTemplate'));
