import { confirmDialog } from './confirm-dialog.tsx';

/** Asks whether what was typed may be lost. */
export const mayDiscard = (): Promise<boolean> =>
  confirmDialog({ content: '填写的内容还没有保存，关闭后会丢失。', confirmText: '放弃填写', cancelText: '继续填写', isDestructive: true });
