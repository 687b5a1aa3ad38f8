import type { Basis, PointMark } from '#contract/check-point.ts';
import type { DepartmentKind } from '#contract/department-kind.ts';
import type { AppliesTo } from '#contract/institution-profile.ts';

/** A ground, or what breaking it costs, with words by which it is found in the text. */
export interface LibraryBasis extends Basis {
  /** At most 30 characters that stand in the cited article and in no other of that law; absent where its text was not at hand. */
  anchor?: string;
}

/** Whom points concern; of a point where it says so, else of its item. */
interface Concern {
  /** Absent where every institution is asked. */
  appliesTo?: AppliesTo;
  /** The departments that can answer. Where an institution has none of them, those of the kind `whole` are asked. */
  kinds?: readonly DepartmentKind[];
}

/** A check point of the national library: one thing that a ward or an office can verify by itself. */
export interface LibraryPoint extends Concern {
  /** Item code and number, such as `0101-01`. Never reused: the identifier in every database derives from it. */
  code: string;
  /** What must hold. A threshold that is ours and not the law's says 建议. */
  content: string;
  /** What to look at, whom to ask, how many samples to draw. */
  method: string;
  basis: Basis;
  /** Of `basis`, as in {@link LibraryBasis}. */
  anchor?: string;
  /** More grounds of the same point. */
  furtherBases?: readonly LibraryBasis[];
  /** 法律责任: what breaking it costs. */
  liability?: LibraryBasis;
  /** In the score; 1 where absent. */
  weight?: number;
  mark?: PointMark;
  /** What one finds where the point is met, and when 不适用 is the right answer. */
  expected: string;
}

/** A level-one category (`01`) with its level-two items (`0101`). */
export interface LibraryItem {
  code: string;
  name: string;
  children: (Concern & { code: string; name: string; points: LibraryPoint[] })[];
}
