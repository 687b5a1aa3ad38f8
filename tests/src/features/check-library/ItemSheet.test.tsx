import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { code } from '#contract/codes.ts';
import type { LevelOneItem } from '#contract/check-point.ts';
import { ItemSheet } from '@/features/check-library/ItemSheet.tsx';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';
import { pressSave } from '../press-save.ts';

const TOLD = '刚刚被其他管理员改为“急救物品”，再次保存以您填写的为准';

let sent: { read?: { itemName: string } }[] = [];
answerCalls(({ method, read }) => {
  if (method === 'GET') return { message: [{ id: 'i1', name: '急救物品' }] };
  const body = read() as (typeof sent)[number];
  sent.push(body);
  return body.read?.itemName === '急救物品' ? { message: '' } : { code: code.conflict, message: '刚刚被其他管理员修改', details: [{ field: 'itemName', message: TOLD }] };
});

beforeEach(() => {
  signInSomebody();
  sent = [];
});
afterEach(cleanup);

it('says once how another administrator has renamed it meanwhile', async () => {
  render(
    <QueryClientProvider client={queriesOf()}>
      <ItemSheet target={{ item: { id: 'i1', name: '急救车' } as LevelOneItem }} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText(/项目名称/), '与除颤仪');
  await pressSave();
  await screen.findByText(TOLD);
  await pressSave();
  await expect.poll(() => sent).toEqual([{ id: 'i1', itemName: '急救车与除颤仪', read: { itemName: '急救车' } }, { id: 'i1', itemName: '急救车与除颤仪', read: { itemName: '急救物品' } }]);
});
