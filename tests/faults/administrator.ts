import { call, signIn } from '../support/calls.ts';

/** Gives submitted work back, so that it can be filled in again. */
export interface Administrator {
  returnSubmission: () => Promise<void>;
}

export function createAdministrator(url: string, deptTaskId: string, account: { userNo: string; password: string }): Administrator {
  return {
    returnSubmission: async () => {
      // Hours may have passed since the last time.
      const token = await signIn(url, account);
      await call(url, 'returnSubmission', { body: { deptTaskId, reason: '请再核对一遍', points: [] } }, token);
    },
  };
}
