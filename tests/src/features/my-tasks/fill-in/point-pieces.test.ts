import { describe, expect, it } from 'vitest';
import { cutIntoPieces, nextPieces, pieceOf, piecesAt, piecesAtTop, upToLast } from '@/features/my-tasks/fill-in/point-pieces.ts';
import { groupByCategory } from '@/features/my-tasks/point-filter.ts';
import { taskPoint } from '../fixture.ts';

const points = [...Array(30).keys()].map((seq) => taskPoint(seq)).concat([...Array(5).keys()].map((seq) => taskPoint(30 + seq, { categoryId: 'b', categoryName: '人员' })));
const cut = cutIntoPieces(groupByCategory(points));
const count = cut.flatMap(({ pieces }) => pieces).length;

describe('pieces of a task', () => {
  it('hold every point once, in its order, and no two categories', () => {
    expect(cut.flatMap(({ pieces }) => pieces).flatMap((piece) => piece.points)).toEqual(points);
    expect(cut.flatMap(({ pieces }) => pieces).map(({ index }) => index)).toEqual([...Array(count).keys()]);
    for (const { category, pieces } of cut) expect(pieces.flatMap((piece) => piece.points)).toEqual(category.points);
  });

  it('are found by a point', () => {
    expect(pieceOf(cut, points[0]?.pointId)).toBe(0);
    expect(pieceOf(cut, points[34]?.pointId)).toBe(count - 1);
    expect(pieceOf(cut, 'unknown')).toBeUndefined();
    expect(pieceOf(cut, undefined)).toBeUndefined();
  });

  it('need room before the last that is drawn, and none behind it', () => {
    expect(upToLast(cut, new Set([1])).map(({ category, pieces }) => [category.id, pieces.length])).toEqual([['a', 2]]);
    expect(upToLast(cut, new Set([count - 1]))).toEqual(cut);
  });

  it('are drawn where the person is, then a few before, onwards to the end, and backwards until all are', () => {
    const drawn = new Set([6, 7]);
    const steps: { pieces: readonly number[]; isBefore: boolean }[] = [];
    for (let next = nextPieces(drawn, 6, 14); next.pieces.length > 0; next = nextPieces(drawn, 6, 14)) {
      for (const piece of next.pieces) drawn.add(piece);
      steps.push(next);
    }
    expect(steps).toEqual([
      { pieces: [5], isBefore: true },
      { pieces: [4], isBefore: true },
      { pieces: [3], isBefore: true },
      { pieces: [8, 9, 10, 11], isBefore: false },
      { pieces: [12, 13], isBefore: false },
      { pieces: [2, 1, 0], isBefore: true },
    ]);
  });

  it('fill the screen wherever the person was', () => {
    const ofSizes = (...sizes: number[]) =>
      cutIntoPieces(groupByCategory(sizes.flatMap((size, category) => Array.from({ length: size }, (_, nth) => taskPoint(100 * category + nth, { categoryId: `${category}`, categoryName: '人员' })))));
    expect(piecesAt(cut, 0)).toEqual([0, 1]);
    expect(piecesAt(ofSizes(...Array(20).fill(1) as number[]), 5)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13]);
    // The list ends.
    expect(piecesAt(ofSizes(12, 12, 12, 2), 3)).toEqual([3, 2]);
    expect(piecesAt(ofSizes(12, 2, 2, 1, 1), 3)).toEqual([3, 4, 2, 1, 0]);
  });

  it('are drawn from the top until the screen is full, also where categories are small', () => {
    expect(piecesAtTop(cut)).toEqual([0]);
    const small = cutIntoPieces(groupByCategory([...Array(20).keys()].map((seq) => taskPoint(seq, { categoryId: `${Math.floor(seq / 3)}`, categoryName: '人员' }))));
    expect(piecesAtTop(small)).toEqual([0, 1, 2]);
    expect(piecesAtTop([])).toEqual([]);
  });
});
