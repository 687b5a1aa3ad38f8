import { useEffect, useState, type ReactNode } from 'react';
import { useIsRestoring, type QueryClient } from '@tanstack/react-query';
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import type { UserInfo } from '#contract/session.ts';
import { readLastPlace } from '@/offline/forms/places.ts';
import { persistOptions, shrinkQueriesOfOthers } from '@/offline/reading/query-persister.ts';
import { createQueryClient } from '@/queries/client/query-client.ts';
import { whenIdle } from '@/ui/browser/after-paint.ts';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { showFailure, showLoadFailure } from './call-failures.ts';
import type { Decision } from './route-access.ts';
import type { AppRoute } from './routes.tsx';
import { Shell } from './shell/Shell.tsx';
import { signOut } from './sign-out.ts';
import { startOffline } from './start-sync.ts';

export { readListsAhead } from '@/offline/reading/query-persister.ts';
export { preloadShell } from './shell/Shell.tsx';

/** A phone that takes longer to read its lists shows what it has without them. */
const LISTS_WITHIN_MS = 400;

const FirstPasswordPage = lazyPart(async () => (await import('@/features/user-center/FirstPasswordPage.tsx')).FirstPasswordPage);

export interface SignedInAppProps {
  user: UserInfo;
  decision: Decision<AppRoute>;
}

/** Everything behind the sign-in, for one account; give it a key of the account. */
export default function SignedInApp({ user, decision }: SignedInAppProps) {
  const [queries] = useState(() => createQueryClient({ onQueryError: showLoadFailure, onMutationError: showFailure }));
  const [persistence] = useState(() => {
    shrinkQueriesOfOthers(user.employeeId);
    return persistOptions(user.employeeId);
  });
  // Until an initial password was replaced, the server refuses every call: what waits would be taken for refused itself.
  const mayCall = !user.mustChangePassword;
  return (
    <PersistQueryClientProvider client={queries} persistOptions={persistence}>
      {mayCall && <OfflineWork account={user.employeeId} queries={queries} />}
      <WithLists>{mayCall ? <Shell user={user} decision={decision} /> : <FirstPasswordPage user={user} onSignOut={() => void signOut()} />}</WithLists>
    </PersistQueryClientProvider>
  );
}

/** Makes the screens once the lists, and what leads them, are there: what is made before is drawn without them, and then again. */
function WithLists({ children }: { children: ReactNode }) {
  const isRestoring = useIsRestoring();
  const [isLeadRead, setIsLeadRead] = useState(false);
  useEffect(() => void readLastPlace().finally(() => setIsLeadRead(true)), []);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LISTS_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (isRestoring || !isLeadRead) && !isLate ? null : children;
}

function OfflineWork({ account, queries }: { account: string; queries: QueryClient }) {
  const isRestoring = useIsRestoring();
  useEffect(() => {
    // What is fetched while lists are restored loses them again when it is given up: a query goes back to what it was before.
    if (isRestoring) return undefined;
    let end: (() => void) | undefined;
    const drop = whenIdle(() => {
      end = startOffline(account, queries);
    });
    return () => {
      drop();
      end?.();
    };
  }, [isRestoring, account, queries]);
  return null;
}
