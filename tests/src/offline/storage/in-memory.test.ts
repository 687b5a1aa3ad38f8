// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { enqueueSubmit, openOutbox, withdrawSubmit } from '@/offline/entries/outbox.ts';
import { countInMemory } from '@/offline/storage/in-memory.ts';
import { openUploads } from '@/offline/files/uploads.ts';
import { storeSession } from '@/session/session-store.ts';
import { fillDisk } from '../browser-storage.ts';
import { signedInAs } from '../people.ts';

let account = 0;
beforeEach(() => {
  account += 1;
  storeSession(signedInAs(`in-memory-${account}`));
});

test('a submission that the phone refuses to store counts until it is withdrawn', async () => {
  await openOutbox(`in-memory-${account}`);
  const makeRoom = fillDisk('atCommit');
  expect(await enqueueSubmit('t1', '六月自查')).toMatchObject({ isSaved: false });
  makeRoom();
  expect(countInMemory()).toBe(1);
  expect(await withdrawSubmit('t1')).toBe('done');
  expect(countInMemory()).toBe(0);
});

test('an attachment that the phone refuses to store counts until it is cancelled, one that cannot be read does not', async () => {
  // There is no server behind this test: what is added stays on its way.
  const uploads = openUploads('declaration:0:new');
  const add = (bytes: Promise<ArrayBuffer>) => uploads.add(Object.assign(new File(['?'], '计划.pdf'), { arrayBuffer: () => bytes }), () => undefined);
  const makeRoom = fillDisk('atCommit');
  await add(Promise.resolve(new TextEncoder().encode('%PDF-1.4').buffer as ArrayBuffer));
  await add(Promise.reject(new DOMException('gone', 'NotReadableError')));
  makeRoom();
  expect(uploads.list().map(({ isKept }) => isKept)).toEqual([false, false]);
  expect(countInMemory()).toBe(1);
  for (const { id } of uploads.list()) await uploads.remove(id);
  expect(countInMemory()).toBe(0);
});
