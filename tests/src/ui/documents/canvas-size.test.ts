import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CANVAS_MAX_PIXELS, canvasSharpness, SHEET_MAX_PIXELS } from '@/ui/documents/canvas-size.ts';

beforeEach(() => {
  vi.stubGlobal('devicePixelRatio', 3);
  return () => vi.unstubAllGlobals();
});

describe('a canvas', () => {
  it('is twice as sharp as the layout, and no sharper than the screen', () => {
    expect(canvasSharpness({ width: 390, height: 552 }, CANVAS_MAX_PIXELS)).toBe(2);
    vi.stubGlobal('devicePixelRatio', 1.5);
    expect(canvasSharpness({ width: 390, height: 552 }, SHEET_MAX_PIXELS)).toBe(1.5);
  });

  it.each([
    ['the longest page of PDF 1.7 on a phone', { width: 390, height: 9177 }],
    ['the same at 300 %', { width: 1170, height: 27_530 }],
    ['the largest page on a desktop at 300 %', { width: 3600, height: 3600 }],
    ['a strip', { width: 390, height: 100_000 }],
  ])('is as large as a phone can hold, and no larger: %s', (_, size) => {
    const sharpness = canvasSharpness(size, CANVAS_MAX_PIXELS);
    const [width, height] = [Math.floor(size.width * sharpness), Math.floor(size.height * sharpness)];
    expect(width * height).toBeLessThanOrEqual(16_777_216);
    expect(Math.max(width, height)).toBeLessThanOrEqual(16_384);
    expect(width * height > 16_000_000 || Math.max(width, height) > 16_000 || sharpness === 2).toBe(true);
  });
});
