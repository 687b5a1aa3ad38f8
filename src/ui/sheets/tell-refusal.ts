import { clauseOf } from '@/lib/text/error-sentence.ts';
import { confirmDialog } from './confirm-dialog.tsx';

const tell = (title: string, content: string): Promise<boolean> => confirmDialog({ title, content, confirmText: '知道了', cancelText: null });

/** Says why something was refused, until it is read. */
export const tellRefusal = (title: string, error: unknown): Promise<boolean> => tell(title, clauseOf(error));

/** Says that nobody knows whether it was done. @param advice what to do about that */
export const tellLostAnswer = (error: unknown, advice: string): Promise<boolean> => tell('没有收到结果', `${clauseOf(error)}。${advice}`);
