import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type { AuditFilter } from '#contract/audit.ts';
import { call } from '@/api/call.ts';
import { readAudit } from '@/api/workbooks.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';

export type AuditListFilter = AuditFilter & { pageNum: number; pageSize: number };

export const auditKeys = {
  all: ['audit'] as const,
  lists: () => [...auditKeys.all, 'list'] as const,
  list: (filter: AuditListFilter) => [...auditKeys.lists(), filter] as const,
};

/** Not kept on the phone: addresses and deeds of everybody have no use there without a network. */
export const auditListOptions = (filter: AuditListFilter) =>
  queryOptions({
    queryKey: auditKeys.list(filter),
    queryFn: async ({ signal }) => (await call('queryAuditPage', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useAuditList = (filter: AuditListFilter) => usePagedQuery(auditListOptions, filter);

export const useAuditFile = () => useMutation({ mutationFn: (filter: AuditFilter) => readAudit(filter) });
