import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/**
 * A file is named by the hash of what its sender has, and lies under that of what is stored: of a picture without metadata. The
 * two are alike where the sender took them out. Files of before have no second hash until somebody has looked at them.
 */
export async function nameCleanPictures(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('file').addColumn('stored_as', keyType(dialect) as never).execute();
  await db.schema.createIndex('file_stored_as').on('file').columns(['comp_no', 'stored_as']).where('stored_as' as never, 'is not', null).execute();
  await db.schema.createIndex('file_not_cleaned').on('file').columns(['comp_no', 'sha256']).where('stored_as' as never, 'is', null).execute();
}
