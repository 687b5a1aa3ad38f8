import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangedInstitution, InstitutionProfile } from '#contract/institution.ts';
import { call } from '@/api/call.ts';
import { checkPointKeys } from '@/queries/laws/enabled-points.ts';
import { readAnew } from '@/queries/client/read-anew.ts';
import { renewUser } from './session-calls.ts';
import { useQuietCall } from '@/queries/client/useQuietCall.ts';

const institutionKey = ['institution'] as const;

export const institutionOptions = () =>
  queryOptions({
    queryKey: institutionKey,
    queryFn: async ({ signal }) => (await call('getInstitution', undefined, { signal })).data,
    meta: { persist: true },
  });

/** 机构档案 of the own institution, for administrators. */
export const useInstitution = () => useQuery(institutionOptions());

/** What a profile would bring and take away. */
export const useInstitutionPreview = () => useQuietCall(async (body: InstitutionProfile) => (await call('previewInstitution', { body })).data);

interface SentInstitution {
  body: ChangedInstitution;
  /** The server has it; before it is read anew. */
  onSaved: () => Promise<void>;
}

/** A change of the profile changes every list, tree and picker of points. The screen shows a failure itself. */
export function useChangeInstitution() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body }: SentInstitution) => call('changeInstitution', { body }),
    meta: { quiet: true },
    onSuccess: async (_answer, { onSaved }) => {
      await onSaved();
      await Promise.all([readAnew(client, institutionKey, checkPointKeys.all), renewUser().catch(() => undefined)]);
    },
  });
}
