import { useEffect } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { readKeptCopy } from '@/offline/reading/kept-copies.ts';
import type { CopyKind } from '@/offline/storage/rows.ts';

/**
 * Lets a query begin with the copy on this phone, until the server has been heard: after a start nobody waits for a
 * network that is slow or gone. The copy counts as old, so what would be fetched without it is fetched with it.
 */
export function useKeptCopy(kind: CopyKind, id: string, queryKey: QueryKey): void {
  const client = useQueryClient();
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    const query = JSON.parse(key) as QueryKey;
    const isEmpty = (): boolean => client.getQueryData(query) === undefined;
    if (!isEmpty()) return;
    let isCurrent = true;
    void readKeptCopy(kind, id).then((data) => {
      if (isCurrent && data !== undefined && isEmpty()) client.setQueryData(query, data, { updatedAt: 0 });
    });
    return () => {
      isCurrent = false;
    };
  }, [client, kind, id, key]);
}
