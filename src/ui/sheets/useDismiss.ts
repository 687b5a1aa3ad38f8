import { useEffect, useRef } from 'react';
import { useLeavingQuestion } from '@/ui/browser/leaving.ts';
import { confirmDialog, type ConfirmOptions } from './confirm-dialog.tsx';

const DISCARD: ConfirmOptions = { content: '填写的内容还没有保存，关闭后会丢失。', confirmText: '放弃填写', cancelText: '继续填写', isDestructive: true };

export interface DismissOptions {
  question?: ConfirmOptions;
  /** What keeps on this phone what was typed: only closing the sheet on purpose throws it away then, as long as nothing is the problem. */
  kept?: { problem: string | null; forget: () => Promise<unknown> };
}

/**
 * The way out of a sheet: while something would be lost it asks before it closes, and the browser before it closes or
 * reloads the page.
 * @param hasLoss such as whether something was typed and not saved
 */
export function useDismiss(hasLoss: boolean, close: () => void, { question = DISCARD, kept }: DismissOptions = {}): () => Promise<void> {
  useLeavingQuestion(hasLoss && kept?.problem !== null);
  const asking = useRef<AbortController>(undefined);
  // A sheet that saves while the question is open is saved and gone: there is nothing to ask any more.
  useEffect(
    () => () => {
      const open = asking.current;
      // Not while the sheet itself is being taken away.
      if (open !== undefined) queueMicrotask(() => open.abort());
    },
    [],
  );
  const ask = async (): Promise<boolean> => {
    const open = new AbortController();
    asking.current = open;
    const isSure = await confirmDialog({ ...question, signal: open.signal });
    asking.current = undefined;
    return isSure;
  };
  return async () => {
    if (hasLoss && !(await ask())) return;
    await kept?.forget();
    close();
  };
}
