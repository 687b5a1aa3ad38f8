import { dismissFailed } from '@/offline/entries/outbox.ts';
import { notify } from '@/ui/basics/notify.ts';
import { isDone } from './is-done.ts';

/** Gives up what was refused, and says so where the server may have it by now. */
export async function giveUp(entryId: string): Promise<void> {
  const deed = dismissFailed(entryId);
  if ((await isDone(deed)) && !(await deed)) notify('已经开始上传，不能放弃', 'warning');
}
