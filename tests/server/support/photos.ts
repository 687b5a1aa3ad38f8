import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Account } from './fixture.ts';
import type { TestServer } from './server.ts';
import { expectSuccess } from './task-fixture.ts';

export interface Photo {
  sha256: string;
  data: Uint8Array;
  type: string;
}

export const hashOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** A real picture of its own width for every seed, so that no two are alike. */
export async function makePhoto(seed: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Photo> {
  const data = await sharp({ create: { width: 32 + seed, height: 48, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer();
  return { sha256: hashOf(data), data, type: `image/${format}` };
}

export const upload = (server: TestServer, photo: Photo, as: Account = 'staff01') =>
  server.call('uploadFile', { params: { sha256: photo.sha256 } }, { as, bytes: photo });

export async function uploaded(server: TestServer, photo: Photo, as: Account = 'staff01'): Promise<string> {
  return expectSuccess(await upload(server, photo, as)).sha256;
}
