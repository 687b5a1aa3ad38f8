import { useNavigate } from 'react-router-dom';
import { today } from '@/lib/dates.ts';
import { NEW_TASK } from '@/lib/form-names.ts';
import { newId } from '@/lib/new-id.ts';
import { paths } from '@/lib/paths.ts';
import { keepDraft, readDraft } from '@/offline/forms/form-drafts.ts';
import { useReadTaskToReissue } from '@/queries/work/task-queries.ts';
import { currentAccount } from '@/session/current-account.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { inputAgain } from './task-draft.ts';

/** Opens the form of a new task filled in as an earlier one was. What was typed there and not issued is replaced only after asking. */
export function useReissue(): (taskId: string) => Promise<void> {
  const navigate = useNavigate();
  const reading = useReadTaskToReissue();
  return async (taskId) => {
    const content = '“下发任务”中有填写而未下发的内容，会被这个任务的内容替换。';
    if ((await readDraft(NEW_TASK)) !== undefined && !(await confirmDialog({ content, confirmText: '替换', isDestructive: true }))) return;
    // The mutation cache shows why it failed.
    const issued = await reading.mutateAsync(taskId).catch(() => undefined);
    if (issued === undefined) return;
    await keepDraft(NEW_TASK, inputAgain(newId(), issued, today()), currentAccount());
    void navigate(paths.redirect.to(paths.taskCreate.to()));
  };
}
