import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { notify } from '@/ui/basics/notify.ts';

/** Waits for something that this phone has to note down, and says why where it could not. @returns whether it did */
export async function isDone(deed: Promise<unknown>): Promise<boolean> {
  try {
    await deed;
    return true;
  } catch (error) {
    notify(sentenceOf(error, '没有保存，请再试一次'), 'error');
    return false;
  }
}
