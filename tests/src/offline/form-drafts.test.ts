// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBackend, type Backend } from './backend.ts';
import { forgetBrowser, openTab } from './tab.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
  forgetBrowser();
});
afterAll(() => backend.stop());

test('a form that comes in the place of another one finds what that one stored as it went', async () => {
  const tab = await openTab();
  tab.signIn(await backend.signIn('staff01'));
  const { forgetDraft, keepDraft, listDrafts, readDraft } = await import('@/offline/form-drafts.ts');
  const account = tab.currentAccount();
  await keepDraft('plan:1', 'typed before', account);
  void keepDraft('plan:1', 'typed last', account);
  expect((await readDraft('plan:1'))?.data).toBe('typed last');
  void keepDraft('plan:2', 'another', account);
  expect((await listDrafts('plan:')).map(({ data }) => data)).toEqual(['typed last', 'another']);
  void forgetDraft('plan:1', account);
  expect(await readDraft('plan:1')).toBeUndefined();
});
