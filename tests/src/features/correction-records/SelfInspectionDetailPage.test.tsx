import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { SelfCorrectionRecord } from '#contract/self-correction.ts';
import SelfInspectionDetailPage from '@/features/correction-records/SelfInspectionDetailPage.tsx';
import { paths } from '@/lib/paths.ts';
import { selfCorrectionKeys } from '@/queries/work/self-correction-queries.ts';
import { itemOf } from '../../offline/correction-page.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';

beforeEach(() => void signInSomebody());

const items = [
  itemOf('i1', { correctedAt: '2026-06-02T00:00:00.000Z' }),
  itemOf('i2'),
  itemOf('i3', { returnReason: '照片看不清', returnedAt: '2026-06-03T00:00:00.000Z' }),
];
const recordOf = (fields: Partial<SelfCorrectionRecord>) =>
  ({ id: 'r1', taskId: 't1', deptId: 'd1', taskName: '六月自查', taskType: 3, deptName: '内科', dueDate: '2099-01-01', items, itemCount: 3, correctedCount: 1, returnedCount: 1, repeatedCount: 0, history: [], cancelReason: null, ...fields }) as SelfCorrectionRecord;

function open(record: SelfCorrectionRecord): void {
  const client = queriesOf();
  client.setQueryData(selfCorrectionKeys.record(record.id), record);
  renderView(<SelfInspectionDetailPage />, { client, path: paths.selfInspectionDetail.path, at: paths.selfInspectionDetail.to(record.id) });
}
const filters = (): string[] => within(screen.getByRole('group', { name: '按状态筛选' })).getAllByRole('button').map(({ textContent }) => textContent);
const tagsOf = (itemId: string): string => document.querySelector(`[data-point="${itemId}"]`)?.textContent ?? '';

it('shows what is open, and what was returned', async () => {
  open(recordOf({ status: 'open' }));
  await screen.findByText('六月自查');
  expect(filters()).toContain('待整改 2');
  expect(tagsOf('i2')).toContain('待整改');
  expect(tagsOf('i3')).toContain('已退回');
  expect(screen.getByText('退回 1 项')).toBeDefined();
  expect(screen.getByRole('link', { name: '查看本次自查的全部结果' }).getAttribute('href')).toBe(paths.deptInfo.to('t1', 'd1'));
});

it('asks for nothing any more once its task is cancelled', async () => {
  open(recordOf({ status: 'cancelled', cancelReason: '与省级专项检查合并' }));
  await screen.findByText('六月自查');
  expect(filters()).toContain('已取消 2');
  expect(tagsOf('i1')).toContain('已整改');
  expect(tagsOf('i2')).toContain('已取消');
  expect(tagsOf('i3')).toContain('曾被退回：照片看不清');
  expect(document.body.textContent).not.toMatch(/待整改|已退回|退回 1 项/);
});

it('names what stands out before it is confirmed for good', async () => {
  open(recordOf({ status: 'corrected', unprovedCount: 2, isLate: true }));
  await userEvent.click(await screen.findByRole('button', { name: '确认整改' }));
  await screen.findByText('确认内科的 3 项整改？请留意：2 项没有整改后照片，逾期整改。确认后科室不能再修改，也不能再退回。');
});
