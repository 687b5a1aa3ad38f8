import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';

/** Asks before what was typed and not saved is thrown away. */
export const confirmDiscard = (): Promise<boolean> =>
  confirmDialog({ content: '填写而未保存的内容和没有传完的附件会被丢弃，不能恢复。', confirmText: '丢弃', isDestructive: true });
