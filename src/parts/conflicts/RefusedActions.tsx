import { handInLate, isForAdministrator, retry } from '@/offline/entries/outbox.ts';
import { useOutbox } from '@/offline/sending/useOutbox.ts';
import { giveUp } from '@/parts/filled/take-back.ts';
import { isDone } from '@/parts/filled/is-done.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';

interface RefusedActionsProps {
  entryId: string;
  /** What would be given up, such as 结果. */
  what: string;
}

/** What can be done about an entry that the server refused; in its place while what was put right is on its way. */
export function RefusedActions({ entryId, what }: RefusedActionsProps) {
  const entry = useOutbox().entries.find(({ id }) => id === entryId);
  const handleDismiss = async (): Promise<void> => {
    const content = `放弃后，本机保存的这项${what}会被删除，显示服务器上的${what}。`;
    if (await confirmDialog({ content, confirmText: '放弃', isDestructive: true })) await giveUp(entryId);
  };
  const handIn = async (): Promise<void> => {
    // The card shows what is on the server from now on.
    if ((await handInLate([entryId])) > 0) notify('已交管理员处理，进度见“离线与同步”', 'success');
  };
  const isOnItsWay = entry?.state !== 'failed';
  return (
    <div className={stack['row']}>
      {entry && isForAdministrator(entry) && (
        <ActionButton size="small" isDisabled={isOnItsWay} onClick={() => isDone(handIn())}>
          交管理员处理
        </ActionButton>
      )}
      <ActionButton size="small" isDisabled={isOnItsWay} onClick={() => isDone(retry(entryId))}>
        重新上传
      </ActionButton>
      <ActionButton size="small" onClick={handleDismiss}>
        放弃我的{what}
      </ActionButton>
    </div>
  );
}
