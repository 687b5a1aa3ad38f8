import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { DutySetting } from '#contract/duty.ts';
import { DutySettingsSheet } from '@/features/home/DutySettingsSheet.tsx';
import { FRESH_MS } from '@/queries/client/query-client.ts';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';
import { pressSave } from '../press-save.ts';

const TOLD = '刚刚被其他管理员改为：定期公示每季度一次，再次保存以您填写的为准';
const publicity = (frequency: DutySetting['frequency']): DutySetting => ({ duty: 'publicity', frequency, dueMonth: 12 });

let settings: DutySetting[];
let sent: { duties: DutySetting[]; read?: DutySetting[] }[];
answerCalls(({ path, read }) => {
  if (path === apiPaths.queryDutySettings.path) return { message: settings };
  const body = read() as (typeof sent)[number];
  sent.push(body);
  return body.read?.[0]?.frequency === 'yearly' && settings[0]?.frequency === 'quarterly' ? { code: code.conflict, message: TOLD, details: [{ field: 'duties.0.frequency', message: TOLD }] } : { message: null };
});

beforeEach(() => {
  signInSomebody();
  sent = [];
  settings = [publicity('yearly')];
});
afterEach(cleanup);

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: FRESH_MS } } });
const open = () =>
  render(
    <QueryClientProvider client={client}>
      <DutySettingsSheet onClose={() => undefined} />
    </QueryClientProvider>,
  );
const frequency = () => screen.findByLabelText<HTMLSelectElement>('定期公示');

it('begins with what another administrator has set by now', async () => {
  open();
  await frequency();
  cleanup();
  settings = [publicity('monthly')];
  open();
  expect((await frequency()).value).toBe('monthly');
});

it('says once what another administrator has set meanwhile', async () => {
  open();
  await userEvent.selectOptions(await frequency(), 'halfYearly');
  settings = [publicity('quarterly')];
  await pressSave();
  await screen.findByText(TOLD);
  await pressSave();
  await expect.poll(() => sent).toEqual([{ duties: [publicity('halfYearly')], read: [publicity('yearly')] }, { duties: [publicity('halfYearly')], read: [publicity('quarterly')] }]);
});

it('sends what is put back to what it was before another administrator changed it', async () => {
  open();
  await userEvent.selectOptions(await frequency(), 'halfYearly');
  settings = [publicity('quarterly')];
  await pressSave();
  await screen.findByText(TOLD);
  await userEvent.selectOptions(await frequency(), 'yearly');
  await pressSave();
  await expect.poll(() => sent.at(-1)).toEqual({ duties: [publicity('yearly')], read: [publicity('quarterly')] });
});
