import type { ReactNode } from 'react';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { LoadFailed } from './LoadFailed.tsx';

/** What a query tells of itself. */
export interface Loading<Data> {
  data: Data | undefined;
  error: Error | null;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: () => unknown;
}

interface NotLoadedProps {
  of: Loading<unknown>;
  /** As many as are likely. */
  rows?: number | undefined;
  /** What is told without a network, where something else than the usual holds. */
  offline?: string | undefined;
  /** What to do when it is not here, where something else than the usual holds. */
  hint?: string;
  /** The way back from what does not exist, where it does not lead to the list above the view. */
  onLeave?: () => void;
}

const NOT_HERE = '现在没有网络，这一页还没有保存到本机';

/** In place of what is not loaded: its shape while it comes, or why it is not here. A query waits while there is no network. */
export function NotLoaded({ of: { error, fetchStatus, refetch }, rows = 6, offline = NOT_HERE, hint, ...failed }: NotLoadedProps) {
  if (error !== null) return <LoadFailed error={error} hint={hint} onRetry={() => refetch()} {...failed} />;
  if (fetchStatus !== 'paused') return <ListSkeleton rows={rows} />;
  return <LoadFailed error={offline} hint={hint} onRetry={() => refetch()} />;
}

interface LoadedProps<Data> extends NotLoadedProps {
  of: Loading<Data>;
  children: (data: Data) => ReactNode;
}

/** What was loaded, or what stands in its place. */
export const Loaded = <Data,>({ children, ...rest }: LoadedProps<Data>): ReactNode => (rest.of.data === undefined ? <NotLoaded {...rest} /> : children(rest.of.data));
