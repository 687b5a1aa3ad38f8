import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import { OpinionSheet } from '@/features/public-board/OpinionSheet.tsx';
import { keepDraft } from '@/offline/forms/form-drafts.ts';
import { currentAccount } from '@/session/current-account.ts';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';

interface Sent {
  id: string;
  body: string;
  declarationId: string | null;
}
let sent: Sent[] = [];
/** How each is answered, in turn. */
let answers: ('lost' | 'taken' | 'done')[] = [];
answerCalls(({ path, read }) => {
  if (path === apiPaths.queryPublicBoard.path) return { message: { records: [{ id: 'd1', title: '三季度公示' }], total: 1, pageNum: 1, pageSize: 100 } };
  sent.push(read() as Sent);
  const said = answers.shift();
  if (said === 'lost') return undefined;
  return said === 'taken' ? { code: code.conflict, message: '再次提交会作为另一条意见' } : { message: { id: 'o1' } };
});

beforeEach(() => {
  signInSomebody();
  sent = [];
  answers = [];
});
afterEach(cleanup);

let isClosed = false;
const show = () =>
  render(
    <QueryClientProvider client={queriesOf()}>
      <OpinionSheet onClose={() => (isClosed = true)} />
    </QueryClientProvider>,
  );
const text = () => screen.findByLabelText<HTMLTextAreaElement>(/意见内容/);
const about = () => screen.getByLabelText<HTMLSelectElement>(/针对的公示/);
async function send(): Promise<void> {
  const button = screen.getByRole('button', { name: '提交' });
  // A button pauses after a click.
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
}

it('is not left twice where its answer was lost and the page is opened anew, and is about the same', async () => {
  answers = ['lost', 'done'];
  const before = show();
  await userEvent.type(await text(), '没有写明时间');
  await screen.findByRole('option', { name: '三季度公示' });
  await userEvent.selectOptions(about(), 'd1');
  await send();
  await screen.findByText(/没有收到结果/);
  before.unmount();

  show();
  await screen.findByText('已恢复上次填写而未提交的内容');
  await screen.findByRole('option', { name: '三季度公示' });
  expect([(await text()).value, about().value]).toEqual(['没有写明时间', 'd1']);
  await send();
  await expect.poll(() => isClosed).toBe(true);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

it('in other words goes out as another one, once that was said', async () => {
  answers = ['taken', 'done'];
  isClosed = false;
  show();
  await userEvent.type(await text(), '没有写明时间');
  await send();
  await screen.findByText('再次提交会作为另一条意见');
  await send();
  await expect.poll(() => isClosed).toBe(true);
  expect(sent.map(({ body }) => body)).toEqual(['没有写明时间', '没有写明时间']);
  expect(sent[1]?.id).not.toBe(sent[0]?.id);
});

it('begins with the text that an earlier release kept', async () => {
  await keepDraft('opinion:new', '没有写明时间', currentAccount());
  show();
  expect((await text()).value).toBe('没有写明时间');
});
