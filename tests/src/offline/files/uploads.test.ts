// In Node's own realm, where the real server lives too; see `openPage`.
import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shanghaiDay } from '#contract/calendar.ts';
import { ATTACHMENT_MAX_BYTES, FILE_BYTES_PER_DAY, FILES_FULL_TODAY, PIECE_BYTES, UPLOADS_AT_ONCE } from '#contract/limits.ts';
import { PICTURE_DAMAGED } from '#contract/picture.ts';
import { databaseName } from '@/offline/storage/database.ts';
import { UPLOAD_PREFIX } from '@/offline/storage/rows.ts';
import type { Upload } from '@/offline/files/uploads.ts';
import { makePdf } from '../../../support/pdf.ts';
import { photoOfPhone } from '../../../support/photo.ts';
import { startBackend, type Backend } from '../backend.ts';
import { forgetBrowser, openTab } from '../tab.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(async () => {
  await backend.stop();
});
beforeEach(() => {
  backend.proxy.decide = () => 'pass';
  forgetBrowser();
});

const pdf = (name: string, bytes: Uint8Array<ArrayBuffer>): File => new File([bytes], name, { type: 'application/pdf' });
const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')));
  });
const nothingElse = (): undefined => undefined;

/** The uploads of a form in a browser that staff01 signed in to. */
async function openForm() {
  const tab = await openTab();
  tab.signIn(await backend.signIn('staff01'));
  const { openUploads } = await import('@/offline/files/uploads.ts');
  const uploads = openUploads('declaration:0:new');
  const upload = (): Upload => uploads.list()[0]!;
  const { disk } = tab.accountRows(tab.currentAccount());
  // Every page of the app has it open, and notices by it what happens to the database.
  await tab.openOutbox(tab.currentAccount());
  return {
    signIn: tab.signIn,
    /** Of what this phone keeps of uploads. */
    keys: async (): Promise<string[]> => (await disk.read((rows) => rows.keys(''))).filter((key) => key.includes('upload')),
    /** As somebody does who clears the data of the site under its open page. */
    clear: async (): Promise<void> => {
      await deleteDatabase(databaseName(tab.currentAccount()));
    },
    uploads,
    upload,
    /** Adds a file, and waits until nothing more happens to it by itself. */
    add: async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      await uploads.add(pdf('资料.pdf', bytes), nothingElse);
      await expect.poll(() => upload().state).not.toMatch(/^(?:waiting|sending)$/);
    },
  };
}

test.each(['jpeg', 'png', 'webp'] as const)('a %s loses its place on this phone, before anybody calls it by its hash', async (format) => {
  const { uploads, upload } = await openForm();
  const original = await photoOfPhone(format);
  expect(original.includes('SecretPlace')).toBe(true);
  await uploads.add(new File([new Uint8Array(original)], '照片', { type: `image/${format}` }), nothingElse);
  await expect.poll(() => upload().state).toBe('done');
  const stored = await backend.server.call('readFile', { params: { sha256: upload().sha256 } }, { as: 'staff01' });
  expect(stored.body.includes('SecretPlace')).toBe(false);
  // The server had nothing to take out.
  expect(createHash('sha256').update(stored.body).digest('hex')).toBe(upload().sha256);
  expect(upload()).toMatchObject({ size: stored.body.length, sent: stored.body.length });
});

test('half a picture is refused before anything of it is sent', async () => {
  const { uploads, upload, keys } = await openForm();
  const original = await photoOfPhone('jpeg');
  await uploads.add(new File([new Uint8Array(original.subarray(0, original.length - 40))], '半张.jpg', { type: 'image/jpeg' }), nothingElse);
  expect(upload()).toMatchObject({ state: 'refused', problem: PICTURE_DAMAGED });
  expect(await keys()).toEqual([]);
});

test.each([
  ['content', new TextEncoder().encode('not a PDF'), '文件内容不是 PDF、JPEG、PNG 或 WebP，请移除后换一个文件'],
  ['size', new Uint8Array(ATTACHMENT_MAX_BYTES + 1), '单个附件不能超过 20 MB'],
])('a file that is refused for its %s is not sent once more', async (_, bytes, problem) => {
  const { uploads, upload, add } = await openForm();
  await add(bytes);
  expect(upload()).toMatchObject({ state: 'refused', problem });
  uploads.resume(upload().id);
  expect(upload()).toMatchObject({ state: 'refused', problem });
});

test('a file beyond what the server takes on a day says so, and goes on when the person wants it to', async () => {
  const { db } = backend.server.context;
  const { uploads, upload, add } = await openForm();
  const { id } = await db.selectFrom('employee').select('id').where('account', '=', 'staff01').executeTakeFirstOrThrow();
  await db.deleteFrom('daily_use').execute();
  await db.insertInto('daily_use').values({ employee_id: id, day: shanghaiDay(backend.server.clock.now()), file_bytes: FILE_BYTES_PER_DAY, text_bytes: 0 }).execute();
  await add(new Uint8Array(makePdf(['full'])));
  expect(upload()).toMatchObject({ state: 'failed', problem: FILES_FULL_TODAY });
  await db.deleteFrom('daily_use').execute();
  uploads.resume(upload().id);
  await expect.poll(() => upload().state).toBe('done');
});

test('a file that the server has forgotten, since no record had it for a day, is sent once more from this phone', async () => {
  const { context } = backend.server;
  const { uploads, upload, add, keys } = await openForm();
  await add(new Uint8Array(makePdf(['forgotten'])));
  expect(upload().state).toBe('done');
  expect(await keys()).not.toEqual([]);
  await context.db.deleteFrom('file_dept').where('sha256', '=', upload().sha256).execute();
  await context.db.deleteFrom('file').where('sha256', '=', upload().sha256).execute();
  uploads.sendAgain();
  await expect.poll(async () => (await context.db.selectFrom('file').select('sha256').where('sha256', '=', upload().sha256).execute()).length).toBe(1);
  await expect.poll(() => upload().state).toBe('done');
});

test('a file that cannot be read is refused, as it never will be', async () => {
  const { uploads, upload } = await openForm();
  const file = Object.assign(new File(['?'], '资料.pdf'), { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });
  await uploads.add(file, nothingElse);
  expect(upload()).toMatchObject({ state: 'refused', problem: '无法读取这个文件，请重新选择' });
});

test('no piece leaves under the session of the next person, and the rest follows when its own is back', async () => {
  const [own, next] = [await backend.signIn('staff01'), await backend.signIn('staff02')];
  const { uploads, upload, signIn } = await openForm();
  signIn(own);
  const before = backend.proxy.calls.length;
  backend.proxy.decide = ({ url }) => {
    if (new URL(url, 'http://proxy').searchParams.get('index') === '1') signIn(next);
    return 'pass';
  };
  await uploads.add(pdf('资料.pdf', new Uint8Array(makePdf(['three pieces of one person'], 3 * PIECE_BYTES - 1000))), nothingElse);
  await expect.poll(() => upload().state).not.toMatch(/^(?:waiting|sending)$/);
  expect(upload()).toMatchObject({ state: 'interrupted', problem: undefined });

  backend.proxy.decide = () => 'pass';
  signIn(own);
  await expect.poll(() => upload().state).toBe('done');
  expect(new Set(backend.proxy.calls.slice(before).map(({ headers }) => headers['accesstoken']))).toEqual(new Set([own.accessToken]));
});

test('a file that the server has no room for at the moment goes on when it is tried again', async () => {
  const { uploads, upload, add } = await openForm();
  const { uploadPiece } = await import('@/api/upload-pieces.ts');
  const begun = Array.from({ length: UPLOADS_AT_ONCE }, (_, index) => createHash('sha256').update(String(index)).digest('hex'));
  for (const sha256 of begun) await uploadPiece({ sha256, size: 2 * PIECE_BYTES, index: 0 }, new ArrayBuffer(PIECE_BYTES));
  await add(new Uint8Array(makePdf(['sound'])));
  expect(upload()).toMatchObject({ state: 'failed', problem: `最多同时上传 ${UPLOADS_AT_ONCE} 个文件，请等待其他文件传完` });

  // What was begun is completed, and so forgotten: it is not what its hash says.
  await uploadPiece({ sha256: begun[0]!, size: 2 * PIECE_BYTES, index: 1 }, new ArrayBuffer(PIECE_BYTES)).catch(() => undefined);
  uploads.resume(upload().id);
  await expect.poll(() => upload().state).toBe('done');
});

test('a file that arrived whole while the server could not store it is stored when it is tried again', async () => {
  const { uploads, upload, add } = await openForm();
  const [place, away] = [join(backend.server.dataDir, 'files'), join(backend.server.dataDir, 'away')];
  await rename(place, away);
  await add(new Uint8Array(makePdf(['two pieces'], 2 * PIECE_BYTES - 1000)));
  const { db } = backend.server.context;
  expect(await db.selectFrom('upload_piece').select('seq').where('sha256', '=', upload().sha256).execute()).toHaveLength(2);
  await rename(away, place);
  uploads.resume(upload().id);
  await expect.poll(() => upload().state).not.toMatch(/^(?:waiting|sending|interrupted)$/);
  expect(upload()).toMatchObject({ state: 'done', problem: undefined });
});

test('the same content under another name is not added once more: the caller is told what it is called', async () => {
  const { uploads } = await openForm();
  const bytes = new Uint8Array(makePdf(['the same']));
  expect(await uploads.add(pdf('一.pdf', bytes), nothingElse)).toBeUndefined();
  expect(await uploads.add(pdf('二.pdf', bytes), nothingElse)).toBe('一.pdf');
  const other = new Uint8Array(makePdf(['another']));
  const sha256 = createHash('sha256').update(other).digest('hex');
  expect(await uploads.add(pdf('三.pdf', other), (asked) => (asked === sha256 ? '零.pdf' : undefined))).toBe('零.pdf');
  expect(uploads.list().map(({ name }) => name)).toEqual(['一.pdf']);
  // Under way it would take the place of one that the next test begins.
  await expect.poll(() => uploads.list()[0]?.state).toBe('done');
});

test('how much was sent is shown after the page ended, without a network too', async () => {
  const bytes = new Uint8Array(makePdf(['three pieces'], 3 * PIECE_BYTES - 1000));
  const { add, upload } = await openForm();
  backend.proxy.decide = ({ url }) => (new URL(url, 'http://proxy').searchParams.get('index') === '2' ? 'cutBefore' : 'pass');
  await add(bytes);
  expect(upload()).toMatchObject({ state: 'interrupted', sent: 2 * PIECE_BYTES });

  backend.proxy.decide = () => 'cutBefore';
  const again = await openForm();
  await expect.poll(() => again.uploads.list().length).toBe(1);
  await expect.poll(() => again.upload().state).toBe('interrupted');
  expect(again.upload().sent).toBe(2 * PIECE_BYTES);

  await again.uploads.remove(again.upload().id);
  expect(await again.keys()).toEqual([]);
});

test('a file in a database that somebody cleared is kept again by the page that has it', async () => {
  const { add, upload, keys, uploads, clear } = await openForm();
  backend.proxy.decide = () => 'cutBefore';
  await add(new Uint8Array(makePdf(['cleared'])));
  await clear();
  await expect.poll(async () => (await keys()).filter((key) => key.startsWith(UPLOAD_PREFIX))).toHaveLength(1);
  await expect.poll(() => upload()).toMatchObject({ isKept: true, problem: undefined });
  backend.proxy.decide = () => 'pass';
  // Begun by a test before.
  await backend.server.context.db.deleteFrom('upload_piece').execute();
  uploads.resume(upload().id);
  await expect.poll(() => upload()).toMatchObject({ state: 'done', problem: undefined });
});

test('a file of an earlier visit that went with its database is said to be gone, and is no longer called kept', async () => {
  const before = await openForm();
  backend.proxy.decide = () => 'cutBefore';
  const bytes = new Uint8Array(makePdf(['gone'])).buffer;
  // The page of before ends: it has no file that it could keep again.
  const once = vi.fn<() => Promise<ArrayBuffer>>().mockResolvedValueOnce(bytes).mockRejectedValue(new DOMException('gone', 'NotReadableError'));
  await before.uploads.add(Object.assign(pdf('资料.pdf', new Uint8Array(bytes)), { arrayBuffer: once }), nothingElse);
  await expect.poll(() => before.upload()).toMatchObject({ state: 'interrupted', isKept: true });
  const next = await openForm();
  await expect.poll(() => next.uploads.list().length).toBe(1);
  await next.clear();
  await expect.poll(() => next.upload()).toMatchObject({ state: 'refused', problem: '文件已不在本机，请重新选择', isKept: false });
});
