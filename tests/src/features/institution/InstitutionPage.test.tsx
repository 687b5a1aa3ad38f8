import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { ChangedInstitution, Institution, InstitutionProfile } from '#contract/institution.ts';
import InstitutionPage from '@/features/institution/InstitutionPage.tsx';
import { INSTITUTION } from '@/lib/form-names.ts';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { draftKey, type DraftRow } from '@/offline/storage/rows.ts';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';
import { pressSave } from '../press-save.ts';
import { profile } from './known-profile.ts';

/** A server that has one institution, and refuses a change of another revision. */
let known: Institution;
/** What happens to each change that is sent. */
let meanwhile: () => Promise<'answered' | 'cut'>;
answerCalls(async ({ method, path, read }) => {
  if (path === apiPaths.getInstitution.path && method === apiPaths.getInstitution.method) return { message: known };
  if (path === apiPaths.previewInstitution.path) return { message: { before: 0, after: 0, added: [], removed: [] } };
  if (path !== apiPaths.changeInstitution.path) return undefined;
  const { revision, ...changed } = read() as ChangedInstitution;
  if (JSON.stringify(changed.profile) === JSON.stringify(known.profile)) return { message: '' };
  if (revision !== known.revision) return { code: code.conflict, message: '机构档案刚刚被他人修改，请核对最新内容后再保存，您填写的内容没有丢失' };
  known = { ...changed, revision: revision + 1 };
  return (await meanwhile()) === 'cut' ? undefined : { message: '' };
});

const othersSave = (changes: Partial<InstitutionProfile>): void => {
  known = { ...known, profile: { ...known.profile!, ...changes }, revision: known.revision + 1 };
};

let rows: AccountRows;
beforeEach(() => {
  rows = signInSomebody();
  known = { compName: '示例医院', siteTitle: '', profile, revision: 1 };
  meanwhile = async () => 'answered';
});
afterEach(cleanup);

const field = async (name: string) => screen.findByLabelText<HTMLInputElement>(name);
async function visit(): Promise<void> {
  cleanup();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <InstitutionPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await field('地址');
}
async function fillIn(name: string, text: string): Promise<void> {
  await userEvent.clear(await field(name));
  await userEvent.type(await field(name), text);
}
const kept = async () => (await rows.disk.read((read) => read.get<DraftRow>(draftKey(INSTITUTION))))?.data as { fields: { address: string } } | undefined;
const isRestored = (): boolean => screen.queryByRole('button', { name: '丢弃，重新填写' }) !== null;

describe('what was saved', () => {
  it('is not kept on this phone, and does not come back over what somebody else saves later', async () => {
    await visit();
    await fillIn('地址', '3 号');
    await expect.poll(async () => (await kept())?.fields.address).toBe('3 号');
    await pressSave();
    await expect.poll(() => known.revision).toBe(2);
    await expect.poll(kept).toBeUndefined();
    othersSave({ address: '4 号' });
    await visit();
    expect((await field('地址')).value).toBe('4 号');
    expect(isRestored()).toBe(false);
  });

  it('is not kept either where its answer was lost', async () => {
    meanwhile = async () => 'cut';
    await visit();
    await fillIn('地址', '3 号');
    await pressSave();
    await screen.findByText('保存失败，请重试');
    await visit();
    expect(isRestored()).toBe(false);
    await expect.poll(kept).toBeUndefined();
  });

  it('leaves what is typed while it is on its way, which nobody else has changed', async () => {
    let answer = (): void => undefined;
    meanwhile = () => new Promise((resolve) => (answer = () => resolve('answered')));
    await visit();
    await fillIn('地址', '3 号');
    await pressSave();
    await expect.poll(() => known.revision).toBe(2);
    await fillIn('地址', '3 号楼');
    answer();
    await screen.findByText('已恢复上次填写而未保存的内容');
    expect((await field('地址')).value).toBe('3 号楼');
    meanwhile = async () => 'answered';
    await pressSave();
    await expect.poll(() => known.profile?.address).toBe('3 号楼');
    await expect.poll(kept).toBeUndefined();
  });
});

it('a tick that only somebody else took away stays away', async () => {
  await visit();
  await userEvent.click(screen.getByRole('checkbox', { name: '食堂' }));
  othersSave({ services: ['canteen'] });
  await pressSave();
  await screen.findByText('已恢复上次填写而未保存的内容');
  await pressSave();
  await expect.poll(() => known.profile?.services).toEqual([]);
});
