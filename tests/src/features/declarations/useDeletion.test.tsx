import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { code } from '#contract/codes.ts';
import { declarationKinds } from '@/features/declarations/declaration-kinds.ts';
import { useDeletion } from '@/features/declarations/useDeletion.tsx';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';

/** What comes of the deletion; undefined where the answer is lost. */
let said: { code: number; message: string } | undefined;
answerCalls(() => said);

const outcomes: boolean[] = [];
function Deleting() {
  const remove = useDeletion(declarationKinds[0]!);
  return <button onClick={() => void remove([{ id: 'd1', title: '计划', attachmentCount: 0 }]).then((done) => outcomes.push(done))}>删除它</button>;
}

it('a deletion whose answer was lost is not called refused: the record may be gone', async () => {
  signInSomebody();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Deleting />
    </QueryClientProvider>,
  );
  const dialog = async (title: string) => within(await screen.findByRole('alertdialog', { name: title }));
  const press = async (title: string, name: string) => await userEvent.click((await dialog(title)).getByRole('button', { name }));
  const deletion = async (told: string, sentence: RegExp): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: '删除它' }));
    await press('删除年度计划', '删除');
    expect((await dialog(told)).getByText(sentence)).toBeDefined();
    await press(told, '知道了');
  };
  said = undefined;
  await deletion('没有收到结果', /可能已经删除，请刷新列表核对。$/);
  said = { code: code.conflict, message: '已申报的记录只能由管理员删除' };
  await deletion('没有删除', /^已申报的记录只能由管理员删除$/);
  expect(outcomes).toEqual([false, false]);
});
