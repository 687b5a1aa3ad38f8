import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Basis, CheckItem, CheckPoint } from '#contract/check-point.ts';
import type { Law } from '#contract/law.ts';
import { PointSheet } from '@/features/check-library/PointSheet.tsx';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { draftKey, type DraftRow } from '@/offline/storage/rows.ts';
import { lawLibraryOptions } from '@/queries/laws/law-queries.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';

let rows: AccountRows;
beforeEach(() => {
  rows = signInSomebody();
});
afterEach(cleanup);

const tree = (...items: string[]) => [{ id: 'c1', name: '机构资质', children: items.map((id) => ({ id, name: `项目${id}` })) }] as CheckItem[];
const point = (changes: Partial<CheckPoint> = {}) =>
  ({ id: 'p1', itemId: 'a', version: 'v1', content: '封条完好', expected: '一致', method: '', basis: { law: '本院制度', article: 6, gist: '' }, ...changes }) as CheckPoint;

async function open(opened: CheckPoint | undefined, items: CheckItem[], itemId = '', laws: Law[] = []): Promise<{ shown: Basis[]; sent: () => unknown[] }> {
  const client = queriesOf();
  const shown: Basis[] = [];
  client.setQueryDefaults(lawLibraryOptions().queryKey, { enabled: false });
  client.setQueryData(lawLibraryOptions().queryKey, laws);
  render(
    <QueryClientProvider client={client}>
      <PointSheet tree={items} point={opened} itemId={itemId} onBasis={(basis) => void shown.push(basis)} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText(/^检查要点/);
  return { shown, sent: () => client.getMutationCache().getAll().map(({ state }) => state.variables) };
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const isRestored = (): boolean => screen.queryByText('已恢复上次填写而未保存的内容') !== null;
const stored = async (id: string) => (await rows.disk.read((read) => read.get<DraftRow>(draftKey(`point:${id}`))))?.data as { values: object } | undefined;

it('a new point is there again where it was to stand, which its category is when its item is gone', async () => {
  await open(undefined, tree('a', 'b'), 'a');
  await userEvent.type(field(/^检查要点/), '启封后两小时内补齐');
  await expect.poll(() => stored('new')).toMatchObject({ values: { content: '启封后两小时内补齐', categoryId: 'c1', itemId: 'a' } });
  cleanup();

  await open(undefined, tree('a', 'b'));
  expect(isRestored()).toBe(true);
  expect([field(/^检查要点/).value, field(/自查类别/).value, field(/自查项目/).value]).toEqual(['启封后两小时内补齐', 'c1', 'a']);
  cleanup();

  await open(undefined, tree('b'));
  expect([field(/自查类别/).value, field(/自查项目/).value]).toEqual(['c1', '']);
});

it('a change is there again on top of what somebody else saved meanwhile, which is told', async () => {
  await open(point(), tree('a'));
  await userEvent.type(field(/^检查标准/), '，并有签名');
  await expect.poll(async () => (await stored('p1'))?.values).toEqual({ expected: '一致，并有签名' });
  cleanup();

  await open(point(), tree('a'));
  expect(isRestored()).toBe(true);
  expect(screen.queryByText(/在此期间被修改过/)).toBeNull();
  cleanup();

  await open(point({ version: 'v2', content: '封条完好无损' }), tree('a'));
  expect([field(/^检查要点/).value, field(/^检查标准/).value]).toEqual(['封条完好无损', '一致，并有签名']);
  expect(screen.getByText('这个要点在此期间被修改过，保存前请核对。')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: '丢弃，重新填写' }));
  await userEvent.click(await screen.findByRole('button', { name: '丢弃' }));
  await expect.poll(() => field(/^检查标准/).value).toBe('一致');
  await expect.poll(() => stored('p1')).toBeUndefined();
});

it('an article that the law does not have is told at its field, as a hint and not as an error', async () => {
  const law = (title: string, articleCount: number) => ({ id: title, title, status: 'effective', publishDate: '2003-06-16', articleCount }) as Law;
  await open(point({ basis: { law: '医疗废物管理条例', article: 57, gist: '' } }), tree('a'), '', [law('医疗废物管理条例', 57), law('病历规定', 0)]);
  const descriptionOf = (name: RegExp) =>
    (field(name).getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '').join(' ');
  expect([descriptionOf(/^依据\*?$/), descriptionOf(/^第几条/)]).toEqual(['法规库中已有，现场可以查看原文', '不分条的不填']);

  await userEvent.clear(field(/^第几条/));
  await userEvent.type(field(/^第几条/), '999');
  expect([descriptionOf(/^依据\*?$/), descriptionOf(/^第几条/)]).toEqual(['法规库中已有', '这部法规只有 57 条，请核对']);
  expect(field(/^第几条/).getAttribute('aria-invalid')).toBe('false');

  await userEvent.clear(field(/^第几条/));
  await userEvent.type(field(/^第几条/), '第五十八条');
  expect(descriptionOf(/^第几条/)).toBe('这部法规只有 57 条，请核对');

  await userEvent.clear(field(/^依据\*?$/));
  await userEvent.type(field(/^依据\*?$/), '病历规定');
  expect(descriptionOf(/^第几条/)).toBe('不分条的不填');
});

it('a basis whose law has another version by now is flagged, and confirmed against it by one box', async () => {
  const law = (publishDate: string, status: 'effective' | 'amended') => ({ id: publishDate, title: '往返条例', status, publishDate, articleCount: 9 }) as Law;
  const laws = [law('2025-01-01', 'effective'), law('2020-01-01', 'amended')];
  const cites = (edition: string) => point({ basis: { law: '往返条例', article: 2, gist: '', edition } });
  await open(cites('2025-01-01'), tree('a'), '', laws);
  expect(screen.queryByText('依据已修改')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  cleanup();

  const { shown, sent } = await open(cites('2020-01-01'), tree('a'), '', laws);
  expect(screen.getByRole('note').textContent).toContain('依据已修改这个要点依据的是 2020-01-01 公布的版本，现行版本公布于 2025-01-01');
  await userEvent.click(screen.getByRole('button', { name: '查看原版本条文' }));
  await userEvent.click(screen.getByRole('button', { name: '查看现行条文' }));
  expect(shown.map(({ edition }) => edition)).toEqual(['2020-01-01', '2025-01-01']);
  await userEvent.click(screen.getByRole('checkbox', { name: /^已按现行版本（2025-01-01 公布）核对/ }));
  await expect.poll(async () => (await stored('p1'))?.values).toEqual({ basisEdition: '2025-01-01' });
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await expect.poll(sent).toMatchObject([{ id: 'p1', basisArticle: 2, basisEdition: '2025-01-01' }]);
});
