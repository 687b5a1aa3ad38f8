import type { Selectable } from 'kysely';
import type { Basis, WordedPoint } from '#contract/check-point.ts';
import type { CheckPointVersionTable } from './tables.ts';

/** All that a wording says, of `check_point_version as v`. */
export const wordingColumns = [
  'v.content',
  'v.method',
  'v.basis_law',
  'v.basis_article',
  'v.basis_gist',
  'v.basis_edition',
  'v.expected',
  'v.further_bases',
  'v.liability',
  'v.weight',
  'v.mark',
] as const;

export type WordingRow = Omit<Selectable<CheckPointVersionTable>, 'id' | 'point_id' | 'created_at'>;

/** A wording as calls answer with it: what is as usual is left out, for a task has up to 2,000 points. */
export const toWording = (row: WordingRow): WordedPoint => ({
  content: row.content,
  method: row.method,
  basis: { law: row.basis_law, article: row.basis_article, gist: row.basis_gist, edition: row.basis_edition },
  expected: row.expected,
  ...(row.further_bases === null ? {} : { furtherBases: JSON.parse(row.further_bases) as Basis[] }),
  ...(row.liability === null ? {} : { liability: JSON.parse(row.liability) as Basis }),
  ...(row.weight === 1 ? {} : { weight: row.weight }),
  ...(row.mark === null ? {} : { mark: row.mark }),
});
