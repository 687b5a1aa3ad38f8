import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBackend, type Backend } from '../backend.ts';
import { fillDisk, refuseDatabases } from '../browser-storage.ts';
import { forgetBrowser, openTab, type Tab } from '../tab.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
  forgetBrowser();
});
afterAll(() => backend.stop());

test('a form that comes in the place of another one finds what that one stored as it went', async () => {
  const tab = await openTab();
  tab.signIn(await backend.signIn('staff01'));
  const { forgetDraft, keepDraft, listDrafts, readDraft } = await import('@/offline/forms/form-drafts.ts');
  const account = tab.currentAccount();
  await keepDraft('plan:1', 'typed before', account);
  void keepDraft('plan:1', 'typed last', account);
  expect((await readDraft('plan:1'))?.data).toBe('typed last');
  void keepDraft('plan:2', 'another', account);
  expect((await listDrafts('plan:')).map(({ data }) => data)).toEqual(['typed last', 'another']);
  void forgetDraft('plan:1', account);
  expect(await readDraft('plan:1')).toBeUndefined();
});

describe('what the phone refuses to store', () => {
  async function begin() {
    const tab: Tab = await openTab();
    tab.signIn(await backend.signIn('staff01'));
    const [drafts, { countInMemory }, { moveToDisk }] = [await import('@/offline/forms/form-drafts.ts'), await import('@/offline/storage/in-memory.ts'), await import('@/offline/entries/unsaved.ts')];
    const account = tab.currentAccount();
    await drafts.keepDraft('notice:1', 'typed before', account);
    const makeRoom = fillDisk('atCommit', 'draft:');
    expect(await drafts.keepDraft('notice:1', 'typed last', account)).toContain('空间不足');
    return { ...drafts, account, countInMemory, makeRoom, move: () => moveToDisk(tab.accountRows(account)) };
  }

  test('is in memory, before what the phone has of the same form, and counted, until it is stored', async () => {
    const { keepDraft, readDraft, listDrafts, countInMemory, account, makeRoom } = await begin();
    expect(await readDraft('notice:1')).toMatchObject({ data: 'typed last', isStored: false });
    expect(await listDrafts('notice:')).toMatchObject([{ form: 'notice:1', data: 'typed last', isStored: false }]);
    expect(countInMemory()).toBe(1);
    makeRoom();
    expect(await keepDraft('notice:1', 'typed at last', account)).toBeNull();
    expect(await listDrafts('notice:')).toMatchObject([{ data: 'typed at last', isStored: true }]);
    expect(countInMemory()).toBe(0);
  });

  test('is forgotten from there as well', async () => {
    const { forgetDraft, readDraft, countInMemory, makeRoom } = await begin();
    expect(await forgetDraft('notice:1')).toBeNull();
    makeRoom();
    expect(await readDraft('notice:1')).toBeUndefined();
    expect(countInMemory()).toBe(0);
  });

  test('is stored together with what else is in memory as soon as there is room, and never over what was typed later', async () => {
    const { keepDraft, readDraft, countInMemory, account, makeRoom, move } = await begin();
    await move();
    expect(countInMemory()).toBe(1);
    makeRoom();
    void move();
    void keepDraft('notice:1', 'typed while it moved', account);
    expect(await readDraft('notice:1')).toMatchObject({ data: 'typed while it moved', isStored: true });
    await keepDraft('notice:2', 'another', account);
    const fill = fillDisk('atCommit', 'draft:');
    await keepDraft('notice:2', 'another, longer', account);
    fill();
    await move();
    expect(await readDraft('notice:2')).toMatchObject({ data: 'another, longer', isStored: true });
    expect(countInMemory()).toBe(0);
  });

  test('gives way to what another window stored of the same form later', async () => {
    const { listDrafts, readDraft, countInMemory, account, makeRoom, move } = await begin();
    makeRoom();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const other = await openTab();
    other.signIn(await backend.signIn('staff01'));
    const { keepDraft } = await import('@/offline/forms/form-drafts.ts');
    expect(await keepDraft('notice:1', 'typed in another window', account)).toBeNull();
    expect(await readDraft('notice:1')).toMatchObject({ data: 'typed in another window', isStored: true });
    await move();
    expect(await listDrafts('notice:1')).toMatchObject([{ data: 'typed in another window', isStored: true }]);
    expect(countInMemory()).toBe(0);
  });

  test('can be thrown away in a browser without a database', async () => {
    const tab = await openTab();
    tab.signIn(await backend.signIn('staff01'));
    const { forgetDraft, keepDraft, listDrafts } = await import('@/offline/forms/form-drafts.ts');
    const allow = refuseDatabases();
    await keepDraft('plan:9', 'typed', tab.currentAccount());
    expect(await listDrafts('plan:9')).toMatchObject([{ data: 'typed', isStored: false }]);
    expect(await forgetDraft('plan:9')).toBeNull();
    expect(await listDrafts('plan:9')).toEqual([]);
    allow();
  });
});
