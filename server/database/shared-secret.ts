import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { initSetting, readSetting } from './settings.ts';
import type { Tables } from './tables.ts';

/** Keys that all server processes share, by their names in `setting`: they are in no backup, and made anew after a restore. */
export const SECRETS = ['exportKey', 'attemptKey'] as const;

/** 256 bits; whichever process needs them first makes them. */
export async function sharedSecret(db: Kysely<Tables>, name: (typeof SECRETS)[number]): Promise<Buffer> {
  const known = await readSetting(db, name);
  if (known !== undefined) return Buffer.from(known, 'base64url');
  await initSetting(db, name, randomBytes(32).toString('base64url'));
  return sharedSecret(db, name);
}
