import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { isMissing } from '@/lib/is-missing.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Kept on this device for the account, to be read without a network. */
      persist?: true;
      /** Its failure is shown nowhere: something fetched ahead of need. */
      quiet?: true;
      /**
       * Its page says itself that it does not exist, and what was held of it goes. `kept`: that stays, since what was filled in
       * on this phone is shown with it.
       */
      detail?: true | 'kept';
    };
    mutationMeta: {
      /** The screen shows the failure itself, unless it is a 403, which leads away from the screen. */
      quiet?: true;
    };
  }
}

/** What the server told is not asked for again within. */
export const FRESH_MS = 30_000;
/** As long as the app may stay open; what was persisted has to outlive it. */
const KEPT_MS = 24 * 60 * 60 * 1000;

interface Handlers {
  /** @param isRefetch behind what is on the screen; told once, until that is read anew */
  onQueryError: (error: unknown, isRefetch: boolean) => void;
  onMutationError: (error: unknown) => void;
}

export function createQueryClient({ onQueryError, onMutationError }: Handlers): QueryClient {
  /** When what is on the screen was read of which it was told that it may be old. */
  const toldOf = new Map<string, number>();
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const { queryHash, meta, state } = query;
        const isRefetch = state.data !== undefined;
        if (isRefetch && meta?.detail === true && isMissing(error)) dropGone(client, query);
        if (meta?.quiet || (meta?.detail && isMissing(error)) || (isRefetch && (!query.isActive() || toldOf.get(queryHash) === state.dataUpdatedAt))) return;
        toldOf.set(queryHash, state.dataUpdatedAt);
        onQueryError(error, isRefetch);
        // Somebody else deleted what it was asked of, and choices in sight still have that. What failed would only fail again.
        if (isMissing(error)) void client.invalidateQueries({ predicate: (other) => other.state.status === 'success' });
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.quiet !== true || isForbidden(error)) onMutationError(error);
        // Somebody else deleted it: the lists in sight still have it.
        if (isMissing(error)) void client.invalidateQueries();
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: FRESH_MS,
        gcTime: KEPT_MS,
        retry: (failures, error) => failures === 0 && mayHelp(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

/** Deleted, or nothing of this person any more: neither its page nor this device may have it as if it were there. */
function dropGone(client: QueryClient, query: Query<unknown, unknown>): void {
  query.setState({ data: undefined, dataUpdatedAt: 0 });
  // Its parts, whose keys begin with its own.
  client.removeQueries({ queryKey: query.queryKey, predicate: (part) => part.queryHash !== query.queryHash });
  // Lists still have it: they are read anew when they are shown.
  void client.invalidateQueries({ refetchType: 'none' });
}

const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/**
 * Whether a second try at once may help. Not without a network: the query library would then wait for one, and the
 * page would show that it loads, for ever, instead of what it has.
 */
function mayHelp(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === 'server' || (error.kind === 'offline' && navigator.onLine);
}
