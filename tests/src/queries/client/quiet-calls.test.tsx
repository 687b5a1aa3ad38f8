import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { code } from '#contract/codes.ts';
import { createQueryClient } from '@/queries/client/query-client.ts';
import { useCheckDepartmentImport, useDepartmentTemplate } from '@/queries/department-queries.ts';
import { useCheckPointImport, usePointTemplate } from '@/queries/laws/check-point-queries.ts';
import { useCheckStaffImport, useStaffTemplate } from '@/queries/staff-queries.ts';
import { answerCalls } from '../../features/answering-server.ts';
import { signInSomebody } from '../../features/my-tasks/render-view.tsx';

let refusal: number = code.forbidden;
answerCalls(() => ({ code: refusal, message: '没有权限' }));
beforeEach(() => void signInSomebody());

/** How often the failure was shown by the app itself, beside the sheet that hears of it. */
async function shownFor(useAsk: () => (input: Blob & undefined) => Promise<unknown>): Promise<number> {
  let shown = 0;
  const client = createQueryClient({ onQueryError: () => undefined, onMutationError: () => (shown += 1) });
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const { result } = renderHook(useAsk, { wrapper });
  await act(() => expect(result.current(new Blob(['x']) as Blob & undefined)).rejects.toThrow('没有权限'));
  return shown;
}

test.each([
  ['check of people', useCheckStaffImport],
  ['template for people', useStaffTemplate],
  ['check of departments', useCheckDepartmentImport],
  ['template for departments', useDepartmentTemplate],
  ['check of check points', useCheckPointImport],
  ['template for check points', usePointTemplate],
])('%s: what the person may not do any more is told by the app, and anything else by the sheet alone', async (_what, useAsk) => {
  refusal = code.forbidden;
  expect(await shownFor(useAsk)).toBe(1);
  refusal = code.conflict;
  expect(await shownFor(useAsk)).toBe(0);
});
