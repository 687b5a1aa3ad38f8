import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { rules } from '#contract/rules.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { importSpreadsheet, readImportTemplate } from '@/api/workbooks.ts';
import { keyRoots } from '@/queries/client/key-roots.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { readingAnew } from '@/queries/client/read-anew.ts';
import { type FileToImport, runImport } from '@/queries/client/spreadsheet-import.ts';
import { useQuietCall } from '@/queries/client/useQuietCall.ts';
import { taskKeys } from '@/queries/work/task-queries.ts';
import { departmentKeys } from './department-queries.ts';

export type StaffFilter = CallInput<'queryCompanyAccountPage'>['query'];

/** Whoever was added meanwhile is found after that. */
const NAMES_STALE_MS = 5 * 60_000;

export const staffKeys = {
  all: keyRoots.staff,
  lists: () => [...staffKeys.all, 'list'] as const,
  list: (filter: StaffFilter) => [...staffKeys.lists(), filter] as const,
  names: () => [...staffKeys.all, 'names'] as const,
  detail: (id: string) => [...staffKeys.all, 'detail', id] as const,
  account: (account: string) => [...staffKeys.all, 'account', account] as const,
};

/** Numbers are masked by the server, so that it may be kept on this device. */
export const staffListOptions = (filter: StaffFilter) =>
  queryOptions({
    queryKey: staffKeys.list(filter),
    queryFn: async ({ signal }) => (await call('queryCompanyAccountPage', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

/** Of everybody who can sign in: for the search, and for nobody but administrators. Too many to be kept on a device. */
export const staffNamesOptions = () =>
  queryOptions({
    queryKey: staffKeys.names(),
    queryFn: async ({ signal }) => (await call('queryStaffNameList', undefined, { signal })).data,
    staleTime: NAMES_STALE_MS,
    meta: { quiet: true },
    retry: false,
  });

export const readEmployee = async (id: string, signal?: AbortSignal) => (await call('queryCompanyAccountById', { params: { id } }, { signal })).data;

/** With full numbers: never kept, and asked for only when somebody opens it, since the server records each look. */
export const employeeOptions = (id: string) =>
  queryOptions({
    queryKey: staffKeys.detail(id),
    queryFn: ({ signal }) => readEmployee(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });

export const useStaffList = (filter: StaffFilter) => usePagedQuery(staffListOptions, filter);
export const useStaffNames = (isAsked: boolean) => useQuery({ ...staffNamesOptions(), enabled: isAsked });
export const useEmployee = (id: string) => useQuery(employeeOptions(id));

/** Whether nobody has the account. An answer to what was typed before never shows: it belongs to another key. */
export const useIsAccountFree = (account: string) =>
  useQuery({
    queryKey: staffKeys.account(account),
    queryFn: async ({ signal }) => (await call('checkUsername', { body: { account } }, { signal })).data.available,
    enabled: account !== '' && rules.account.test(account),
    gcTime: 0,
    staleTime: 0,
    retry: false,
    meta: { quiet: true },
  });

/** A change of staff changes the counts of departments too. The screen shows a failure itself. */
function useStaffMutation<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    ...readingAnew(client, staffKeys.lists(), staffKeys.names(), departmentKeys.all, taskKeys.departments()),
  });
}

export const useAddEmployee = () =>
  useStaffMutation((body: CallInput<'addCompanyAccount'>['body']) => call('addCompanyAccount', { body }));

export const useChangeEmployee = () =>
  useStaffMutation((body: CallInput<'updateCompanyAccount'>['body']) => call('updateCompanyAccount', { body }));

/** Disables the account: what the person recorded keeps its author. */
export const useDisableEmployee = () => useStaffMutation((id: string) => call('deleteCompanyAccount', { params: { id } }));

export const useResetPassword = () =>
  useStaffMutation((body: { account: string; pwd: string; again?: 1 }) => call('updateCompanyAccountPwd', { body }));

export const useImportStaff = () => useStaffMutation((input: FileToImport) => runImport('importCompanyAccount', input));

export const useCheckStaffImport = () => useQuietCall((file: Blob) => importSpreadsheet('importCompanyAccount', file, { dryRun: 1 }));

export const useStaffTemplate = () => useQuietCall(() => readImportTemplate('accountImportTemplate'));
