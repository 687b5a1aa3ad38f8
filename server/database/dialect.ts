import { type RawBuilder, sql } from 'kysely';
import { toPlainWidth } from '#contract/rules.ts';
import { errorCodeOf } from '../error-code.ts';

export type Dialect = 'sqlite' | 'postgres';

/**
 * Column type for identifiers, codes, days and instants. Byte order is all they need;
 * the locale order that PostgreSQL would apply is slower and differs between machines.
 */
export const keyType = (dialect: Dialect): RawBuilder<unknown> => (dialect === 'postgres' ? sql`text collate "C"` : sql`text`);

/** Appended to a select inside a transaction to hold its rows; SQLite has one writer and needs none. */
export const forUpdate = (dialect: Dialect): RawBuilder<unknown> => (dialect === 'postgres' ? sql`for update` : sql``);

/**
 * As `forUpdate`, but rows that refer to the held ones may be stored meanwhile, as a long transaction does. Only for holders
 * that change no key of the row.
 */
export const forNoKeyUpdate = (dialect: Dialect): RawBuilder<unknown> => (dialect === 'postgres' ? sql`for no key update` : sql``);

/** As `forUpdate`, but leaves out rows that somebody else holds: for clean-ups, which must never wait or deadlock. */
export const forUpdateSkipLocked = (dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql`for update skip locked` : sql``;

/**
 * Whether a column has every word of the text somewhere, as the page's own search understands it; words are what white space
 * divides, their wildcards are taken as they are, and small and capital Latin letters are alike. What an input method wrote
 * as wide as Chinese characters finds plain digits and letters as well.
 * The database lowers both sides: JavaScript and PostgreSQL know capitals that SQLite does not, such as Ⅰ and Ω.
 */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(text.trim().split(/\s+/u).map((word) => containsWord(column, word)), sql` and `)})`;

const containsWord = (column: string, word: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([...new Set([word, toPlainWidth(word)])].map((written) => isLike(column, written)), sql` or `)})`;

const isLike = (column: string, word: string): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`}) escape '\\'`;

/** Whether a write failed since a unique key is taken: what a check beforehand cannot exclude when two write at once. */
export const isUniqueViolation = (error: unknown): boolean =>
  ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(errorCodeOf(error));

/**
 * Does `write`, a transaction that is safe to repeat, once more when another one took its key meanwhile: the second try sees
 * what the other stored. Rejects with the violation where that is no help.
 */
export async function seeingWhoWasQuicker<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) return write();
    throw error;
  }
}

/** Whether a write failed since a row that it needs is gone, or one that it removes is needed. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(errorCodeOf(error));
