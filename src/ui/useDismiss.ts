import { confirmDialog, type ConfirmOptions } from './confirm-dialog.tsx';
import { useLeavingQuestion } from './leaving.ts';

const DISCARD: ConfirmOptions = { content: '填写的内容还没有保存，关闭后会丢失。', confirmText: '放弃填写', cancelText: '继续填写', isDestructive: true };

/**
 * The way out of a sheet that keeps nothing: while something would be lost it asks before it closes, and the browser
 * before it closes or reloads the page.
 * @param hasLoss such as whether something was typed and not saved
 */
export function useDismiss(hasLoss: boolean, close: () => void, question = DISCARD): () => Promise<void> {
  useLeavingQuestion(hasLoss);
  return async () => {
    if (!hasLoss || (await confirmDialog(question))) close();
  };
}
