import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { ScoreLimits } from '#contract/score.ts';
import { ScoreLimitsSheet } from '@/features/statistics/ScoreLimitsSheet.tsx';
import { FRESH_MS } from '@/queries/client/query-client.ts';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';
import { pressSave } from '../press-save.ts';

const TOLD = '刚刚被其他管理员修改，再次保存以您填写的为准';

let limits: ScoreLimits;
let sent: (Partial<ScoreLimits> & { read?: ScoreLimits })[] = [];
answerCalls(({ path, read }) => {
  if (path === apiPaths.queryScoreSetting.path) return { message: limits };
  const body = read() as (typeof sent)[number];
  sent.push(body);
  const isOvertaken = body.excellent !== undefined && body.read !== undefined && body.read.excellent !== limits.excellent;
  return isOvertaken ? { code: code.conflict, message: '刚刚被其他管理员修改', details: [{ field: 'excellent', message: TOLD }] } : { message: '' };
});

beforeEach(() => {
  signInSomebody();
  sent = [];
  limits = { excellent: 85, passed: 60 };
});
afterEach(cleanup);

const excellent = () => screen.findByLabelText<HTMLInputElement>(/^优秀/);
const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: FRESH_MS } } });
const open = () =>
  render(
    <QueryClientProvider client={client}>
      <ScoreLimitsSheet onClose={() => undefined} />
    </QueryClientProvider>,
  );

it('begins with what another administrator has set by now', async () => {
  open();
  await excellent();
  cleanup();
  limits = { excellent: 90, passed: 60 };
  open();
  expect((await excellent()).value).toBe('90');
});

it('sends what was changed, and says once what another administrator has set meanwhile', async () => {
  open();
  await userEvent.clear(await excellent());
  await userEvent.type(await excellent(), '95');
  limits = { excellent: 90, passed: 60 };
  await pressSave();
  await screen.findByText(TOLD);
  await pressSave();
  await expect.poll(() => sent).toEqual([{ excellent: 95, read: { excellent: 85, passed: 60 } }, { excellent: 95, read: { excellent: 90, passed: 60 } }]);
});

it('shows what another administrator has set by then, and sends what is put back to what it was', async () => {
  open();
  await userEvent.clear(await excellent());
  await userEvent.type(await excellent(), '89');
  limits = { excellent: 95, passed: 92 };
  await pressSave();
  await screen.findByText(TOLD);
  const passed = screen.getByLabelText<HTMLInputElement>(/^合格/);
  expect([(await excellent()).value, passed.value]).toEqual(['89', '92']);
  await userEvent.clear(passed);
  await userEvent.type(passed, '60');
  await pressSave();
  await expect.poll(() => sent.at(-1)).toEqual({ excellent: 89, passed: 60, read: limits });
});
