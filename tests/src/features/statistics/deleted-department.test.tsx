import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { code } from '#contract/codes.ts';
import { configureApi } from '@/api/hooks.ts';
import { showFailure, showLoadFailure } from '@/app/call-failures.ts';
import { describeFailure } from '@/app/error-messages.ts';
import SelfDeclarePage from '@/features/statistics/SelfDeclarePage.tsx';
import SpecialSelfCheckPage from '@/features/statistics/SpecialSelfCheckPage.tsx';
import { paths } from '@/lib/paths.ts';
import { createQueryClient } from '@/queries/client/query-client.ts';
import { saveFile } from '@/ui/browser/save-file.ts';
import { answerCalls } from '../answering-server.ts';
import { renderView, signInSomebody } from '../my-tasks/render-view.tsx';

vi.mock(import('@/ui/browser/save-file.ts'), () => ({ saveFile: vi.fn() }));

const depts = [
  { id: 'd1', deptName: '内科' },
  { id: 'd2', deptName: '外科' },
];
const total = {
  deptTasks: 0, submitted: 0, onTime: 0, due: 0, dueSubmitted: 0, pointCount: 0, answeredCount: 0, checked: 0, judged: 0, unqualified: 0, corrected: 0,
  late: 0, notSubmitted: 0, correctionRate: null, score: { value: null, scoreClass: null },
};
/** Enough for both screens. */
const figures = { total, months: [], departments: [], topPoints: [], byType: [0, 0, 0, 0, 0, 0, 0], year: 2026, withoutAny: [], without: [] };

let isDeleted = false;
/** For which department the figures, or the workbook, were asked for. */
let asked: (string | null)[] = [];
answerCalls(({ path, query }) => {
  if (path.endsWith('/queryCompanyDeptList')) return { message: isDeleted ? depts.slice(0, 1) : depts };
  if (!/StatList$|\/export/.test(path)) return { message: null };
  const dept = query.get('deptId');
  asked.push(dept);
  if (isDeleted && dept === 'd2') return { code: code.notFound, message: '记录不存在' };
  return path.includes('/export') ? { message: 'x', type: 'application/octet-stream' } : { message: path.includes('Declare') ? { ...figures, total: 0 } : figures };
});

beforeEach(() => {
  configureApi({ onSignedOut: () => undefined, describeFailure });
  signInSomebody();
  history.replaceState(null, '');
  isDeleted = false;
  asked = [];
});

const field = () => screen.getByLabelText<HTMLSelectElement>('科室');

async function openWithDeleted(view: ReactNode, path: string): Promise<void> {
  renderView(view, { client: createQueryClient({ onQueryError: showLoadFailure, onMutationError: showFailure }), path, at: path });
  await screen.findByRole('option', { name: '外科' });
  await userEvent.selectOptions(field(), '外科');
  await waitFor(() => expect(asked.at(-1)).toBe('d2'));
  isDeleted = true;
}

const SCREENS = [
  ['专项自查统计', <SpecialSelfCheckPage key="check" />, paths.specialCheckStatistics.path],
  ['自主申报统计', <SelfDeclarePage key="declare" />, paths.declarationStatistics.path],
] as const;

test.each(SCREENS)('%s of a department that was deleted meanwhile becomes that of all when the period changes', async (_title, view, path) => {
  await openWithDeleted(view, path);
  // Which of them is another period than the one that is chosen depends on the month.
  const [period] = screen.getAllByRole('button', { name: /^最近.+个月$/, pressed: false });
  await userEvent.click(period!);
  await screen.findByText('所选科室已被删除，已改为全部科室');
  await waitFor(() => expect(asked.at(-1)).toBeNull());
  await waitFor(() => expect(screen.queryByText('记录不存在')).toBeNull());
  expect(field().value).toBe('');
  expect(screen.queryByRole('option', { name: '外科' })).toBeNull();
  expect(period!.getAttribute('aria-pressed')).toBe('true');
});

test('自主申报统计 of a department that was deleted meanwhile is exported of all at the next tap', async () => {
  await openWithDeleted(<SelfDeclarePage />, paths.declarationStatistics.path);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '导出' });
  await userEvent.click(button);
  await waitFor(() => expect(field().value).toBe(''));
  expect(saveFile).not.toHaveBeenCalled();
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  expect(asked.at(-1)).toBeNull();
});
