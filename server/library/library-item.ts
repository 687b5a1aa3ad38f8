import type { Basis } from '#contract/check-point.ts';

/** A check point of the national library: one thing that a ward or an office can verify by itself. */
export interface LibraryPoint {
  /** Item code and number, such as `0101-01`. Never reused: the identifier in every database derives from it. */
  code: string;
  /** What must hold. */
  content: string;
  /** What to look at, whom to ask, how many samples to draw. */
  method: string;
  basis: Basis;
  /** At most 30 characters that stand in the cited article and in no other of that law; absent where its text was not at hand. */
  anchor?: string;
  /** What one finds where the point is met, and when 不适用 is the right answer. */
  expected: string;
}

/** A level-one category (`01`) with its level-two items (`0101`). */
export interface LibraryItem {
  code: string;
  name: string;
  children: { code: string; name: string; points: LibraryPoint[] }[];
}
