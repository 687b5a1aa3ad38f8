import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LAW_KEPT_CACHE } from '#contract/worker-messages.ts';
import { LawList } from '@/features/laws/LawList.tsx';
import { lawAddress } from '@/lib/law-address.ts';
import { paths } from '@/lib/paths.ts';
import { getKeepingRules, type KeepingRules } from '@/offline/reading/law-keeping.ts';
import type { useLawLibrary } from '@/queries/laws/law-queries.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';
import { lawOf } from './fixture.ts';

const law = lawOf('医院', { hasPdf: true });
const [TEXT, PDF] = [new URL(lawAddress(law), location.href).href, new URL(lawAddress(law, 'pdf'), location.href).href];

/** A browser's Cache Storage, which jsdom lacks, with one law that the person keeps, text and PDF. */
let kept: Set<string>;
beforeEach(() => {
  signInSomebody();
  kept = new Set([TEXT, PDF]);
  const cache = {
    keys: async () => [...kept].map((url) => ({ url })),
    match: async () => new Response('', { headers: { 'content-length': '1000' } }),
    delete: async ({ url }: { url: string }) => kept.delete(url),
  };
  vi.stubGlobal('caches', { has: async (name: string) => name === LAW_KEPT_CACHE, open: async () => cache });
});
afterEach(() => vi.unstubAllGlobals());

async function removeUnder(rules: KeepingRules) {
  localStorage.setItem('zyzc:kept-laws', JSON.stringify(rules));
  renderView(<LawList library={{ data: [law] } as unknown as ReturnType<typeof useLawLibrary>} />, { client: queriesOf(), path: paths.law.path, at: paths.law.to() });
  await userEvent.click(await screen.findByRole('button', { name: '更多操作 医院条例' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '移除原文' }));
  return within(await screen.findByRole('alertdialog'));
}

// There is no server behind these tests.
it('asks before it removes the PDF of a law that could not be kept again without a network', async () => {
  const question = await removeUnder({ all: false, lawTypes: [] });
  expect(question.getByText('移除后，《医院条例》的原文要联网才能查看，正文仍可离线阅读。确定移除吗？')).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: '移除' }));
  await waitFor(() => expect([...kept]).toEqual([TEXT]));
});

it('says that laws which come later are no longer kept, and ends that only where the person agrees', async () => {
  const question = await removeUnder({ all: true, lawTypes: ['地方规章'] });
  expect(question.getByText('移除后，《医院条例》的原文要联网才能查看，正文仍可离线阅读；以后新增的法规不再保存原文。确定移除吗？')).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(getKeepingRules()).toEqual({ all: true, lawTypes: ['地方规章'] });
  expect(kept.size).toBe(2);
});

it('names the type that is no longer kept', async () => {
  const question = await removeUnder({ all: false, lawTypes: ['行政法规', '地方规章'] });
  expect(question.getByText(/；以后新增的行政法规不再保存原文。/)).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: '移除' }));
  await waitFor(() => expect(getKeepingRules()).toEqual({ all: false, lawTypes: ['地方规章'] }));
});
