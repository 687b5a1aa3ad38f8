// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { forgetPhoto, isPhotoOnlyHere } from '@/offline/files/replaced-photos.ts';
import { accountRows, unlessLater, type AccountRows, type RowNews } from '@/offline/storage/account-rows.ts';
import type { ReadRows } from '@/offline/storage/database.ts';
import { draftKey, entryKey, photoKey, type AnswerEntryRow, type DraftRow, type PhotoRow } from '@/offline/storage/rows.ts';
import { fillDisk, refuseDatabases } from '../browser-storage.ts';
import { valueOf } from '../tab.ts';

let account = 0;
let rows: AccountRows;
let news: RowNews[];

beforeEach(() => {
  account += 1;
  rows = accountRows(`rows-${account}`);
  news = [];
  rows.subscribe((changes) => void news.push(...changes));
});

const key = draftKey('f');
const draft = (text: string, keptAt = '2026-11-27T08:00:00.000Z'): DraftRow => ({ v: 1, form: 'f', data: text, keptAt });
const onPhone = (): Promise<DraftRow | undefined> => rows.disk.read((read: ReadRows) => read.get<DraftRow>(key));
const keepOnPhone = (row: DraftRow): Promise<void> => rows.disk.change(async (change) => change.put(key, row));

/** Changed while the disk is full. */
async function refuse(row: DraftRow): Promise<void> {
  const makeRoom = fillDisk('atCommit');
  expect((await rows.changeSomewhere(async (change) => change.put(key, row))).problem?.problem).toBe('full');
  makeRoom();
}

test('what the phone refuses lies over what it holds, and whoever listens is told the row that holds', async () => {
  await keepOnPhone(draft('old'));
  await refuse(draft('new'));
  expect([rows.unsaved.get(key), rows.stored(key), await onPhone()]).toEqual([draft('new'), draft('old'), draft('old')]);
  // Under what was refused, as another tab does.
  await keepOnPhone(draft('other'));
  await rows.changeUnsaved(async (change) => change.remove(key));
  expect(news).toEqual([
    { key, row: draft('old'), isStored: true },
    { key, row: draft('new'), isStored: false },
    { key, row: draft('other'), isStored: true },
  ]);
});

test('what the phone takes again is refused no more', async () => {
  await refuse(draft('first'));
  await rows.changeSomewhere(async (change) => change.put(key, draft('second')));
  expect([rows.unsaved.keysUnder(''), await onPhone()]).toEqual([[], draft('second')]);
});

test('rows are changed where they are, those of one change in two transactions', async () => {
  const other = draftKey('g');
  await keepOnPhone(draft('covered'));
  await rows.disk.change(async (change) => change.put(other, { ...draft('on the phone'), form: 'g' }));
  await refuse(draft('in memory'));
  const seen = await rows.changeWhere([other, key], async (change, keys) => {
    const found = await Promise.all(keys.map((one) => change.get<DraftRow>(one)));
    for (const one of keys) change.remove(one);
    return found.map((row) => row?.data);
  });
  expect(seen).toEqual([['in memory'], ['on the phone']]);
  expect([rows.unsaved.keysUnder(''), await onPhone(), await rows.disk.read((read) => read.get(other))]).toEqual([[], draft('covered'), undefined]);
});

test('moves to the phone unless that has a later row, or memory has a newer one by then', async () => {
  const store = unlessLater<DraftRow>(key, (stored, refused) => stored.keptAt > refused.keptAt);
  await refuse(draft('one'));
  const makeRoom = fillDisk('atOnce');
  expect(await rows.move(key, store)).toBe(false);
  makeRoom();
  expect(rows.unsaved.get(key)).toEqual(draft('one'));

  const moving = rows.move<DraftRow>(key, async (disk, row) => {
    disk.put(key, row);
    void rows.changeUnsaved(async (change) => change.put(key, draft('two')));
  });
  expect(await moving).toBe(true);
  expect([rows.unsaved.get(key), await onPhone()]).toEqual([draft('two'), draft('one')]);

  await keepOnPhone(draft('of another tab', '2026-11-27T09:00:00.000Z'));
  expect(await rows.move(key, store)).toBe(true);
  expect([rows.unsaved.get(key), (await onPhone())?.data]).toEqual([undefined, 'of another tab']);
});

test('a browser without a database says so, and changes what is in memory all the same', async () => {
  const end = refuseDatabases();
  const own = accountRows(`rows-${account}-private`);
  await own.changeSomewhere(async (change) => change.put(key, draft('here')));
  expect((await own.changeEverywhere(async (change) => change.remove(key)))?.problem).toBe('unavailable');
  expect(own.unsaved.keysUnder('')).toEqual([]);
  end();
});

test('a photo on the phone is needed by an answer that the phone refused, and may have left with it', async () => {
  const photo: PhotoRow = { v: 1, sha256: 'a'.repeat(64), type: 'image/jpeg', bytes: new ArrayBuffer(1), createdAt: '2026-11-27T08:00:00.000Z' };
  const answer: AnswerEntryRow = {
    v: 1,
    id: 'e',
    account: rows.account,
    kind: 'answer',
    deptTaskId: 't',
    taskName: '',
    payload: { pointId: 'p', content: '', baseRevision: 0, value: valueOf({ photos: [photo.sha256] }) },
    photoIds: [photo.sha256],
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    splits: 0,
    after: null,
    createdAt: '2026-11-27T08:00:00.000Z',
  };
  await rows.disk.change(async (change) => change.put(photoKey(photo.sha256), photo));
  await rows.changeUnsaved(async (change) => change.put(entryKey('e'), answer));
  expect(await isPhotoOnlyHere(rows.account, photo.sha256)).toBe(true);
  await forgetPhoto(rows.account, photo.sha256);
  expect(await rows.disk.read((read) => read.get(photoKey(photo.sha256)))).toEqual(photo);

  await rows.changeUnsaved(async (change) => change.put(entryKey('e'), { ...answer, attempts: 1 }));
  expect(await isPhotoOnlyHere(rows.account, photo.sha256)).toBe(false);
  await rows.changeUnsaved(async (change) => change.remove(entryKey('e')));
  await forgetPhoto(rows.account, photo.sha256);
  expect(await rows.disk.read((read) => read.get(photoKey(photo.sha256)))).toBeUndefined();
});
