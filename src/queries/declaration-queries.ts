import { keepPreviousData, type QueryClient, queryOptions, useIsRestoring, useMutation, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { DeclarationDetail } from '#contract/declaration.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { readDeclarationFile, uploadFile } from '@/api/files.ts';
import { hashOf } from '@/offline/files/photos.ts';
import { isMissing } from '@/lib/is-missing.ts';
import { isConflict } from '@/queries/client/conflict.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { readAnew } from '@/queries/client/read-anew.ts';
import { homeKeys } from './home-queries.ts';

export type DeclarationFilter = CallInput<'querySelfDeclarePage'>['query'];
/** What a form sends, of a new record as of one that is changed. */
export type DeclarationFields = Omit<CallInput<'addSelfDeclare'>['body'], 'id'>;

export const declarationKeys = {
  all: ['declaration'] as const,
  lists: (type: number) => [...declarationKeys.all, type, 'list'] as const,
  list: (type: number, filter: DeclarationFilter) => [...declarationKeys.lists(type), filter] as const,
  detail: (type: number, id: string) => [...declarationKeys.all, type, 'detail', id] as const,
  /** The attachments of a record as it stands at a revision. */
  archive: (type: number, id: string, revision: number) => [...declarationKeys.detail(type, id), 'archive', revision] as const,
  draft: (type: number, year: number, deptId: string) => [...declarationKeys.all, type, 'draft', year, deptId] as const,
  file: (type: number, fileId: string) => [...declarationKeys.all, type, 'file', fileId] as const,
};

const typeOf = (type: number): string => String(type);

export const declarationListOptions = (type: number, filter: DeclarationFilter) =>
  queryOptions({
    queryKey: declarationKeys.list(type, filter),
    queryFn: async ({ signal }) => (await call('querySelfDeclarePage', { params: { type: typeOf(type) }, query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

export const declarationOptions = (type: number, id: string) =>
  queryOptions({
    queryKey: declarationKeys.detail(type, id),
    queryFn: async ({ signal }) => (await call('readSelfDeclare', { params: { type: typeOf(type), id } }, { signal })).data,
    meta: { persist: true, quiet: true, detail: true },
  });

export const declarationArchiveOptions = (type: number, id: string, revision: number) =>
  queryOptions({
    queryKey: declarationKeys.archive(type, id, revision),
    queryFn: async ({ signal }) => (await call('querySelfDeclareArchive', { params: { type: typeOf(type), id } }, { signal })).data,
    meta: { persist: true, quiet: true },
  });

/** Megabytes: not held in memory for longer than a look elsewhere takes. */
const FILE_IN_MEMORY_MS = 2 * 60_000;

/** The bytes behind an id of a record never change. */
export const declarationFileOptions = (type: number, fileId: string) =>
  queryOptions({
    queryKey: declarationKeys.file(type, fileId),
    queryFn: ({ signal }) => readDeclarationFile(type, fileId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FILE_IN_MEMORY_MS,
    meta: { quiet: true },
  });

export const useDeclarationList = (type: number, filter: DeclarationFilter) =>
  usePagedQuery((asked: DeclarationFilter) => declarationListOptions(type, asked), filter);
/** What a department has declared of a type for a year, as far as one page shows it. */
export const useDeclaredOfYear = (type: number, year: string, deptId: string) =>
  useQuery({ ...declarationListOptions(type, { year, status: 'declared', deptId, pageNum: 1, pageSize: 10 }), meta: { quiet: true } });
export const useDeclaration = (type: number, id: string) => useQuery(declarationOptions(type, id));
/** False while what a restart left is being read. A query that is looked at meanwhile takes that for an answer of the server. */
export const useAreDeclarationsRestored = (): boolean => !useIsRestoring();
/** Asks the server in any case: what is changed should be what it has now. */
export const useDeclarationToChange = (type: number, id: string) => useQuery({ ...declarationOptions(type, id), staleTime: 0 });
/** As the archive lists them; until it answers, and without a network, those that the record was read with. */
export const useAttachments = ({ selfDeclaredType, id, revision, attachments }: DeclarationDetail) =>
  useQuery(declarationArchiveOptions(selfDeclaredType, id, revision)).data ?? attachments;
export const useDeclarationFile = (type: number, fileId: string) => useQuery(declarationFileOptions(type, fileId));

/** Several files of a record by their ids; give those alone whose turn has come. */
export function useDeclarationFiles(type: number, fileIds: readonly string[]): ReadonlyMap<string, UseQueryResult<Blob>> {
  const results = useQueries({ queries: fileIds.map((id) => declarationFileOptions(type, id)) });
  return new Map(fileIds.flatMap((id, index) => (results[index] === undefined ? [] : [[id, results[index]] as const])));
}

/** Reads a file, or takes it from memory. */
export function useReadDeclarationFile() {
  const client = useQueryClient();
  return (type: number, fileId: string) => client.fetchQuery(declarationFileOptions(type, fileId));
}

/** A declared record meets a duty and counts in the statistics. The screen shows a failure itself. */
function useDeclarationMutation<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSuccess: () => readAnew(client, declarationKeys.all, homeKeys.all),
  });
}

export interface DeclarationToSave {
  type: number;
  id: string;
  /** That of the record that was read; null for a new one. */
  revision: number | null;
  fields: DeclarationFields;
}

export const useSaveDeclaration = () =>
  useDeclarationMutation(async ({ type, id, revision, fields }: DeclarationToSave) =>
    revision === null
      ? (await call('addSelfDeclare', { params: { type: typeOf(type) }, body: { id, ...fields } })).data
      : (await call('updateSelfDeclare', { body: { selfDeclaredType: type, selfDeclaredId: id, revision, ...fields } })).data,
  );

export function useDeleteDeclarations() {
  const client = useQueryClient();
  return useDeclarationMutation(async ({ type, ids }: { type: number; ids: readonly string[] }) => {
    await call('batchDeleteSelfDeclare', { body: { selfDeclaredType: type, selfDeclaredId: [...ids] } });
    // Asked for with all that is read anew, the page of one would say that it does not exist, while it is left.
    for (const id of ids) client.removeQueries({ queryKey: declarationKeys.detail(type, id) });
  });
}

/**
 * The text that the server makes of a year's records as they are now.
 * @param deptId heeded for administrators alone: whose records, empty for the whole institution's
 */
export const useDraftText = (type: number, year: number, deptId: string) =>
  useQuery({
    queryKey: declarationKeys.draft(type, year, deptId),
    queryFn: async ({ signal }) => (await call('draftSelfDeclare', { params: { type: typeOf(type) }, query: { year, deptId } }, { signal })).data,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });

/** Stores the picture of a signature. @returns its SHA-256 */
export const useStoreSignature = () =>
  useMutation({
    mutationFn: async (png: ArrayBuffer) => (await uploadFile(await hashOf(png), png, 'image/png')).sha256,
    meta: { quiet: true },
  });

/** Takes a record that is no longer there out of the lists at hand, which would lead to nothing until they are read anew. */
function leaveOut(client: QueryClient, type: number, id: string): void {
  client.setQueriesData<CallAnswer<'querySelfDeclarePage'>>({ queryKey: declarationKeys.lists(type) }, (page) => {
    const records = page?.records.filter((record) => record.id !== id);
    return page && records && records.length < page.records.length ? { ...page, records, total: page.total - 1 } : page;
  });
  void client.invalidateQueries({ queryKey: declarationKeys.lists(type) });
}

/** Reads a record anew, past what this device holds. */
export function useReadDeclaration() {
  const client = useQueryClient();
  return async (type: number, id: string): Promise<DeclarationDetail> => {
    try {
      return await client.fetchQuery({ ...declarationOptions(type, id), staleTime: 0 });
    } catch (error) {
      if (isMissing(error)) leaveOut(client, type, id);
      throw error;
    }
  };
}

/** Whether the server refused because of what became of the record meanwhile, and not because of what was sent. */
export const wasOvertaken = (error: unknown): boolean => isConflict(error) || isMissing(error);
