import { confirmDialog } from './confirm-dialog.tsx';

/** What an error says, without a stop at its end: the specification's sentences have one, the server's have none. */
export const sentenceOf = (error: unknown): string => (error instanceof Error && error.message !== '' ? error.message.replace(/。$/, '') : '操作失败');
const tell = (title: string, content: string): Promise<boolean> => confirmDialog({ title, content, confirmText: '知道了', cancelText: null });

/** Says why something was refused, until it is read. */
export const tellRefusal = (title: string, error: unknown): Promise<boolean> => tell(title, sentenceOf(error));

/** Says that nobody knows whether it was done. @param advice what to do about that */
export const tellLostAnswer = (error: unknown, advice: string): Promise<boolean> => tell('没有收到结果', `${sentenceOf(error)}。${advice}`);
