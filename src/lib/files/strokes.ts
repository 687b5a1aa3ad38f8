/** Ink of a handwritten signature, in widths of the pad, so that it can be drawn at any size. */
export interface InkPoint {
  x: number;
  y: number;
}
export type Stroke = readonly InkPoint[];

export interface InkBounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Nearer points than this change nothing that an eye could see. */
const MIN_STEP = 0.002;
/** A dot, or a line drawn by mistake while scrolling, is no signature. */
const MIN_LENGTH = 0.3;
const MIN_EXTENT = 0.06;

const distance = (one: InkPoint, other: InkPoint): number => Math.hypot(one.x - other.x, one.y - other.y);

/** The stroke with a point behind it; the same stroke when the point is too near its end. */
export function extendStroke(stroke: Stroke, point: InkPoint): Stroke {
  const last = stroke.at(-1);
  return last !== undefined && distance(last, point) < MIN_STEP ? stroke : [...stroke, point];
}

/** Undefined where there is no ink. */
export function inkBounds(strokes: readonly Stroke[]): InkBounds | undefined {
  const points = strokes.flat();
  if (points.length === 0) return undefined;
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

const lengthOf = (stroke: Stroke): number => stroke.reduce((sum, point, index) => sum + distance(stroke[index - 1] ?? point, point), 0);

/** Whether somebody wrote something that can be taken for a name. */
export function isSignature(strokes: readonly Stroke[]): boolean {
  const bounds = inkBounds(strokes);
  if (bounds === undefined) return false;
  const extent = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
  return extent >= MIN_EXTENT && strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) >= MIN_LENGTH;
}
