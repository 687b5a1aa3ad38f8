import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { purgeFiles } from '../../../server/modules/files/file-purge-service.ts';
import { correctionEntry, openCorrection, saveCorrection } from '../support/correction-fixture.ts';
import { makePdf, newDeclaration, uploadInPieces } from '../support/declaration-fixture.ts';
import { companies, employees } from '../support/fixture.ts';
import { makePhoto, type Photo, upload, uploaded } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess, issueToInternal, newEntry, save, saveOne, somePointIds } from '../support/task-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let points: string[];
let seed = 0;
beforeAll(async () => {
  server = await startTestServer();
  points = await somePointIds(server, 3);
  await migratedAt('2026-06-01T00:00:00.000Z');
});
beforeEach(() => server.clock.set('2026-06-15T02:00:00.000Z'));
afterAll(() => server.stop());

const migratedAt = (timestamp: string) => server.context.db.updateTable('kysely_migration' as 'setting').set({ timestamp } as never).where('name', '=', '0006-stored-bytes').execute();
const newPhoto = (): Promise<Photo> => makePhoto((seed += 1));
const keyOf = (sha256: string): string => `${companies.first.compNo}/${sha256.slice(0, 2)}/${sha256}`;
/** What is left of a file: its row, the departments that may read it, its bytes. */
const left = async (sha256: string): Promise<[number, number, boolean]> => {
  const { db, files } = server.context;
  const rows = await db.selectFrom('file').select('sha256').where('sha256', '=', sha256).execute();
  const depts = await db.selectFrom('file_dept').select('sha256').where('sha256', '=', sha256).execute();
  return [rows.length, depts.length, await files.has(keyOf(sha256))];
};
const all: [number, number, boolean] = [1, 1, true];
const none: [number, number, boolean] = [0, 0, false];
/** The daily work, as if its day had come. */
const purge = async (): Promise<void> => {
  await server.context.db.deleteFrom('job').where('name', '=', 'filePurge').execute();
  expect(await purgeFiles(server.context)).toBe(true);
};
const cancel = async (id: string) => expectSuccess(await server.call('cancelTask', { body: { id, reason: '重复下发' } }, { as: 'admin01' }));

it('what nothing refers to goes after a day, and not before', async () => {
  const photo = await uploaded(server, await newPhoto());
  const document = await uploadInPieces(server, makePdf('unused', 1000));
  server.clock.advance(DAY_MS);
  await purge();
  expect([await left(photo), await left(document)]).toEqual([all, all]);
  server.clock.advance(1);
  await purge();
  expect([await left(photo), await left(document)]).toEqual([none, none]);
});

it('what comes again stays another day', async () => {
  const photo = await newPhoto();
  await uploaded(server, photo);
  server.clock.advance(DAY_MS / 2);
  await uploaded(server, photo);
  server.clock.advance(DAY_MS / 2 + 1);
  await purge();
  expect(await left(photo.sha256)).toEqual(all);
});

it('what anything refers to stays for good, however it came there', async () => {
  const kept = new Map<string, string>();
  const keep = async (what: string): Promise<string> => {
    const sha256 = await uploaded(server, await newPhoto());
    kept.set(what, sha256);
    return sha256;
  };
  const unqualified = { result: 'unqualified', remark: '锐器盒已满' } as const;
  const first = await issueToInternal(server, { pointIds: points });
  const held = newEntry(server, points[0]!, { ...unqualified, photos: [await keep('an answer')] });
  await save(server, first.deptTaskId, [held]);
  // Replaced, and in conflict: the history shows both.
  await saveOne(server, first.deptTaskId, newEntry(server, points[0]!, { ...unqualified, photos: [], baseRevision: 1 }));
  const inConflict = newEntry(server, points[0]!, { ...unqualified, remark: '另一处', photos: [await keep('an answer in conflict')], baseRevision: 0 });
  expect(await saveOne(server, first.deptTaskId, inConflict)).toMatchObject({ outcome: 'conflict' });

  const correction = await openCorrection(server, { pointIds: points });
  await saveCorrection(server, correction.id, correctionEntry(server, correction.itemIds[0]!, { photosAfter: [await keep('a correction')] }));

  const late = await issueToInternal(server, { pointIds: points });
  await cancel(late.taskId);
  const lateEntry = newEntry(server, points[0]!, { ...unqualified, photos: [await keep('late work')] });
  expectSuccess(await server.call('handInAnswers', { body: { deptTaskId: late.deptTaskId, entries: [lateEntry] } }, { as: 'staff01' }));

  const imported = await issueToInternal(server, { pointIds: points });
  const brought = newEntry(server, points[0]!, { ...unqualified, photos: [await keep('an import')] });
  const body = { employeeId: employees.staff01.id, deptTaskId: imported.deptTaskId, isDryRun: false, entries: [brought] };
  expect(expectSuccess(await server.call('importAnswers', { body }, { as: 'admin01' })).outcomes).toEqual([{ id: brought.id, outcome: 'taken' }]);

  const attachment = await uploadInPieces(server, makePdf('attached', 1000));
  kept.set('an attachment', attachment);
  const signature = await makePhoto((seed += 1), 'png');
  kept.set('a signature', await uploaded(server, signature));
  const declared = newDeclaration({ attachments: [{ sha256: attachment, name: '附件.pdf' }], signature: { sha256: signature.sha256, signerName: '张内一' } });
  expectSuccess(await server.call('addSelfDeclare', { params: { type: '6' }, body: declared }, { as: 'staff01' }));
  const dropped = await uploadInPieces(server, makePdf('dropped', 1000));
  kept.set('an attachment that was taken out', dropped);
  const other = newDeclaration({ id: uuidv7(), attachments: [{ sha256: dropped, name: '附件.pdf' }] });
  const { revision } = expectSuccess(await server.call('addSelfDeclare', { params: { type: '6' }, body: other }, { as: 'staff01' }));
  const { id, ...fields } = other;
  expectSuccess(await server.call('updateSelfDeclare', { body: { ...fields, attachments: [], selfDeclaredType: 6, selfDeclaredId: id, revision } }, { as: 'staff01' }));

  server.clock.advance(30 * DAY_MS);
  await purge();
  expect(kept.size).toBe(8);
  for (const [what, sha256] of kept) expect([what, ...(await left(sha256))]).toEqual([what, ...all]);
});

it('a dry run of an import keeps nothing', async () => {
  const { deptTaskId } = await issueToInternal(server, { pointIds: points });
  const photo = await uploaded(server, await newPhoto());
  const entry = newEntry(server, points[0]!, { result: 'unqualified', remark: '锐器盒已满', photos: [photo] });
  expectSuccess(await server.call('importAnswers', { body: { employeeId: employees.staff01.id, deptTaskId, isDryRun: true, entries: [entry] } }, { as: 'admin01' }));
  server.clock.advance(DAY_MS + 1);
  await purge();
  expect(await left(photo)).toEqual(none);
});

it('an answer that comes days after its photo is told to send the photo again, and then holds', async () => {
  const { deptTaskId } = await issueToInternal(server, { pointIds: points });
  const photo = await newPhoto();
  await uploaded(server, photo);
  server.clock.advance(2 * DAY_MS);
  await purge();
  const entry = newEntry(server, points[0]!, { result: 'unqualified', remark: '锐器盒已满', photos: [photo.sha256] });
  expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'photosMissing', missingPhotos: [photo.sha256] });
  await uploaded(server, photo);
  expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'saved' });
  expect((await server.call('readFile', { params: { sha256: photo.sha256 } }, { as: 'staff01' })).body.equals(photo.data)).toBe(true);
});

it('what is sent again while it is being removed is there in the end', async () => {
  const { files } = server.context;
  const { write, remove } = files;
  try {
    // Between the bytes, which are there still, and the row.
    const early = await newPhoto();
    await uploaded(server, early);
    server.clock.advance(DAY_MS + 1);
    files.write = async (key, bytes) => {
      files.write = write;
      await write(key, bytes);
      await purge();
    };
    await uploaded(server, early);
    expect(await left(early.sha256)).toEqual(all);

    // Between the row and the bytes.
    const late = await newPhoto();
    await uploaded(server, late);
    server.clock.advance(DAY_MS + 1);
    files.remove = async (key, isWanted) => {
      files.remove = remove;
      await uploaded(server, late);
      await remove(key, isWanted);
    };
    await purge();
    expect(await left(late.sha256)).toEqual(all);

    // While nobody finds the bytes.
    const between = await newPhoto();
    await uploaded(server, between);
    server.clock.advance(DAY_MS + 1);
    files.remove = (key, isWanted) => {
      files.remove = remove;
      return remove(key, async () => {
        await uploaded(server, between);
        return isWanted();
      });
    };
    await purge();
    expect(await left(between.sha256)).toEqual(all);
  } finally {
    Object.assign(files, { write, remove });
  }
});

it('what is saved while the purge runs is there, or asks for its photo: never without it', async () => {
  const { deptTaskId } = await issueToInternal(server, { pointIds: points });
  const photo = await newPhoto();
  for (let round = 0; round < 5; round += 1) {
    await uploaded(server, photo);
    server.clock.advance(DAY_MS + 1);
    const entry = newEntry(server, points[0]!, { result: 'unqualified', remark: `第 ${round} 次`, photos: [photo.sha256], baseRevision: 1_000 });
    const [outcome] = await Promise.all([saveOne(server, deptTaskId, entry), purge()]);
    expect(await left(photo.sha256)).toEqual(outcome?.outcome === 'saved' ? all : none);
    if (outcome?.outcome === 'saved') return;
  }
});

it('on the day of an upgrade nothing goes that a process of the release before may have used', async () => {
  const photo = await newPhoto();
  expectSuccess(await upload(server, photo));
  await migratedAt(new Date(server.clock.now().getTime() - DAY_MS + 1).toISOString());
  server.clock.advance(3 * DAY_MS);
  await purge();
  expect(await left(photo.sha256)).toEqual(all);
});
