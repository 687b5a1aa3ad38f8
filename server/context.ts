import type { Kysely, Transaction } from 'kysely';
import type { Dialect } from './database/dialect.ts';
import type { Tables } from './database/tables.ts';
import type { FileStore } from './files/file-store.ts';

/** What every module works with; made once in app.ts. */
export interface ServerContext {
  db: Kysely<Tables>;
  dialect: Dialect;
  files: FileStore;
  /** The server's clock. Tests move it. */
  now: () => Date;
}

/** A repository works alike inside and outside a transaction. */
export type Queryable = Kysely<Tables> | Transaction<Tables>;
