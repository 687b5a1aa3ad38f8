/** What is drawn on a photo: it is in the picture's own pixels, whatever its size on the screen. */

export interface Place {
  x: number;
  y: number;
}

export type MarkTool = 'cover' | 'arrow' | 'circle' | 'text';

/** From where the finger came down to where it was lifted; a text stands at the first. */
export interface Mark {
  tool: MarkTool;
  from: Place;
  to: Place;
  text?: string;
}

/** As a share of the picture's longer side: a tap is no mark. */
const LEAST = 0.01;
const LINE = 0.006;
const TEXT = 0.04;
const RED = '#e5222d';
const WHITE = '#ffffff';
/** Solid: what is blurred, or cut into squares, can be guessed again. */
const COVER = '#000000';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Whether it can be seen, and so is kept. */
export const isVisible = ({ tool, from, to, text }: Mark, longSide: number): boolean =>
  tool === 'text' ? text !== undefined && text !== '' : Math.hypot(to.x - from.x, to.y - from.y) >= longSide * LEAST;

/** Draws the marks on a picture that is in the context already. @param longSide of the picture, in its pixels */
export function drawMarks(context: Context, marks: readonly Mark[], longSide: number): void {
  // Covers first: a text may stand on one.
  for (const mark of [...marks.filter(({ tool }) => tool === 'cover'), ...marks.filter(({ tool }) => tool !== 'cover')]) drawMark(context, mark, longSide);
}

function drawMark(context: Context, { tool, from, to, text = '' }: Mark, longSide: number): void {
  const line = Math.max(2, longSide * LINE);
  context.save();
  context.lineCap = 'round';
  context.lineJoin = 'round';
  if (tool === 'cover') {
    context.fillStyle = COVER;
    context.fillRect(Math.floor(Math.min(from.x, to.x)), Math.floor(Math.min(from.y, to.y)), Math.ceil(Math.abs(to.x - from.x)) + 1, Math.ceil(Math.abs(to.y - from.y)) + 1);
  } else if (tool === 'text') {
    context.textBaseline = 'top';
    context.lineWidth = line;
    const { x, y } = fitText(context, text, from, longSide * TEXT);
    context.strokeStyle = WHITE;
    context.strokeText(text, x, y);
    context.fillStyle = RED;
    context.fillText(text, x, y);
  } else {
    // White below the red: it shows on dark and on red things too.
    for (const [width, colour] of [[line * 2, WHITE], [line, RED]] as const) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.beginPath();
      if (tool === 'arrow') traceArrow(context, from, to, line * 5);
      else context.ellipse((from.x + to.x) / 2, (from.y + to.y) / 2, Math.abs(to.x - from.x) / 2, Math.abs(to.y - from.y) / 2, 0, 0, 2 * Math.PI);
      context.stroke();
    }
  }
  context.restore();
}

/** Sets the font, and tells where the text stands whole: as near as may be to where it was put, and smaller where the picture is narrow. */
function fitText(context: Context, text: string, at: Place, size: number): Place {
  const edge = context.lineWidth;
  const [width, height] = [context.canvas.width - 2 * edge, context.canvas.height - 2 * edge];
  const setFont = (pixels: number): void => {
    context.font = `600 ${pixels}px sans-serif`;
  };
  setFont(Math.round(size));
  const wanted = context.measureText(text).width;
  const fitting = Math.min(size, (size * width) / wanted);
  setFont(Math.floor(fitting));
  const within = (value: number, room: number): number => edge + Math.max(0, Math.min(value - edge, room));
  return { x: within(at.x, width - context.measureText(text).width), y: within(at.y, height - fitting) };
}

function traceArrow(context: Context, from: Place, to: Place, head: number): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  for (const side of [-1, 1]) {
    context.moveTo(to.x, to.y);
    context.lineTo(to.x - head * Math.cos(angle + side * 0.5), to.y - head * Math.sin(angle + side * 0.5));
  }
}
