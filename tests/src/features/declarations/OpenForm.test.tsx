import { createHash } from 'node:crypto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { DeclarationDetail } from '#contract/declaration.ts';
import { declarationKinds } from '@/features/declarations/declaration-kinds.ts';
import { formOf } from '@/features/declarations/declaration-form.ts';
import { OpenForm } from '@/features/declarations/OpenForm.tsx';
import { keepDraft, readDraft } from '@/offline/forms/form-drafts.ts';
import { openUploads } from '@/offline/files/uploads.ts';
import { createQueryClient } from '@/queries/client/query-client.ts';
import { declarationOptions } from '@/queries/declaration-queries.ts';
import { currentAccount } from '@/session/current-account.ts';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';

const ID = 'd1';
const NAME = `declaration:0:${ID}`;
const before = {
  id: ID, selfDeclaredType: 0, revision: 1, status: 'draft', mayChange: true, title: '年度计划', year: 2026, body: '原来的正文',
  trainingHours: '', website: '', attachments: [], signature: null, deptId: 'dept', updatedByName: '乙', updatedAt: '2026-03-01T00:00:00.000Z',
} as unknown as DeclarationDetail;

/** A server that has this record, or none, and lets nobody change it. */
let known: DeclarationDetail | undefined;
let added: { id: string; body: string }[] = [];
answerCalls(({ method, path, read }) => {
  if (method === apiPaths.updateSelfDeclare.method && path.startsWith(apiPaths.updateSelfDeclare.path)) {
    return known === undefined ? { code: code.notFound, message: '数据不存在' } : { code: code.conflict, message: '已申报的记录只能由管理员修改' };
  }
  if (method === apiPaths.addSelfDeclare.method && path.startsWith(apiPaths.addSelfDeclare.path.split('{')[0]!)) {
    added.push(read() as (typeof added)[number]);
    return { message: { id: 'new', revision: 1 } };
  }
  return known === undefined ? { code: code.notFound, message: '数据不存在' } : { message: known };
});
beforeEach(() => {
  signInSomebody();
  added = [];
});
afterEach(cleanup);

const typed = { ...formOf(before), text: { ...formOf(before).text, body: '不能丢的正文' } };
function open(client = new QueryClient({ defaultOptions: { queries: { retry: false } } })): { isClosed: () => boolean; isLeft: () => boolean } {
  let isClosed = false;
  let isLeft = false;
  render(
    <QueryClientProvider client={client}>
      <OpenForm kind={declarationKinds[0]!} id={ID} onClose={() => void (isClosed = true)} onLeave={() => void (isLeft = true)} />
    </QueryClientProvider>,
  );
  return { isClosed: () => isClosed, isLeft: () => isLeft };
}
const press = async (name: string): Promise<void> => {
  const button = () => screen.getAllByRole<HTMLButtonElement>('button', { name }).at(-1)!;
  await expect.poll(() => button().disabled).toBe(false);
  await userEvent.click(button());
};
const body = () => screen.getByLabelText<HTMLTextAreaElement>(/^正文/).value;

const fates = [
  ['declared', '这条记录已申报，只能由管理员修改', { ...before, revision: 2, status: 'declared', mayChange: false } as DeclarationDetail],
  ['deleted', '这条记录已被删除', undefined],
] as const;

it.each(fates)('what was typed into a record that was %s meanwhile is saved as a new one', async (_fate, title, fate) => {
  known = fate;
  await keepDraft(NAME, typed, currentAccount());
  const { isClosed } = open();
  expect(await screen.findByText(title)).toBeDefined();
  expect(body()).toBe('不能丢的正文');
  await press('另存为新记录');
  expect(screen.queryByText(title)).toBeNull();
  await press('保存草稿');
  await expect.poll(isClosed).toBe(true);
  expect(added).toMatchObject([{ body: '不能丢的正文' }]);
  expect(added[0]!.id).not.toBe(ID);
  expect(await readDraft(NAME)).toBeUndefined();
});

it.each(fates)('what was typed into a record that was %s meanwhile is thrown away after it was asked', async (_fate, title, fate) => {
  known = fate;
  await keepDraft(NAME, typed, currentAccount());
  const { isLeft } = open();
  await screen.findByText(title);
  await press('丢弃');
  expect(await readDraft(NAME)).toBeDefined();
  await expect.poll(() => screen.getAllByRole('button', { name: '丢弃' }).length).toBe(2);
  await press('丢弃');
  await expect.poll(isLeft).toBe(true);
  expect(await readDraft(NAME)).toBeUndefined();
});

it('a record that this device holds and the server has no more opens no form, and leads to the list', async () => {
  known = undefined;
  const client = createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  client.setQueryData(declarationOptions(0, ID).queryKey, before);
  const { isLeft } = open(client);
  expect(await screen.findByText('数据不存在')).toBeDefined();
  expect(screen.queryByLabelText(/^正文/)).toBeNull();
  await press('返回列表');
  expect(isLeft()).toBe(true);
});

it('a record that is declared while its form is open leads to the same', async () => {
  known = before;
  await keepDraft(NAME, typed, currentAccount());
  open();
  await screen.findByLabelText(/^正文/);
  known = fates[0][2];
  await press('保存草稿');
  expect(await screen.findByText(fates[0][1])).toBeDefined();
  expect(body()).toBe('不能丢的正文');
});

it('what was to become a new record is one when it is opened again', async () => {
  known = fates[0][2];
  await keepDraft(NAME, { ...typed, id: 'd2', revision: null }, currentAccount());
  const { isClosed } = open();
  expect(await screen.findByText('已恢复上次填写而未保存的内容')).toBeDefined();
  expect(screen.queryByText(fates[0][1])).toBeNull();
  await press('保存草稿');
  await expect.poll(isClosed).toBe(true);
  expect(added).toMatchObject([{ id: 'd2', body: '不能丢的正文' }]);
});

it('what was declared by a try whose answer was lost is not kept', async () => {
  known = { ...fates[0][2], body: '不能丢的正文' };
  await keepDraft(NAME, typed, currentAccount());
  open();
  expect(await screen.findByText('已申报的记录只能由管理员修改')).toBeDefined();
  await expect.poll(() => readDraft(NAME)).toBeUndefined();
});

it('a file that was added to what somebody has declared since is not lost', async () => {
  known = fates[0][2];
  await keepDraft(NAME, formOf(before), currentAccount());
  const file = Object.assign(new File(['%PDF-1.4'], '计划.pdf'), { arrayBuffer: async () => new TextEncoder().encode('%PDF-1.4').buffer });
  await openUploads(NAME).add(file, () => undefined);
  open();
  expect(await screen.findByText(fates[0][1])).toBeDefined();
  expect(screen.getByText('计划.pdf')).toBeDefined();
  expect(await readDraft(NAME)).toBeDefined();
});

it('a file that the declared record has already makes no second record of it', async () => {
  const content = new TextEncoder().encode('%PDF-1.4');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const declared = { ...fates[0][2]!, attachments: [{ id: 'f1', name: '计划.pdf', sha256, size: content.length, type: 'application/pdf' }] };
  known = declared;
  await keepDraft(NAME, formOf(declared), currentAccount());
  await openUploads(NAME).add(Object.assign(new File(['%PDF-1.4'], '计划.pdf'), { arrayBuffer: async () => content.buffer }), () => undefined);
  open();
  expect(await screen.findByText('已申报的记录只能由管理员修改')).toBeDefined();
  expect(screen.queryByText(/另存为新记录/)).toBeNull();
  await expect.poll(() => readDraft(NAME)).toBeUndefined();
  await expect.poll(() => openUploads(NAME).list()).toEqual([]);
});
