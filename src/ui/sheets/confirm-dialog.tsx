import { createRoot } from 'react-dom/client';
import { loadChunk } from '@/lib/files/load-chunk.ts';
import type { Question } from './ConfirmSheet.tsx';
import { stepsTakenBack } from './sheet-steps.ts';

export interface ConfirmOptions extends Question {
  /** Ends the question with no, once what it is about is gone. */
  signal?: AbortSignal;
}

/** Loads what a question is shown in; no first screen asks one. */
export const loadConfirm = async () => (await loadChunk(() => import('./ConfirmSheet.tsx'))).ConfirmSheet;

/** Asks, and says what will happen. @returns whether the person agreed. */
export async function confirmDialog({ signal, ...question }: ConfirmOptions): Promise<boolean> {
  const ConfirmSheet = await loadConfirm().catch(() => undefined);
  // Where our own cannot be had, the browser asks.
  if (ConfirmSheet === undefined) return confirm(typeof question.content === 'string' ? question.content : question.title);
  if (signal?.aborted === true) return false;
  return new Promise((resolve) => {
    const root = createRoot(document.createElement('div'));
    const answer = (isConfirmed: boolean): void => {
      root.unmount();
      void stepsTakenBack().then(() => resolve(isConfirmed));
    };
    signal?.addEventListener('abort', () => answer(false), { once: true });
    root.render(<ConfirmSheet {...question} onAnswer={answer} />);
  });
}
