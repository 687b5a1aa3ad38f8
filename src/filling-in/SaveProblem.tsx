import { dismissFailed, retry } from '@/offline/outbox.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { confirmDialog } from '@/ui/confirm-dialog.tsx';
import type { SaveMarkState } from './save-mark.ts';
import styles from './SaveProblem.module.css';

interface SaveProblemProps {
  mark: SaveMarkState | null;
  entryId: string | null;
  /** What would be given up, such as 结果. */
  what: string;
}

/** What went wrong with storing or sending, and what can be done; nothing where all is well. */
export function SaveProblem({ mark, entryId, what }: SaveProblemProps) {
  const handleDismiss = async (failedId: string): Promise<void> => {
    const content = `放弃后，本机保存的这项${what}会被删除，显示服务器上的${what}。`;
    if (await confirmDialog({ content, confirmText: '放弃', isDestructive: true })) await dismissFailed(failedId);
  };
  return (
    <>
      {mark?.hint !== undefined && (
        <p className={styles['problem']} role="alert">
          {mark.hint}
        </p>
      )}
      {mark?.kind === 'failed' && entryId !== null && (
        <div className={styles['buttons']}>
          <ActionButton size="small" onClick={() => retry(entryId)}>
            重新上传
          </ActionButton>
          <ActionButton size="small" onClick={() => handleDismiss(entryId)}>
            放弃我的{what}
          </ActionButton>
        </div>
      )}
    </>
  );
}
