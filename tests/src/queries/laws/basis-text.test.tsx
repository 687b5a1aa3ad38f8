import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Basis } from '#contract/check-point.ts';
import type { Law, LawText } from '#contract/law.ts';
import { lawLibraryOptions, lawTextOptions, useBasisText } from '@/queries/laws/law-queries.ts';

const law = (id: string, publishDate: string, status: Law['status']): Law => ({
  id,
  title: '示例条例',
  docNumber: '',
  lawType: '',
  enactDept: '',
  publishDate,
  effectiveDate: null,
  status,
  articleCount: 2,
  hasPdf: false,
  version: id,
  versions: [],
});
const text = ({ versions: _, ...facts }: Law, ...articles: string[]): LawText => ({
  ...facts,
  chapters: [{ title: '', articles: articles.map((paragraph, index) => ({ number: index + 1, label: `第${'一二三'.charAt(index)}条`, paragraphs: [paragraph] })) }],
});
const old = law('old', '2016-02-06', 'amended');
const present = law('new', '2022-03-29', 'effective');
const oldText = text(old, '甲应当登记。', '乙应当备案。', '丙应当公示。');
const presentText = text(present, '乙应当及时备案；乙应当备案。', '丁应当报告。');
const basis = (article: number, anchor: string, edition = '2016-02-06'): Basis => ({ law: '示例条例', article, gist: '', edition, anchor });

/** What the hook says of a basis on a phone that keeps these laws and has no network. */
async function shown(of: Basis, laws: Law[], texts: LawText[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  client.setQueryData(lawLibraryOptions().queryKey, laws);
  for (const each of texts) client.setQueryData(lawTextOptions(each).queryKey, each);
  const { result } = renderHook(() => useBasisText(of), { wrapper });
  await waitFor(() => expect(result.current.state).not.toBe('loading'));
  return result.current;
}

test('a basis of an earlier edition leads to its article in the law in force', async () => {
  expect(await shown(basis(2, '乙应当备案'), [old, present], [oldText, presentText])).toEqual({
    state: 'found',
    status: '2022-03-29 公布，现行有效，第一条',
    paragraphs: ['乙应当及时备案；乙应当备案。'],
    lawPath: '/law/index/new?article=1',
    change: { label: '依据已修改', explanation: '检查要点依据的是 2016-02-06 公布的版本，现行版本公布于 2022-03-29，现为第一条。下面是现行条文。', currentPath: undefined },
  });
});

test('where the law in force has no such words, the article of then is shown as that, and never another of the same number', async () => {
  expect(await shown(basis(1, '甲应当登记'), [old, present], [oldText, presentText])).toMatchObject({
    state: 'found',
    status: '2016-02-06 公布，已修改',
    paragraphs: ['甲应当登记。'],
    change: { explanation: '检查要点依据的是 2016-02-06 公布的版本，现行版本公布于 2022-03-29。现行版本中没有找到对应的条文，下面是要点所依据的原条文。', currentPath: '/law/index/new' },
  });
  expect(await shown(basis(1, '甲应当登记'), [present], [presentText])).toMatchObject({ state: 'notInLibrary', change: { label: '依据已修改' } });
});

test('a library that has only an earlier edition shows the article there, and its number', async () => {
  const onlyOld = { ...old, status: 'effective' as const };
  expect(await shown(basis(1, '乙应当备案', '2022-03-29'), [onlyOld], [{ ...oldText, status: 'effective' }])).toEqual({
    state: 'found',
    status: '2016-02-06 公布，现行有效，第二条',
    paragraphs: ['乙应当备案。'],
    lawPath: '/law/index/old?article=2',
    change: undefined,
  });
});

test('a law that is still to come into force is not called 现行有效', async () => {
  const ahead = { ...present, effectiveDate: '9999-01-01' };
  expect(await shown(basis(1, '乙应当备案', present.publishDate ?? ''), [ahead], [{ ...presentText, effectiveDate: ahead.effectiveDate }])).toMatchObject({
    status: '2022-03-29 公布，尚未施行',
  });
});
