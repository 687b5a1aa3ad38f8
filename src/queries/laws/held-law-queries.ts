/** The laws that this device keeps. */
import { useEffect } from 'react';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { type RenewalManners, renewLaws, subscribeToLawKeeping } from '@/offline/reading/law-keeping.ts';
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

/** Brings what is kept of the laws up to date with the server, and keeps more texts. Never rejects. @returns whether it got to its end */
export async function keepLawsAhead(client: QueryClient, manners: RenewalManners): Promise<boolean> {
  try {
    return await renewLaws(await client.fetchQuery({ ...lawLibraryOptions(), retry: false }), manners);
  } catch {
    // Offline: next time.
    return false;
  }
}
