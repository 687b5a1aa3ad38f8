import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { configureApi } from '@/api/hooks.ts';
import { describeFailure } from '@/app/error-messages.ts';
import SelfInspectionPage from '@/features/correction-records/SelfInspectionPage.tsx';
import { paths } from '@/lib/paths.ts';
import { saveFile } from '@/ui/browser/save-file.ts';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';

vi.mock(import('@/ui/browser/save-file.ts'), () => ({ saveFile: vi.fn() }));

let asked: Record<string, string> = {};
answerCalls(({ path, query }) => {
  if (!path.endsWith('/exportCompDeptSelfCorrect')) return { message: path.endsWith('/queryCompanyDeptList') ? [] : { pageNum: 1, pageSize: 10, total: 0, records: [] } };
  asked = Object.fromEntries(query);
  return { message: 'x', type: 'application/octet-stream' };
});
beforeEach(() => {
  configureApi({ onSignedOut: () => undefined, describeFailure });
  signInSomebody();
});

it('exports what the list shows, all pages of it, in the order that was chosen', async () => {
  history.replaceState({ asked: { 'list taskName,deptId,startDate,endDate': { pageNum: 2, pageSize: 20, status: 'open', sortBy: 'itemCount', sortOrder: 'desc' } } }, '');
  renderView(<SelfInspectionPage />, { client: queriesOf(), path: paths.selfInspection.path, at: paths.selfInspection.to() });
  await userEvent.click(await screen.findByRole('button', { name: '导出' }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  expect(asked).toEqual({ status: 'open', sortBy: 'itemCount', sortOrder: 'desc' });
});
