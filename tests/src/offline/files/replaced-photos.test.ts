// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { HOLD_AGAIN_MS, holdPhoto, releasePhoto } from '@/offline/files/replaced-photos.ts';
import { accountRows, type AccountRows } from '@/offline/storage/account-rows.ts';
import { type AnswerEntryRow, entryKey, photoKey, type OutboxEntry, type PhotoRow } from '@/offline/storage/rows.ts';
import { answerEntry } from '../../features/sync-center/entries.ts';

const photo: PhotoRow = { v: 1, sha256: 'a'.repeat(64), type: 'image/jpeg', bytes: new ArrayBuffer(8), createdAt: '2026-11-27T08:00:00.000Z' };
let count = 0;
let rows: AccountRows;

beforeEach(async () => {
  rows = accountRows(`held-photos-${(count += 1)}`);
  await rows.disk.change(async (change) => change.put(photoKey(photo.sha256), photo));
});

async function keep(fields: Partial<AnswerEntryRow>): Promise<() => Promise<number | undefined>> {
  const entry = answerEntry(rows.account, { photoIds: [photo.sha256], ...fields });
  await rows.disk.change(async (change) => change.put(entryKey(entry.id), entry));
  return async () => (await rows.disk.read((read) => read.get<OutboxEntry>(entryKey(entry.id))))?.nextAttemptAt;
}

test('what shows a photo that somebody covers waits, until it is let go or the page has ended', async () => {
  const shows = await keep({});
  const other = await keep({ photoIds: [] });
  expect(await holdPhoto(rows.account, photo.sha256)).toBe(true);
  expect(await shows()).toBeGreaterThan(Date.now() + HOLD_AGAIN_MS);
  expect(await shows()).toBeLessThan(Date.now() + 60_000);
  expect(await other()).toBe(0);
  await releasePhoto(rows.account, photo.sha256);
  expect(await shows()).toBe(0);
});

test.each([{ attempts: 1 }, { serverFailures: 1 }])('what the server may have is not held back, and is said to be so: %o', async (tried) => {
  const shows = await keep({ ...tried, nextAttemptAt: 7 });
  expect(await holdPhoto(rows.account, photo.sha256)).toBe(false);
  expect(await shows()).toBe(7);
});
