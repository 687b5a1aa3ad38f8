import type { DeptTaskPoint } from '#contract/task.ts';
import type { PointCategory } from '../point-filter.ts';

const PIECE_CARDS = 12;
/** Few enough that a slow phone answers a tap in between. */
const PIECES_AT_ONCE = 4;
/** A person who comes back scrolls up as soon as down. */
const PIECES_BEFORE = 3;
/** More than any phone shows of them at a time. */
const CARDS_OF_A_SCREEN = 8;

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

/** A piece and those after it that fill the screen, also from its last card; where the list ends before that, those before it do. */
export function piecesAt(cut: readonly CategoryPieces[], here: number): number[] {
  const pieces = cut.flatMap((category) => category.pieces);
  const onwards = filling(pieces.slice(here + 1), CARDS_OF_A_SCREEN);
  const lacking = CARDS_OF_A_SCREEN - cardsOf(onwards);
  const backwards = filling(pieces.slice(0, here).reverse(), lacking);
  return [here, ...[...onwards, ...backwards].map(({ index }) => index)];
}

/** Those that fill the screen of whoever begins at the top: each more would only be waited for. */
export const piecesAtTop = (cut: readonly CategoryPieces[]): number[] =>
  filling(
    cut.flatMap(({ pieces }) => pieces),
    CARDS_OF_A_SCREEN,
  ).map(({ index }) => index);

/** The first pieces that have so many cards together; all where they have fewer. */
function filling(pieces: readonly Piece[], cards: number): Piece[] {
  const taken: Piece[] = [];
  for (const piece of pieces) {
    if (cardsOf(taken) >= cards) break;
    taken.push(piece);
  }
  return taken;
}

const cardsOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { points }) => sum + points.length, 0);

/** What is drawn next: the few before where the person is, one by one; then all onwards; then all that lies before. */
export interface NextPieces {
  /** Empty when all is drawn. */
  pieces: readonly number[];
  /** What is drawn there would push away what the person looks at. */
  isBefore: boolean;
}

export function nextPieces(drawn: ReadonlySet<number>, here: number, count: number): NextPieces {
  const before = missingFrom(drawn, here - 1, count, -1);
  const [nearest] = before;
  if (nearest !== undefined && nearest >= here - PIECES_BEFORE) return { pieces: [nearest], isBefore: true };
  const onwards = missingFrom(drawn, here, count, 1);
  return onwards.length > 0 ? { pieces: onwards, isBefore: false } : { pieces: before, isBefore: true };
}

function missingFrom(drawn: ReadonlySet<number>, here: number, count: number, step: 1 | -1): number[] {
  const missing: number[] = [];
  for (let index = here; index >= 0 && index < count && missing.length < PIECES_AT_ONCE; index += step) if (!drawn.has(index)) missing.push(index);
  return missing;
}
