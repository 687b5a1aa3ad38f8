import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Keys that all server processes share, by their names in `setting`: they are in no backup, and made anew after a restore. */
export const SECRETS = ['exportKey', 'attemptKey'] as const;

/** 256 bits; whichever process needs them first makes them. */
export async function sharedSecret(db: Kysely<Tables>, name: (typeof SECRETS)[number]): Promise<Buffer> {
  const find = () => db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known !== undefined) return Buffer.from(known.value, 'base64url');
  await db
    .insertInto('setting')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((target) => target.column('name').doNothing())
    .execute();
  return sharedSecret(db, name);
}
