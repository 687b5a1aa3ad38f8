import type { Basis } from '#contract/check-point.ts';
import { LIABILITY_PLACE } from '#contract/law-change.ts';
import { toWording, type WordingRow } from '../../database/point-wording.ts';

export interface PointCitation {
  /** As in `changedCitation`. */
  place: number;
  basis: Basis;
}

export function citationsOf(row: WordingRow): PointCitation[] {
  const { basis, furtherBases = [], liability } = toWording(row);
  return [
    ...[basis, ...furtherBases].map((each, place) => ({ place, basis: each })),
    ...(liability === undefined ? [] : [{ place: LIABILITY_PLACE, basis: liability }]),
  ];
}

/** The wording with another basis in that place. */
export function withBasis(row: WordingRow, { place, basis }: PointCitation): WordingRow {
  if (place === LIABILITY_PLACE) return { ...row, liability: JSON.stringify(basis) };
  if (place > 0) return { ...row, further_bases: JSON.stringify((toWording(row).furtherBases ?? []).with(place - 1, basis)) };
  return {
    ...row,
    basis_law: basis.law,
    basis_article: basis.article,
    basis_gist: basis.gist,
    basis_edition: basis.edition ?? null,
    basis_anchor: basis.anchor ?? null,
  };
}

export const isSameCitation = (one: Basis, other: Basis): boolean =>
  one.law === other.law && one.article === other.article && (one.edition ?? null) === (other.edition ?? null);
