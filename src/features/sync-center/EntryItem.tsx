import { memo } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatShortTime } from '@/lib/dates.ts';
import { canHandIn, handInLate, retry, type OutboxEntry } from '@/offline/entries/outbox.ts';
import { EntryConflict } from '@/parts/conflicts/EntryConflict.tsx';
import { giveUp } from '@/parts/filled/take-back.ts';
import { isDone } from '@/parts/filled/is-done.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { SyncIcon } from '@/ui/basics/SyncIcon.tsx';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { conditions, lineOf, reasonOf, type ShownEntry } from './entry-view.ts';
import styles from './EntryItem.module.css';

interface EntryItemProps extends ShownEntry {
  /** Where it can be filled in. */
  path: string;
}

/** One entry: what it says, where it stands, and what can be done about it. */
export const EntryItem = memo(function EntryItem({ entry, condition, path }: EntryItemProps) {
  const navigate = useNavigate();
  const { words, tone } = conditions[condition];
  const { subject, value } = lineOf(entry);
  const reason = reasonOf({ entry, condition });
  const isRefused = entry.state === 'failed';
  return (
    <li className={styles['item']}>
      <p className={styles['head']}>
        <StatusTag tone={tone} icon={<SyncIcon tone={tone} />}>
          {words}
        </StatusTag>
        <span className={styles['time']}>{formatShortTime(entry.createdAt)}</span>
      </p>
      <p className={styles['subject']}>{subject}</p>
      {value !== '' && <p className={styles['value']}>{value}</p>}
      {reason !== '' && <p className={isRefused ? styles['refused'] : styles['reason']}>{reason}</p>}
      <EntryConflict entry={entry} />
      {condition === 'incomplete' && (
        <div className={styles['buttons']}>
          <ActionButton size="small" onClick={() => void navigate(path)}>
            去填写
          </ActionButton>
        </div>
      )}
      {(isRefused || condition === 'retrying' || condition === 'needsLogin') && (
        <div className={styles['buttons']}>
          {isRefused && (
            <ActionButton size="small" tone="text" onClick={() => void askToDismiss(entry)}>
              放弃
            </ActionButton>
          )}
          {canHandIn(entry) && (
            <ActionButton size="small" onClick={() => void isDone(handInLate([entry.id]))}>
              交管理员处理
            </ActionButton>
          )}
          <ActionButton size="small" onClick={() => void isDone(retry(entry.id))}>
            重新上传
          </ActionButton>
        </div>
      )}
    </li>
  );
});

async function askToDismiss(entry: OutboxEntry): Promise<void> {
  const isSure = await confirmDialog({
    content: `放弃后，“${entry.taskName}”中这一项未送达的内容将从本机删除，不能恢复。`,
    confirmText: '放弃并删除',
    isDestructive: true,
  });
  if (isSure) await giveUp(entry.id);
}
