/** iOS draws nothing on a larger canvas. */
export const CANVAS_MAX_PIXELS = 2 ** 24;
/** Of one page among many that are drawn: together they fill a phone's memory. */
export const SHEET_MAX_PIXELS = 2 ** 22;
/** Of every browser that we know of, with some room. */
const CANVAS_MAX_SIDE = 2 ** 14;
/** More pixels than these are not seen on a phone. */
const SHARPEST = 2;

/**
 * Pixels of a canvas for each pixel of the layout: as many as the screen has, fewer where the canvas would be too large.
 * @param size in pixels of the layout
 */
export function canvasSharpness({ width, height }: { width: number; height: number }, maxPixels: number): number {
  return Math.min(SHARPEST, devicePixelRatio, Math.sqrt(maxPixels / (width * height)), CANVAS_MAX_SIDE / Math.max(width, height));
}
