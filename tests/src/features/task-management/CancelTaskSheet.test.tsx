import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { code } from '#contract/codes.ts';
import { CancelTaskSheet } from '@/features/task-management/CancelTaskSheet.tsx';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';

/** What comes of the cancellation; undefined where the answer is lost. */
let said: { code?: number; message: string } | undefined;
answerCalls(() => said);
beforeEach(() => void signInSomebody());

type Task = NonNullable<Parameters<typeof CancelTaskSheet>[0]['task']>;
const task: Task = { id: 't1', taskName: '六月自查', submittedCount: 0, unqualifiedCount: 0 };
function open(fields: Partial<Task> = {}): void {
  const sheet = (isOpen: boolean) => (
    <QueryClientProvider client={queriesOf()}>
      <CancelTaskSheet task={isOpen ? { ...task, ...fields } : undefined} onClose={() => view.rerender(sheet(false))} />
    </QueryClientProvider>
  );
  const view = render(sheet(true));
}
const confirm = async (): Promise<void> => {
  const button = screen.getByRole('button', { name: '确认取消' });
  // It pauses after a click.
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
};

it('says that the self-corrections of departments that submitted end with the task, where there can be any', async () => {
  open({ submittedCount: 2, unqualifiedCount: 3 });
  expect((await screen.findByText(/^取消“六月自查”后/)).textContent).toContain('2 个科室已提交，其中还没有确认的自纠也随之终止');
  for (const fields of [{ unqualifiedCount: 3 }, { submittedCount: 2 }]) {
    cleanup();
    open(fields);
    expect((await screen.findByText(/^取消“六月自查”后/)).textContent).not.toContain('自纠');
  }
});

it('keeps in sight why the task was not cancelled, and says where it may have been', async () => {
  open();
  await userEvent.type(await screen.findByLabelText(/取消原因/), '与省级专项检查合并');
  said = { code: code.conflict, message: '所有科室均已提交，任务已完成，不能取消' };
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toBe('所有科室均已提交，任务已完成，不能取消');
  said = undefined;
  await confirm();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^没有收到结果（.+），请再试一次，不会重复$/));
  said = { message: '' };
  await confirm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
