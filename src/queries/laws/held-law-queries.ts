/** The laws that this device keeps, apart from the library, which screens need that keep none. */
import { useEffect } from 'react';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isAnythingKept, renewKeptLaws, subscribeToLawKeeping } from '@/offline/reading/law-keeping.ts';
import { listHeldLaws } from '@/offline/reading/law-storage.ts';
import { lawKeys, lawLibraryOptions } from './law-queries.ts';

/** What this device holds; asked again whenever laws are kept or removed. */
const heldLawsOptions = () =>
  queryOptions({ queryKey: lawKeys.held(), queryFn: listHeldLaws, staleTime: 0, networkMode: 'always', structuralSharing: false });

export function useHeldLaws() {
  const client = useQueryClient();
  useEffect(
    () =>
      subscribeToLawKeeping(() => {
        void client.invalidateQueries({ queryKey: lawKeys.held() });
      }),
    [client],
  );
  return useQuery(heldLawsOptions());
}

/** Brings what is kept of the laws up to date with the server. Never fails. */
export async function renewLaws(client: QueryClient): Promise<void> {
  try {
    if (await isAnythingKept()) await renewKeptLaws(await client.fetchQuery(lawLibraryOptions()));
  } catch {
    // Offline: next time.
  }
}
