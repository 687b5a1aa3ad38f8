import { useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';

/** What a form begins with: read anew as it opens, where the query says that it is, and then the same, whatever another look brings. */
export function useFirstRead<Data extends object>({ data, isFetching }: Pick<UseQueryResult<Data>, 'data' | 'isFetching'>): Data | undefined {
  const [first, setFirst] = useState<Data>();
  if (first === undefined && data !== undefined && !isFetching) setFirst(data);
  return first;
}
