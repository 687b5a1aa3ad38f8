import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { KEPT_HEADER } from '#contract/worker-messages.ts';
import { importLaws } from '../../../../server/modules/laws/law-import-service.ts';
import { type Backend, startBackend } from '../../offline/backend.ts';

/** Loaded once there is a page that they can find. */
const loadPage = async () => ({
  ...(await import('@/queries/laws/law-queries.ts')),
  ...(await import('@/queries/client/query-client.ts')),
  ...(await import('@/session/session-store.ts')),
});
let backend: Backend;
let page: Awaited<ReturnType<typeof loadPage>>;
let folder: string;
beforeAll(async () => {
  backend = await startBackend();
  page = await loadPage();
  page.storeSession(await backend.signIn('staff01'));
});
afterAll(() => backend.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zyzc-laws-'));
  return () => rm(folder, { recursive: true });
});

async function importLaw(title: string): Promise<void> {
  await writeFile(join(folder, `${title}.md`), `# ${title}\n\n第一条 ${title}的第一条。\n`);
  await importLaws(backend.server.context, folder);
}

/** A client as a start finds it: with the list that was read a minute ago, before that law was imported. */
async function clientFromBefore(title: string) {
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const { queryKey } = page.lawLibraryOptions();
  const list = await client.fetchQuery(page.lawLibraryOptions());
  client.setQueryData(queryKey, list, { updatedAt: Date.now() - 60_000 });
  await importLaw(title);
  return { client, titles: () => client.getQueryData(queryKey)?.map((law) => law.title) };
}

it('a screen that opens shows the laws that were imported a minute ago', async () => {
  const { client, titles } = await clientFromBefore('新增规定');
  expect(titles()).not.toContain('新增规定');
  const close = new QueryObserver(client, page.lawLibraryOptions()).subscribe(() => undefined);
  await vi.waitFor(() => expect(titles()).toContain('新增规定'));
  close();
});

it('what a task cites is fetched ahead also where its law was imported a minute ago', async () => {
  const { client } = await clientFromBefore('另一规定');
  await page.prefetchBasisTexts(client, [{ law: '另一规定', article: 1, gist: '', edition: null }]);
  const law = client.getQueryData(page.lawLibraryOptions().queryKey)?.find(({ title }) => title === '另一规定');
  expect(law).toBeDefined();
  expect(client.getQueryData(page.lawTextOptions(law!).queryKey)?.chapters[0]?.articles[0]?.paragraphs).toEqual(['另一规定的第一条。']);
});

it('a list that the worker has from before does not replace a later one, and is asked for again', async () => {
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const titles = async () => (await client.fetchQuery({ ...page.lawLibraryOptions(), staleTime: 0 })).map((law) => law.title);
  expect(await titles()).toContain('新增规定');
  backend.proxy.decide = ({ path }) =>
    path.endsWith('/laws')
      ? { status: 200, body: { code: 1000, message: { records: [], total: 0, pageNum: 1, pageSize: 100 } }, headers: { [KEPT_HEADER]: '1', 'x-served-at': '2020-01-01T00:00:00.000Z' } }
      : 'pass';
  expect(await titles()).toContain('新增规定');
  backend.proxy.decide = () => 'pass';
  const asked = backend.proxy.calls.length;
  await client.fetchQuery(page.lawLibraryOptions());
  expect(backend.proxy.calls.length).toBeGreaterThan(asked);
});
