import { inkBounds, type Stroke } from '@/lib/files/strokes.ts';

/** Of a pen, in widths of the pad. */
const PEN_WIDTH = 0.014;
/** Pixels of a finished picture: enough for print, a few kilobytes. */
const PICTURE_WIDTH = 720;
const PICTURE_HEIGHT = 280;
const MARGIN = 16;
const NAME_FONT = "500 150px KaiTi, STKaiti, 'Kaiti SC', 'AR PL UKai CN', 'Noto Serif CJK SC', serif";

const colour = (name: 'paper' | 'ink'): string => getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

/** Draws ink with `scale` pixels for a width of the pad. */
export function drawInk(context: CanvasRenderingContext2D, strokes: readonly Stroke[], scale: number): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = colour('ink');
  context.lineWidth = PEN_WIDTH * scale;
  for (const stroke of strokes) {
    const [first] = stroke;
    if (first === undefined) continue;
    context.beginPath();
    context.moveTo(first.x * scale, first.y * scale);
    // A dot: a line without any length is not drawn.
    if (stroke.length === 1) context.lineTo(first.x * scale + 0.5, first.y * scale);
    // Through the middles of the steps, which rounds the corners that a finger never made.
    stroke.forEach((point, index) => {
      const next = stroke[index + 1] ?? point;
      context.quadraticCurveTo(point.x * scale, point.y * scale, ((point.x + next.x) / 2) * scale, ((point.y + next.y) / 2) * scale);
    });
    context.stroke();
  }
}

/** The ink alone, without the empty rest of the pad, as a PNG on paper. @throws Error when there is none */
export async function inkToPng(strokes: readonly Stroke[]): Promise<Blob> {
  const bounds = inkBounds(strokes);
  if (bounds === undefined) throw new Error('no ink');
  const width = bounds.right - bounds.left + PEN_WIDTH;
  const height = bounds.bottom - bounds.top + PEN_WIDTH;
  const scale = Math.min((PICTURE_WIDTH - 2 * MARGIN) / width, (PICTURE_HEIGHT - 2 * MARGIN) / height);
  return toPng(width * scale + 2 * MARGIN, height * scale + 2 * MARGIN, (context) => {
    context.translate(MARGIN - (bounds.left - PEN_WIDTH / 2) * scale, MARGIN - (bounds.top - PEN_WIDTH / 2) * scale);
    drawInk(context, strokes, scale);
  });
}

/** A typed name in place of ink, for those who cannot draw. */
export async function nameToPng(name: string): Promise<Blob> {
  return toPng(PICTURE_WIDTH, PICTURE_HEIGHT, (context) => {
    context.font = NAME_FONT;
    context.fillStyle = colour('ink');
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(name, PICTURE_WIDTH / 2, PICTURE_HEIGHT / 2, PICTURE_WIDTH - 2 * MARGIN);
  });
}

async function toPng(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = colour('paper');
  context.fillRect(0, 0, canvas.width, canvas.height);
  draw(context);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
}
