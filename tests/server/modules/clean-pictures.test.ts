import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanPicture } from '#contract/picture.ts';
import { createBackup } from '../../../server/backup/create-backup.ts';
import { connect } from '../../../server/database/connect.ts';
import { purgeFiles } from '../../../server/modules/files/file-purge-service.ts';
import { cleanPictures } from '../../../server/modules/files/picture-cleaning-service.ts';
import { photoOfPhone } from '../../support/photo.ts';
import { fileIdOf, hashOf, newDeclaration, uploadInPieces } from '../support/declaration-fixture.ts';
import { companies } from '../support/fixture.ts';
import { type Photo, uploaded } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess } from '../support/task-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FORMATS = ['jpeg', 'png', 'webp'] as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.db.updateTable('kysely_migration' as 'setting').set({ timestamp: '2026-06-01T00:00:00.000Z' } as never).where('name', '=', '0006-stored-bytes').execute();
});
beforeEach(() => server.clock.set('2026-06-15T02:00:00.000Z'));
afterAll(() => server.stop());

let width = 100;
const sent = async (format: (typeof FORMATS)[number] = 'jpeg'): Promise<Photo> => {
  const data = await photoOfPhone(format, 'SecretPlace', (width += 1));
  return { sha256: hashOf(data), data, type: `image/${format}` };
};
const cleanOf = (data: Uint8Array): Buffer => {
  const picture = cleanPicture(data);
  return Buffer.from(typeof picture === 'object' ? picture.bytes : []);
};
const read = (sha256: string) => server.call('readFile', { params: { sha256 } }, { as: 'staff01' });
const keyOf = (hash: string): string => `${companies.first.compNo}/${hash.slice(0, 2)}/${hash}`;
const isThere = (hash: string): Promise<boolean> => server.context.files.has(keyOf(hash));
/** As the release before stored it. */
async function storeAsBefore({ data, sha256 }: Photo): Promise<void> {
  const { db, files } = server.context;
  await files.write(keyOf(sha256), data);
  await db.updateTable('file').set({ stored_as: null, size: data.length }).where('sha256', '=', sha256).execute();
  const clean = hashOf(cleanOf(data));
  await files.remove(keyOf(clean), async () => false);
}
const daily = async (name: string, work: () => Promise<boolean>): Promise<void> => {
  await server.context.db.deleteFrom('job').where('name', '=', name).execute();
  expect(await work()).toBe(true);
};

describe('a picture that comes with its place', () => {
  it.each(FORMATS)('a %s is stored without, and is still called by what was sent', async (format) => {
    const photo = await sent(format);
    expect(Buffer.from(photo.data).includes('SecretPlace')).toBe(true);
    const clean = cleanOf(photo.data);
    for (let round = 0; round < 2; round += 1) expect(await uploaded(server, photo)).toBe(photo.sha256);
    const { body, headers } = await read(photo.sha256);
    expect(body.equals(clean)).toBe(true);
    expect(body.includes('SecretPlace')).toBe(false);
    expect(headers['content-length']).toBe(String(clean.length));
    expect(await sharp(body).metadata()).toMatchObject({ format, orientation: 6 });
    expect([await isThere(photo.sha256), await isThere(hashOf(clean))]).toEqual([false, true]);
  });

  it.each(FORMATS)('an attached %s is downloaded without', async (format) => {
    const { data } = await sent(format);
    const sha256 = await uploadInPieces(server, data);
    expect(expectSuccess(await server.call('readUploadState', { params: { sha256 }, query: { size: data.length } }, { as: 'staff01' }))).toMatchObject({ isStored: true });
    const { id } = expectSuccess(await server.call('addSelfDeclare', { params: { type: 6 }, body: newDeclaration({ attachments: [{ sha256, name: `照片.${format}` }] }) }, { as: 'staff01' }));
    const fileId = await fileIdOf(server, id, 'staff01');
    const { body, headers } = await server.call('readSelfDeclareFile', { params: { type: 6, id: fileId } }, { as: 'staff01' });
    expect(body.equals(cleanOf(data))).toBe(true);
    expect(headers['etag']).toContain(hashOf(body));
  });

  it('shares its bytes with the picture that came without, until neither is wanted', async () => {
    const photo = await sent();
    const clean = cleanOf(photo.data);
    await uploaded(server, photo);
    server.clock.advance(1000);
    await uploaded(server, { sha256: hashOf(clean), data: clean, type: photo.type });
    server.clock.advance(DAY_MS - 500);
    await daily('filePurge', () => purgeFiles(server.context));
    expect([(await read(photo.sha256)).status, (await read(hashOf(clean))).status]).toEqual([404, 200]);
    server.clock.advance(1000);
    await daily('filePurge', () => purgeFiles(server.context));
    expect([(await read(hashOf(clean))).status, await isThere(hashOf(clean))]).toEqual([404, false]);
  });

  it('is copied by a backup as what it is', async () => {
    await uploaded(server, await sent());
    const database = connect({ databaseUrl: server.databaseUrl, dataDir: server.dataDir });
    try {
      const { manifest } = await createBackup({ database, files: server.context.files }, { directory: join(server.dataDir, 'backups'), now: server.clock.now() });
      expect(manifest.files.count).toBeGreaterThan(0);
      expect([manifest.missingFiles, manifest.damagedFiles]).toEqual([[], []]);
    } finally {
      await database.close();
    }
  });
});

describe('a picture that a release before this one stored with its place', () => {
  it.each(FORMATS)('a %s is cleaned, and nothing else of it changes', async (format) => {
    const photo = await sent(format);
    await uploaded(server, photo);
    await storeAsBefore(photo);
    expect((await read(photo.sha256)).body.includes('SecretPlace')).toBe(true);
    await daily('pictureCleaning', () => cleanPictures(server.context));
    const { body, headers } = await read(photo.sha256);
    expect(body.equals(cleanOf(photo.data))).toBe(true);
    expect(headers['content-length']).toBe(String(body.length));
    expect(await isThere(photo.sha256)).toBe(false);
  });

  it('is cleaned too when it is sent once more', async () => {
    const photo = await sent();
    await uploaded(server, photo);
    await storeAsBefore(photo);
    await uploaded(server, photo);
    expect((await read(photo.sha256)).body.includes('SecretPlace')).toBe(false);
    expect(await isThere(photo.sha256)).toBe(false);
  });

  it('a damaged one, a lost one and a clean one stay, and are looked at once', async () => {
    const [damaged, lost, clean] = [await sent(), await sent(), await sent()];
    clean.data = cleanOf(clean.data);
    clean.sha256 = hashOf(clean.data);
    const { db, files } = server.context;
    for (const photo of [damaged, lost, clean]) await uploaded(server, photo);
    await files.write(keyOf(damaged.sha256), damaged.data.subarray(0, 600));
    await db.updateTable('file').set({ stored_as: null }).where('sha256', 'in', [damaged.sha256, lost.sha256, clean.sha256]).execute();
    await daily('pictureCleaning', () => cleanPictures(server.context));
    expect(await db.selectFrom('file').select('sha256').where('stored_as', 'is', null).execute()).toEqual([]);
    expect((await read(damaged.sha256)).body.length).toBe(600);
    expect((await read(lost.sha256)).status).toBe(404);
    expect((await read(clean.sha256)).body.equals(clean.data)).toBe(true);
    await uploaded(server, lost);
    expect((await read(lost.sha256)).body.equals(cleanOf(lost.data))).toBe(true);
  });
});
