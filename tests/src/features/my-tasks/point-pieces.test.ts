import { describe, expect, it } from 'vitest';
import { groupByCategory } from '@/features/my-tasks/point-filter.ts';
import { cutIntoPieces, nextPieces, pieceOf, piecesAround, upToLast } from '@/features/my-tasks/point-pieces.ts';
import { taskPoint } from './fixture.ts';

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

  it('are drawn onwards from where the person is, and then backwards, until all are', () => {
    const drawn = new Set(piecesAround(6));
    const steps: { pieces: readonly number[]; isBefore: boolean }[] = [];
    for (let next = nextPieces(drawn, 6, 14); next.pieces.length > 0; next = nextPieces(drawn, 6, 14)) {
      for (const piece of next.pieces) drawn.add(piece);
      steps.push(next);
    }
    expect(piecesAround(6)).toEqual([3, 4, 5, 6, 7]);
    expect(steps).toEqual([
      { pieces: [8, 9, 10, 11], isBefore: false },
      { pieces: [12, 13], isBefore: false },
      { pieces: [2, 1, 0], isBefore: true },
    ]);
    expect(piecesAround(0)).toEqual([0, 1]);
  });
});
