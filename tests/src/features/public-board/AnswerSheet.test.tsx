import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { code } from '#contract/codes.ts';
import type { Opinion } from '#contract/public-board.ts';
import { AnswerSheet } from '@/features/public-board/AnswerSheet.tsx';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';

const TOLD = '其他管理员刚刚已答复：“已张贴”，再次提交以您填写的为准';

let sent: { answer: string; read?: { answer: string } }[] = [];
answerCalls(({ method, read }) => {
  if (method === 'GET') return { message: { records: [opinion('已张贴')], total: 1, pageNum: 1, pageSize: 100 } };
  const body = read() as (typeof sent)[number];
  sent.push(body);
  return body.read?.answer === '已张贴' ? { message: '' } : { code: code.conflict, message: '其他管理员刚刚已答复', details: [{ field: 'answer', message: TOLD }] };
});

beforeEach(() => {
  signInSomebody();
  sent = [];
});
afterEach(cleanup);

const opinion = (answer: string) => ({ id: 'o1', subject: '', body: '食堂价格没有公示', answer }) as Opinion;
const show = (answer: string) =>
  render(
    <QueryClientProvider client={queriesOf()}>
      <AnswerSheet opinion={opinion(answer)} onClose={() => undefined} />
    </QueryClientProvider>,
  );
async function send(): Promise<void> {
  const button = screen.getByRole('button', { name: '答复' });
  // A button pauses after a click.
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
}

it('says what another administrator has answered meanwhile, and replaces it at the next try', async () => {
  show('');
  await userEvent.type(await screen.findByRole('textbox'), '正在核实');
  await send();
  await screen.findByText(TOLD);
  await userEvent.type(screen.getByRole('textbox'), '中');
  screen.getByText(TOLD);
  await send();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toEqual([
    { id: 'o1', answer: '正在核实', read: { answer: '' } },
    { id: 'o1', answer: '正在核实中', read: { answer: '已张贴' } },
  ]);
});

it('above what was typed another time, says how it was answered since', async () => {
  const before = show('');
  await userEvent.type(await screen.findByRole('textbox'), '正在核实');
  before.unmount();
  show('已张贴');
  await screen.findByText('现有答复：“已张贴”');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('正在核实');
});
