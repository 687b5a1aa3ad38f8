import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/call.ts';
import { readAnew } from '@/queries/client/read-anew.ts';
import { changeOwnPassword } from './session-calls.ts';

export interface PasswordChange {
  account: string;
  oldPwd: string;
  pwd: string;
}

export const sessionKeys = {
  all: ['session'] as const,
  list: () => [...sessionKeys.all, 'list'] as const,
};

/** Where the own account is signed in. */
export const sessionListOptions = () =>
  queryOptions({
    queryKey: sessionKeys.list(),
    queryFn: async ({ signal }) => (await call('querySessionList', undefined, { signal })).data,
    meta: { quiet: true },
  });

export const useSessionList = () => useQuery(sessionListOptions());

function useSessionMutation<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => readAnew(client, sessionKeys.all) });
}

export const useEndSession = () => useSessionMutation((id: string) => call('endSession', { params: { id } }));

/** Answers with how many devices were signed out. */
export const useEndOtherSessions = () => useSessionMutation(async () => (await call('endOtherSessions')).data.count);

/** The own data with full numbers. Not a query: the server records each look, and nothing of it stays here. */
export const useRevealOwnData = () =>
  useMutation({ mutationFn: async (employeeId: string) => (await call('queryCompanyAccountById', { params: { id: employeeId } })).data, gcTime: 0 });

/** Changes the own password; what is wrong with a field is told by `fieldErrorsOf`. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ account, oldPwd, pwd }: PasswordChange) => changeOwnPassword(account, oldPwd, pwd),
    meta: { quiet: true },
    onSuccess: () => readAnew(client, sessionKeys.all),
  });
}
