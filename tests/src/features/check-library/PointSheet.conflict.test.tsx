import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import type { CheckItem, CheckPoint } from '#contract/check-point.ts';
import { code } from '#contract/codes.ts';
import { PointSheet } from '@/features/check-library/PointSheet.tsx';
import { lawLibraryOptions } from '@/queries/laws/law-queries.ts';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';

/** A server that knows one own point, and refuses what was changed of another wording of it, or while it is retired. */
let known: CheckPoint;
let saved: Partial<CheckPoint>[] = [];
answerCalls(({ path, query, read }) => {
  if (path === apiPaths.queryPointPage.path) {
    const records = known.isRetired === (query.get('state') === 'retired') ? [known] : [];
    return { message: { records, total: records.length, pageNum: 1, pageSize: 100 } };
  }
  if (path === apiPaths.updateCompanyPoint.path) {
    const sent = read() as Partial<CheckPoint>;
    if (known.isRetired) return { code: code.conflict, message: '检查要点已废止，恢复后才能修改' };
    if (sent.version !== known.version) return { code: code.conflict, message: '检查要点刚刚被他人修改，请核对最新内容后再保存，您填写的内容没有丢失' };
    saved.push(sent);
  } else if (path.startsWith(apiPaths.restoreCompanyPoint.path.split('{')[0]!)) known = { ...known, isRetired: false };
  return { message: '' };
});
beforeEach(() => {
  signInSomebody();
  saved = [];
});
afterEach(cleanup);

const tree = [{ id: 'c1', name: '机构资质', children: [{ id: 'a', name: '项目a' }] }] as CheckItem[];
const read = { id: 'p1', itemId: 'a', version: 'v1', content: '封条完好', expected: '一致', method: '', basis: { law: '本院制度', article: 6, gist: '' }, isRetired: false } as unknown as CheckPoint;

async function open(): Promise<{ isClosed: () => boolean }> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryDefaults(lawLibraryOptions().queryKey, { enabled: false });
  client.setQueryData(lawLibraryOptions().queryKey, []);
  let isClosed = false;
  render(
    <QueryClientProvider client={client}>
      <PointSheet tree={tree} point={read} itemId="" onBasis={() => undefined} onClose={() => void (isClosed = true)} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText(/^检查要点/);
  return { isClosed: () => isClosed };
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存' });
const save = async (): Promise<void> => {
  await expect.poll(() => saveButton().disabled).toBe(false);
  await userEvent.click(saveButton());
};

it('a change is saved on top of what somebody else saved meanwhile, after that was shown', async () => {
  known = { ...read, version: 'v2', content: '封条完好无损', expected: '全部一致' };
  const { isClosed } = await open();
  await userEvent.type(field(/^检查标准/), '，并有签名');
  await save();
  expect(await screen.findByText('这个要点在此期间被修改过，保存前请核对。')).toBeDefined();
  expect([field(/^检查要点/).value, field(/^检查标准/).value]).toEqual(['封条完好无损', '一致，并有签名']);
  // What both changed is not overwritten unseen.
  expect(screen.getByText('检查标准：全部一致')).toBeDefined();
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(saved).toMatchObject([{ version: 'v2', content: '封条完好无损', expected: '一致，并有签名' }]);
});

it('a change of what was retired meanwhile is saved after it was restored', async () => {
  known = { ...read, isRetired: true };
  const { isClosed } = await open();
  await userEvent.type(field(/^检查标准/), '，并有签名');
  await save();
  await userEvent.click(await screen.findByRole('button', { name: '恢复要点' }));
  await expect.poll(() => screen.queryByRole('button', { name: '恢复要点' })).toBeNull();
  // It can be saved now.
  expect(document.querySelector('[data-problem]')).toBeNull();
  expect(field(/^检查标准/).value).toBe('一致，并有签名');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(saved).toMatchObject([{ version: 'v1', expected: '一致，并有签名' }]);
});
