import { describe, expect, it } from 'vitest';
import { extendStroke, inkBounds, isSignature, type Stroke } from '@/lib/files/strokes.ts';

const line = (fromX: number, fromY: number, toX: number, toY: number, steps = 20): Stroke =>
  Array.from({ length: steps + 1 }, (_, index) => ({ x: fromX + ((toX - fromX) * index) / steps, y: fromY + ((toY - fromY) * index) / steps }));

describe('a stroke', () => {
  it('takes points that an eye can tell apart', () => {
    const stroke = extendStroke([], { x: 0.1, y: 0.1 });
    expect(extendStroke(stroke, { x: 0.1005, y: 0.1 })).toBe(stroke);
    expect(extendStroke(stroke, { x: 0.12, y: 0.1 })).toHaveLength(2);
  });
});

describe('a signature', () => {
  it('is told from nothing, a dot and a slip of the finger', () => {
    expect(isSignature([])).toBe(false);
    expect(isSignature([[]])).toBe(false);
    expect(isSignature([[{ x: 0.5, y: 0.2 }]])).toBe(false);
    expect(isSignature([line(0.4, 0.2, 0.5, 0.2)])).toBe(false);
    // Long, but all on one spot.
    expect(isSignature(Array.from({ length: 40 }, () => line(0.5, 0.2, 0.51, 0.2)))).toBe(false);
  });

  it('may be a few strokes or one', () => {
    expect(isSignature([line(0.1, 0.1, 0.4, 0.1), line(0.25, 0.05, 0.25, 0.4)])).toBe(true);
    expect(isSignature([line(0.1, 0.1, 0.9, 0.3)])).toBe(true);
  });

  it('has the bounds of all its ink', () => {
    expect(inkBounds([])).toBeUndefined();
    expect(inkBounds([line(0.1, 0.3, 0.2, 0.1), line(0.6, 0.2, 0.4, 0.4)])).toEqual({ left: 0.1, top: 0.1, right: 0.6, bottom: 0.4 });
  });
});
