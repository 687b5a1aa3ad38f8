import { dismissFailed, dropSubmit, type SubmitEntryRow, type TakenBack, withdrawSubmit } from '@/offline/entries/outbox.ts';
import { notify } from '@/ui/basics/notify.ts';
import { isDone } from './is-done.ts';

/** Gives up what was refused, and says so where it is too late for that. */
export const giveUp = (entryId: string): Promise<void> => sayWhereTooLate(dismissFailed(entryId), '放弃');

/** Takes back a submission that waits on this phone, and says so where it is too late for that. */
export const takeBackSubmission = (deptTaskId: string): Promise<void> => sayWhereTooLate(withdrawSubmit(deptTaskId), '撤回');

/** Gives up a submission of a task that takes none any more. */
export const giveUpSubmission = (submit: SubmitEntryRow): Promise<void> => sayWhereTooLate(dropSubmit(submit), '放弃');

async function sayWhereTooLate(deed: Promise<TakenBack>, word: string): Promise<void> {
  if (!(await isDone(deed))) return;
  const taken = await deed;
  if (taken === 'onItsWay') notify(`已经开始上传或已导出，不能${word}`, 'warning');
  else if (taken === 'gone') notify('已不在待上传的内容中', 'warning');
}
