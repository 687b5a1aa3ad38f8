import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { extendStroke, type InkPoint, type Stroke } from '@/lib/files/strokes.ts';
import { useElementWidth } from '@/ui/browser/useElementWidth.ts';
import { drawInk } from './draw-ink.ts';
import styles from './SignaturePad.module.css';

export interface SignaturePadProps {
  /** Accessible name. */
  label: string;
  strokes: readonly Stroke[];
  /** Told of each finished stroke. */
  onDraw: (stroke: Stroke) => void;
}

/** Paper to write on with a finger, a pen or a mouse. */
export function SignaturePad({ label, strokes, onDraw }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointer = useRef<number>(undefined);
  const width = useElementWidth(canvas);
  const [current, setCurrent] = useState<Stroke>([]);

  useEffect(() => {
    if (canvas.current !== null) redraw(canvas.current, [...strokes, current]);
  }, [strokes, current, width]);

  // Chromium otherwise takes the flick at the end of a stroke for a fling, which the next tap elsewhere only ends. React listens passively.
  useEffect(() => {
    const element = canvas.current;
    element?.addEventListener('touchmove', keepFromBrowser, { passive: false });
    return () => element?.removeEventListener('touchmove', keepFromBrowser);
  }, []);

  const handleDown = (event: PointerEvent<HTMLCanvasElement>): void => {
    // The palm that rests on the screen, or a second finger, writes nothing.
    if (pointer.current !== undefined || event.button !== 0) return;
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    setCurrent([pointOf(event, event.currentTarget)]);
  };
  const handleMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (pointer.current !== event.pointerId) return;
    const target = event.currentTarget;
    // A finger moves further between two frames than a curve may jump.
    const steps = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const points = (steps.length > 0 ? steps : [event]).map((step) => pointOf(step, target));
    setCurrent((stroke) => points.reduce(extendStroke, stroke));
  };
  const handleEnd = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (pointer.current !== event.pointerId) return;
    pointer.current = undefined;
    setCurrent([]);
    onDraw(current);
  };

  return (
    <div className={styles['pad']}>
      <canvas
        ref={canvas}
        className={styles['canvas']}
        role="img"
        aria-label={label}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleEnd}
        onPointerCancel={handleEnd}
      />
      {strokes.length === 0 && current.length === 0 && <p className={styles['hint']}>请在此处手写签名</p>}
    </div>
  );
}

const keepFromBrowser = (event: Event): void => event.preventDefault();

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }, target: Element): InkPoint {
  const { left, top, width } = target.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / width };
}

/** At the screen's own pixels: anything less looks frayed. */
function redraw(canvas: HTMLCanvasElement, strokes: readonly Stroke[]): void {
  const { width, height } = canvas.getBoundingClientRect();
  const context = canvas.getContext('2d');
  if (width === 0 || context === null) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  drawInk(context, strokes, canvas.width);
}
