import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { StorageError, type StorageProblem } from '@/offline/storage/database.ts';
import { notify } from '@/ui/basics/notify.ts';

/** Nothing stays in memory of a deed that was not noted down: the page may be closed. */
const sentences: Record<StorageProblem, string> = {
  unavailable: '此浏览器不能在本机保存（可能是无痕模式），请换用普通窗口',
  full: '手机存储空间不足，请清理空间后再试',
  failed: '没有保存，请再试一次',
};

/** Waits for something that this phone has to note down, and says why where it could not. @returns whether it did */
export async function isDone(deed: Promise<unknown>): Promise<boolean> {
  try {
    await deed;
    return true;
  } catch (error) {
    notify(error instanceof StorageError ? sentences[error.problem] : sentenceOf(error, sentences.failed), 'error');
    return false;
  }
}
