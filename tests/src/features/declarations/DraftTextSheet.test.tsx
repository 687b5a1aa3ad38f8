import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { DraftTextSheet } from '@/features/declarations/DraftTextSheet.tsx';
import { declarationKeys } from '@/queries/declaration-queries.ts';
import { departmentKeys } from '@/queries/department-queries.ts';
import { storeSession } from '@/session/session-store.ts';
import { queriesOf } from '../my-tasks/render-view.tsx';
import { signedInAs } from '../../offline/people.ts';

const DEPTS = [{ id: 'd1', deptName: '内科', employeeCount: 3 }, { id: 'd2', deptName: '外科', employeeCount: 2 }];

/** As if the server had been asked for each of them; nothing is fetched. */
function openSheet(deptId: string, isAdmin: 0 | 1): void {
  const session = signedInAs(`drafting-${deptId}-${isAdmin}`);
  act(() => storeSession({ ...session, user: { ...session.user, isAdmin } }));
  const client = queriesOf();
  client.setQueryData(departmentKeys.options(), DEPTS);
  for (const { id, deptName } of [{ id: '', deptName: '示例市第一医院' }, ...DEPTS]) {
    const draft = { title: '', body: `${deptName}的正文`, name: deptName, from: '2026-01-01', to: '2026-06-15' };
    client.setQueryData(declarationKeys.draft(3, 2026, id), draft);
  }
  render(
    <QueryClientProvider client={client}>
      <DraftTextSheet type={3} year={2026} deptId={deptId} hasText={false} onUse={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
}
const said = (name: string) => screen.findByText(`以下是${name}的情况，根据 2026-01-01 至 2026-06-15`, { exact: false });

it('is made of the records of the department whose record it is for, and says so', async () => {
  openSheet('d1', 1);
  await said('内科');
  expect(screen.getByText('内科的正文')).toBeDefined();
  expect(screen.getByLabelText<HTMLSelectElement>('汇总范围').value).toBe('d1');
});

it('lets an administrator choose whose records a new one is made of', async () => {
  openSheet('', 1);
  await said('示例市第一医院');
  await userEvent.selectOptions(await screen.findByLabelText('汇总范围'), '外科');
  await said('外科');
  expect(screen.getByText('外科的正文')).toBeDefined();
});

it('offers staff no choice', async () => {
  openSheet('d1', 0);
  await said('内科');
  expect(screen.queryByLabelText('汇总范围')).toBeNull();
});
