import type { Selectable } from 'kysely';
import type { Basis, WordedPoint } from '#contract/check-point.ts';
import type { ColumnKind } from './json-rows.ts';
import type { CheckPointVersionTable } from './tables.ts';

export type WordingRow = Omit<Selectable<CheckPointVersionTable>, 'id' | 'point_id' | 'created_at'>;

/** All that a wording says, with the kind of its column: whatever reads or writes wordings goes by this. */
export const wordingKinds = {
  content: 'text',
  method: 'text',
  basis_law: 'text',
  basis_article: 'integer',
  basis_gist: 'text',
  basis_edition: 'text',
  basis_anchor: 'text',
  expected: 'text',
  further_bases: 'text',
  liability: 'text',
  weight: 'integer',
  mark: 'text',
} as const satisfies Record<keyof WordingRow, ColumnKind>;

/** The same of `check_point_version as v`. */
export const wordingColumns = Object.keys(wordingKinds).map((field) => `v.${field}`) as `v.${keyof WordingRow}`[];

/** Of what a wording says, that which a company may word. */
export const companyFields = ['content', 'method', 'expected', 'basis_law', 'basis_article', 'basis_gist', 'basis_edition', 'basis_anchor'] as const satisfies (keyof WordingRow)[];

/** A wording as calls answer with it: what is as usual is left out, for a task has up to 2,000 points. */
export const toWording = (row: WordingRow): WordedPoint => ({
  content: row.content,
  method: row.method,
  basis: { law: row.basis_law, article: row.basis_article, gist: row.basis_gist, edition: row.basis_edition, ...(row.basis_anchor === null ? {} : { anchor: row.basis_anchor }) },
  expected: row.expected,
  ...(row.further_bases === null ? {} : { furtherBases: JSON.parse(row.further_bases) as Basis[] }),
  ...(row.liability === null ? {} : { liability: JSON.parse(row.liability) as Basis }),
  ...(row.weight === 1 ? {} : { weight: row.weight }),
  ...(row.mark === null ? {} : { mark: row.mark }),
});
