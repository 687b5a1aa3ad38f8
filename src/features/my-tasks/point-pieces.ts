import type { DeptTaskPoint } from '#contract/task.ts';
import type { PointCategory } from './point-filter.ts';

const PIECE_CARDS = 12;
/** Few enough that a slow phone answers a tap in between. */
const PIECES_AT_ONCE = 4;
/** A person who comes back scrolls up as soon as down. */
const PIECES_BEFORE = 3;

export interface Piece {
  /** Counted over the whole list. */
  index: number;
  points: readonly DeptTaskPoint[];
}

export interface CategoryPieces {
  category: PointCategory;
  pieces: readonly Piece[];
}

/** Cuts each category into pieces. */
export function cutIntoPieces(categories: readonly PointCategory[]): CategoryPieces[] {
  let index = 0;
  return categories.map((category) => {
    const pieces: Piece[] = [];
    for (let from = 0; from < category.points.length; from += PIECE_CARDS) {
      pieces.push({ index, points: category.points.slice(from, from + PIECE_CARDS) });
      index += 1;
    }
    return { category, pieces };
  });
}

/** The piece that a check point is in; undefined when it is not in the list. */
export const pieceOf = (cut: readonly CategoryPieces[], pointId: string | undefined): number | undefined =>
  cut.flatMap(({ pieces }) => pieces).find(({ points }) => points.some((point) => point.pointId === pointId))?.index;

/** The list as far as the last piece of `drawn`: what lies behind needs no room yet. */
export function upToLast(cut: readonly CategoryPieces[], drawn: ReadonlySet<number>): CategoryPieces[] {
  const last = Math.max(...drawn);
  return cut.map(({ category, pieces }) => ({ category, pieces: pieces.filter(({ index }) => index <= last) })).filter(({ pieces }) => pieces.length > 0);
}

/** A piece, the one after it and the few before it. */
export const piecesAround = (here: number): number[] => Array.from({ length: PIECES_BEFORE + 2 }, (_, nth) => here - PIECES_BEFORE + nth).filter((index) => index >= 0);

/** What is drawn next: onwards from where the person is, then what lies before. */
export interface NextPieces {
  /** Empty when all is drawn. */
  pieces: readonly number[];
  /** What is drawn there would push away what the person looks at. */
  isBefore: boolean;
}

export function nextPieces(drawn: ReadonlySet<number>, here: number, count: number): NextPieces {
  const onwards = missingFrom(drawn, here, count, 1);
  return onwards.length > 0 ? { pieces: onwards, isBefore: false } : { pieces: missingFrom(drawn, here, count, -1), isBefore: true };
}

function missingFrom(drawn: ReadonlySet<number>, here: number, count: number, step: 1 | -1): number[] {
  const missing: number[] = [];
  for (let index = here; index >= 0 && index < count && missing.length < PIECES_AT_ONCE; index += step) if (!drawn.has(index)) missing.push(index);
  return missing;
}
