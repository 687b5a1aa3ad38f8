import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths, fillPath } from '#contract/api-paths.ts';
import { shanghaiDay } from '#contract/calendar.ts';
import { FILE_BYTES_PER_DAY, FILES_FULL_TODAY, IMAGE_MAX_PIXELS, PHOTO_MAX_BYTES, PIECE_BYTES } from '#contract/limits.ts';
import { PICTURE_DAMAGED } from '#contract/picture.ts';
import { purgeDailyUse } from '../../../server/modules/daily-use/daily-use-service.ts';
import { pngOf } from '../../support/photo.ts';
import { makePdf, sendPiece } from '../support/declaration-fixture.ts';
import { companies, employees } from '../support/fixture.ts';
import { hashOf, makePhoto, type Photo, upload, uploaded } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess } from '../support/task-fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const read = (sha256: string, as: 'staff01' | 'staff02' | 'staff03' | 'admin01' | 'admin91' | 'staff91') =>
  server.call('readFile', { params: { sha256 } }, { as });

const fileOf = (data: Uint8Array, type: string): Photo => ({ sha256: hashOf(data), data, type });

describe('upload', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('stores a %s and gives the same bytes back', async (format) => {
    const photo = await makePhoto(1, format);
    expect(expectSuccess(await upload(server, photo))).toEqual({ sha256: photo.sha256, size: photo.data.length, type: photo.type });
    const answer = await read(photo.sha256, 'staff01');
    expect(answer.status).toBe(200);
    expect(answer.body.equals(photo.data)).toBe(true);
    expect(answer.headers['content-type']).toBe(photo.type);
  });

  test('judges by content: the sender may call it anything', async () => {
    const photo = await makePhoto(2, 'png');
    const answer = await upload(server, { ...photo, type: 'application/octet-stream' });
    expect(expectSuccess(answer).type).toBe('image/png');
    expect(expectSuccess(await upload(server, { ...photo, type: 'image/jpeg' })).type).toBe('image/png');
  });

  test('refuses bytes that are not those of the hash', async () => {
    const photo = await makePhoto(3);
    const other = await makePhoto(4);
    const answer = await upload(server, { ...photo, data: other.data });
    expect(answer).toMatchObject({ status: 422, code: 4022, details: [{ field: 'sha256' }] });
    expect((await read(photo.sha256, 'staff01')).status).toBe(404);
  });

  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n')],
    ['a program', Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), Buffer.alloc(64)])],
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.alloc(5000, 7)],
  ])('refuses %s, whatever it is called', async (_name, data) => {
    const file = fileOf(data, 'image/jpeg');
    const answer = await upload(server, file);
    expect(answer).toMatchObject({ status: 422, code: 4022, message: '只支持 JPEG、PNG 或 WebP 图片' });
    expect((await read(file.sha256, 'staff01')).status).toBe(404);
  });

  test('refuses a picture whose head is cut off or made up', async () => {
    const jpeg = (await makePhoto(5)).data;
    const cut = fileOf(jpeg.slice(0, 30), 'image/jpeg');
    expect(await upload(server, cut)).toMatchObject({ status: 422, message: PICTURE_DAMAGED });
    const endless = fileOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4_000_000, 1)]), 'image/jpeg');
    expect(await upload(server, endless)).toMatchObject({ status: 422 });
    const noPixels = fileOf(pngOf(0, 10), 'image/png');
    expect(await upload(server, noPixels)).toMatchObject({ status: 422 });
  });

  test.each(['jpeg', 'png', 'webp'] as const)('refuses half a %s', async (format) => {
    const whole = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } }).toFormat(format).toBuffer();
    expect(await upload(server, fileOf(whole.subarray(0, whole.length / 2), `image/${format}`))).toMatchObject({ status: 422, code: 4022, message: PICTURE_DAMAGED });
  });

  test('takes a JPEG whose metadata are larger than half a megabyte', async () => {
    const plain = (await makePhoto(31)).data;
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0xea, 0x62]), Buffer.alloc(60_000, 1)]);
    const dressed = fileOf(Buffer.concat([plain.subarray(0, 2), ...Array.from({ length: 10 }, () => segment), plain.subarray(2)]), 'image/jpeg');
    await uploaded(server, dressed);
    expect((await read(dressed.sha256, 'staff01')).body.equals(plain)).toBe(true);
  });

  test('refuses a decompression bomb: few bytes, many pixels', async () => {
    const bomb = fileOf(pngOf(50_000, 50_000), 'image/png');
    expect(bomb.data.length).toBeLessThan(20_000);
    expect(await upload(server, bomb)).toMatchObject({ status: 422, code: 4022, message: '图片尺寸过大' });
    const side = Math.floor(Math.sqrt(IMAGE_MAX_PIXELS));
    expect((await upload(server, fileOf(pngOf(side, side), 'image/png'))).status).toBe(200);
    const jpeg = (await makePhoto(30)).data;
    for (const [width, status] of [[65_000, 422], [65, 200]] as const) {
      expect((await upload(server, fileOf(jpegClaiming(jpeg, width, width), 'image/jpeg'))).status).toBe(status);
      expect((await upload(server, fileOf(webpOf(width, width), 'image/webp'))).status).toBe(status);
    }
  });

  test('lesson 14: takes a photo of the largest size and refuses one byte more', async () => {
    const padded = (length: number) => {
      const jpeg = pngOf(10, 10);
      return fileOf(Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)]), 'image/png');
    };
    expect((await upload(server, padded(PHOTO_MAX_BYTES))).status).toBe(200);
    expect(await upload(server, padded(PHOTO_MAX_BYTES + 1))).toMatchObject({ status: 413, code: 4013 });
  });

  test('refuses a body that is no file, and a hash that is none', async () => {
    const photo = await makePhoto(6);
    expect(await server.call('uploadFile', { params: { sha256: photo.sha256 } }, { as: 'staff01' })).toMatchObject({ status: 415 });
    expect(await server.inject({ method: 'POST', url: fillPath(apiPaths.uploadFile.path, { sha256: photo.sha256 }), headers: { accesstoken: await server.signIn('staff01') } })).toMatchObject({ status: 422 });
    expect(await upload(server, { ...photo, sha256: 'ABC' })).toMatchObject({ status: 422 });
    expect(await upload(server, { ...photo, sha256: '../../../etc/passwd' })).toMatchObject({ status: 422 });
    const text = await server.call(
      'uploadFile',
      { params: { sha256: photo.sha256 } },
      { as: 'staff01', bytes: { data: photo.data, type: 'application/x-php' } },
    );
    expect(text.status).toBe(415);
  });

  test('is limited for each person and day, in words and with the time to wait, and stores nothing then', async () => {
    const { db, files } = server.context;
    const day = shanghaiDay(server.clock.now());
    const use = (fileBytes: number) => db.updateTable('daily_use').set({ file_bytes: fileBytes }).where('employee_id', '=', employees.staff02.id).where('day', '=', day).execute();
    const before = await makePhoto(40);
    await uploaded(server, before, 'staff02');
    await use(FILE_BYTES_PER_DAY - 1);
    const photo = await makePhoto(41);
    const refused = await upload(server, photo, 'staff02');
    expect(refused).toMatchObject({ status: 429, code: 4029, message: FILES_FULL_TODAY });
    expect(refused.headers['retry-after']).toBe('3600');
    expect(await files.has(`110001/${photo.sha256.slice(0, 2)}/${photo.sha256}`)).toBe(false);
    // What is there already, others, and what is written go on.
    await uploaded(server, before, 'staff02');
    await uploaded(server, await makePhoto(42), 'staff01');
    const start = server.clock.now();
    server.clock.set('2026-06-15T15:59:00.000Z');
    expect((await upload(server, photo, 'staff02')).headers['retry-after']).toBe('60');
    server.clock.advance(60_000);
    await uploaded(server, photo, 'staff02');
    expect(await purgeDailyUse(server.context)).toBe(true);
    expect(await db.selectFrom('daily_use').select(['day', 'file_bytes']).where('employee_id', '=', employees.staff02.id).execute()).toEqual([
      { day: '2026-06-16', file_bytes: photo.data.length },
    ]);
    server.clock.set(start);
  });

  test('counts what a person sends once, and pieces of attachments too', async () => {
    const { db } = server.context;
    const used = async () => (await db.selectFrom('daily_use').select('file_bytes').where('employee_id', '=', employees.staff03.id).execute()).map((row) => row.file_bytes);
    const photo = await makePhoto(43);
    for (let round = 0; round < 3; round += 1) await uploaded(server, photo, 'staff03');
    expect(await used()).toEqual([photo.data.length]);
    const pdf = makePdf('counted', PIECE_BYTES + 1000);
    for (const index of [0, 1]) expectSuccess(await sendPiece(server, pdf, index, 'staff03'));
    expect(await used()).toEqual([photo.data.length + pdf.length]);
    await db.updateTable('daily_use').set({ file_bytes: FILE_BYTES_PER_DAY }).where('employee_id', '=', employees.staff03.id).execute();
    expect(await sendPiece(server, makePdf('too much', PIECE_BYTES + 1000), 0, 'staff03')).toMatchObject({ status: 429, message: FILES_FULL_TODAY });
    await db.deleteFrom('daily_use').where('employee_id', '=', employees.staff03.id).execute();
  });

  test('needs a session before the body is read', async () => {
    const photo = await makePhoto(7);
    const answer = await server.call('uploadFile', { params: { sha256: photo.sha256 } }, { bytes: photo });
    expect(answer.status).toBe(401);
  });

  test('may be repeated, also several times at once, and is stored and audited once', async () => {
    const photo = await makePhoto(8);
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(server, photo)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200));
    await uploaded(server, photo);
    const { db } = server.context;
    expect(await db.selectFrom('file').selectAll().where('sha256', '=', photo.sha256).execute()).toHaveLength(1);
    expect(await db.selectFrom('file_dept').selectAll().where('sha256', '=', photo.sha256).execute()).toHaveLength(1);
    expect(await db.selectFrom('audit_record').selectAll().where('object_id', '=', photo.sha256).execute()).toHaveLength(1);
  });

  test('heals a store that lost the bytes', async () => {
    const photo = await makePhoto(9);
    await uploaded(server, photo);
    await rm(join(server.dataDir, 'files', companies.first.compNo, photo.sha256.slice(0, 2), photo.sha256));
    expect((await read(photo.sha256, 'staff01')).status).toBe(404);
    await uploaded(server, photo);
    expect((await read(photo.sha256, 'staff01')).body.equals(photo.data)).toBe(true);
  });
});

describe('reading', () => {
  test('is for the own department, and for administrators of the company', async () => {
    const photo = await makePhoto(20);
    await uploaded(server, photo, 'staff01');
    expect((await read(photo.sha256, 'staff02')).status).toBe(200);
    expect((await read(photo.sha256, 'admin01')).status).toBe(200);
    const unknown = await read('0'.repeat(64), 'staff03');
    for (const stranger of ['staff03', 'admin91', 'staff91'] as const) {
      const answer = await read(photo.sha256, stranger);
      expect([answer.status, answer.body.toString()]).toEqual([unknown.status, unknown.body.toString()]);
      expect(answer).toMatchObject({ status: 404, code: 4004, message: '记录不存在' });
    }
    await uploaded(server, photo, 'staff03');
    expect((await read(photo.sha256, 'staff03')).status).toBe(200);
    await uploaded(server, photo, 'staff91');
    expect((await read(photo.sha256, 'admin91')).status).toBe(200);
  });

  test('cannot act as a page, and no browser keeps it for who comes next', async () => {
    const photo = await makePhoto(21);
    await uploaded(server, photo);
    const { headers } = await read(photo.sha256, 'staff01');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-disposition']).toBe('inline');
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(Number(headers['content-length'])).toBe(photo.data.length);
  });
});

/** A real JPEG whose head claims another size. */
function jpegClaiming(jpeg: Uint8Array, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

/** A WebP with a canvas of any size, and an empty picture on it. */
function webpOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(38);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(30, 4);
  head.write('VP8 ', 30, 'latin1');
  head.write('WEBPVP8X', 8, 'latin1');
  head.writeUInt32LE(10, 16);
  head.writeUIntLE(width - 1, 24, 3);
  head.writeUIntLE(height - 1, 27, 3);
  return head;
}
