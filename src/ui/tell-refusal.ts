import { confirmDialog } from './confirm-dialog.tsx';

/** Says why something was refused, until it is read. */
export const tellRefusal = (title: string, error: unknown): Promise<boolean> =>
  confirmDialog({ title, content: error instanceof Error && error.message !== '' ? error.message : '操作失败', confirmText: '知道了', cancelText: null });
