import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CheckPoint } from '#contract/check-point.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { exportCompanyPoint, importSpreadsheet, readImportTemplate } from '@/api/workbooks.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { readOneOf } from '@/queries/client/read-one-of.ts';
import { readingAnew } from '@/queries/client/read-anew.ts';
import { type FileToImport, runImport } from '@/queries/client/spreadsheet-import.ts';
import { useQuietCall } from '@/queries/client/useQuietCall.ts';
import { checkPointKeys, enabledPointsOptions, type PointFilter } from './enabled-points.ts';

export const checkItemTreeOptions = () =>
  queryOptions({
    queryKey: checkPointKeys.tree(),
    queryFn: async ({ signal }) => (await call('queryCheckItemTree', undefined, { signal })).data,
    meta: { persist: true },
  });

export const readLevelOneItems = async (signal?: AbortSignal) => (await call('queryLevelOneCheckItemList', undefined, { signal })).data;

export const levelOneItemsOptions = () =>
  queryOptions({
    queryKey: checkPointKeys.levelOne(),
    queryFn: ({ signal }) => readLevelOneItems(signal),
    staleTime: 5 * 60_000,
    meta: { persist: true },
  });

export const pointPageOptions = (filter: PointFilter) =>
  queryOptions({
    queryKey: checkPointKeys.page(filter),
    queryFn: async ({ signal }) => (await call('queryPointPage', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

/** The categories of the regulation and those that the company added. */
export const useLevelOneItems = () => useQuery(levelOneItemsOptions());
export const useCheckItemTree = () => useQuery(checkItemTreeOptions());
export const usePointPage = (filter: PointFilter) => usePagedQuery(pointPageOptions, filter);
export const useEnabledPoints = (isWanted = true) => useQuery({ ...enabledPointsOptions(), enabled: isWanted });

/**
 * An own point as the server has it now; undefined where it was retired.
 * @param categoryId which a point never leaves
 */
export const readOwnPoint = (id: string, categoryId: string): Promise<CheckPoint | undefined> =>
  readOneOf<CheckPoint>(id, async (page) => (await call('queryPointPage', { query: { ...page, itemId: categoryId, source: 'own', state: 'current' } })).data);

/** A change of points changes every list, tree and picker of them. The screen shows a failure itself. */
function useCheckPointMutation<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    ...readingAnew(client, checkPointKeys.all),
  });
}

export const useSwitchPoints = () =>
  useCheckPointMutation((body: CallInput<'switchPoints'>['body']) => call('switchPoints', { body }));
export const useAddPoint = () =>
  useCheckPointMutation((body: CallInput<'addCompanyPoint'>['body']) => call('addCompanyPoint', { body }));
export const useChangePoint = () =>
  useCheckPointMutation((body: CallInput<'updateCompanyPoint'>['body']) => call('updateCompanyPoint', { body }));
export const useRetirePoint = () => useCheckPointMutation((id: string) => call('retireCompanyPoint', { params: { id } }));
export const useRetirePoints = () =>
  useCheckPointMutation((body: CallInput<'retirePoints'>['body']) => call('retirePoints', { body }));
export const useRestorePoint = () => useCheckPointMutation((id: string) => call('restoreCompanyPoint', { params: { id } }));

export const useAddItem = () => useCheckPointMutation((body: CallInput<'addCheckItem'>['body']) => call('addCheckItem', { body }));
export const useRenameItem = () => useCheckPointMutation((body: CallInput<'updateCheckItem'>['body']) => call('updateCheckItem', { body }));
export const useDeleteItem = () => useCheckPointMutation((id: string) => call('deleteCheckItem', { params: { id } }));

export const useImportPoints = () => useCheckPointMutation((input: FileToImport) => runImport('importCompanyPoint', input));

export const useCheckPointImport = () => useQuietCall((file: Blob) => importSpreadsheet('importCompanyPoint', file, { dryRun: 1 }));

export const usePointTemplate = () => useQuietCall(() => readImportTemplate('pointImportTemplate'));

/** The company's own points as a workbook. */
export const useOwnPointsFile = () => useMutation({ mutationFn: exportCompanyPoint });
