import { matchQuery, type Query, type QueryClient } from '@tanstack/react-query';
import { startAhead } from '@/ahead/start-ahead.ts';
import { isNoAnswer } from '@/lib/text/error-sentence.ts';
import { getReachability, startReachability, subscribeToReachability } from '@/offline/network/reachability.ts';
import { startSync } from '@/offline/sending/sync.ts';
import { askToPersist } from '@/offline/storage/storage-state.ts';
import { keyRoots } from '@/queries/client/key-roots.ts';
import { renewUser } from '@/queries/session-calls.ts';
import { myTaskKeys } from '@/queries/work/my-task-queries.ts';
import { ageCorrections } from '@/queries/work/self-correction-queries.ts';
import { endSession } from './end-session.ts';

const RENEW_AFTER_MS = 10 * 60_000;

/**
 * Joins the offline layer with the queries of one account: what it delivers makes queries stale, what is kept is renewed
 * when the server is back, and a session that is over ends here.
 * @returns a function that ends it
 */
export function startOffline(account: string, queries: QueryClient): () => void {
  const endReachability = startReachability();
  const endSync = startSync({
    onDelivered: (deptTaskIds) => {
      for (const id of deptTaskIds) {
        // Not fetched again at once: while a task is filled in, every few taps deliver something, its points may be
        // a megabyte, and the answers on this phone are laid over them anyway.
        void queries.invalidateQueries({ queryKey: myTaskKeys.detail(id), refetchType: 'none' });
        void queries.invalidateQueries({ queryKey: myTaskKeys.history(id) });
      }
      for (const queryKey of [myTaskKeys.lists(), keyRoots.task, keyRoots.home, keyRoots.lateWork]) void queries.invalidateQueries({ queryKey });
      ageCorrections(queries);
    },
    onNeedsLogin: endSession,
  });
  const endAhead = startAhead(account, queries);
  let renewedAt = 0;
  const renew = (): void => {
    renewedAt = performance.now();
    void import('@/queries/laws/enabled-points.ts').then(
      ({ keepPointsAhead }) => keepPointsAhead(queries),
      () => undefined,
    );
    // Nobody asked for it: what is known stays until the next time.
    renewUser().catch(() => undefined);
  };
  let wasOffline = getReachability() === 'offline';
  const endRenewal = subscribeToReachability(() => {
    const isOffline = getReachability() === 'offline';
    if (wasOffline && !isOffline) {
      renew();
      // What could not be loaded, or renewed, is now: the server may come back without the network ever having gone.
      // Own tasks in sight too, however new: what was decided on them meanwhile tells what may be filled in.
      const isOwn = (query: Query): boolean => ownRoots.some((queryKey) => matchQuery({ queryKey }, query));
      void queries.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' || isOwn(query) });
    }
    wasOffline = isOffline;
  });
  // An app on a phone, or a tab on a desk, stays open for days: what an administrator changed of the person is known once it is looked at.
  const handleSight = (): void => {
    if (!document.hidden && !wasOffline && performance.now() - renewedAt > RENEW_AFTER_MS) renew();
  };
  document.addEventListener('visibilitychange', handleSight);
  const endRetries = retryLost(queries);
  if (!wasOffline) renew();
  void askToPersist();
  return () => {
    document.removeEventListener('visibilitychange', handleSight);
    endRetries();
    endRenewal();
    endAhead();
    endSync();
    endReachability();
  };
}

/**
 * A request may be lost although the server is there: no network comes back then that would bring what could not be loaded, as the
 * screen says it will.
 */
function retryLost(queries: QueryClient): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const end = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isNoAnswer(event.action.error)) return;
    const { queryKey, state } = event.query;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        if (getReachability() !== 'offline') void queries.refetchQueries({ queryKey, exact: true, type: 'active', predicate: (query) => query.state.status === 'error' });
      },
      Math.min(RETRY_CAP_MS, RETRY_FIRST_MS * 2 ** (state.errorUpdateCount - 1)),
    );
    timers.add(timer);
  });
  return () => {
    end();
    for (const timer of timers) clearTimeout(timer);
  };
}
const RETRY_FIRST_MS = 3000;
const RETRY_CAP_MS = 60_000;

const ownRoots = [keyRoots.myTask, keyRoots.selfCorrection];
