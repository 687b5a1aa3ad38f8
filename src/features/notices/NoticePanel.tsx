import { useEffect, useState } from 'react';
import type { MyNotice } from '#contract/notice.ts';
import { paths } from '@/lib/paths.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { useOlderNotices, useReadNotices } from '@/queries/notice-panel-queries.ts';
import { useMyNotices } from '@/queries/notice-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { useNow } from '@/ui/browser/useNow.ts';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { NOTICES } from './BellButton.tsx';
import { NoticeItem } from './NoticeItem.tsx';
import { NoticeText } from './NoticeText.tsx';
import styles from './NoticePanel.module.css';

export interface NoticePanelProps {
  account: string;
  isAdmin: boolean;
  /** Something else is shown from now on. */
  onLeave: () => void;
}

/** What the bell opens: the newest notices, the unread ones marked. */
export function NoticePanel({ account, isAdmin, onLeave }: NoticePanelProps) {
  const { records, total = 0, unreadCount = 0, error, isFetching, refetch } = useMyNotices(account);
  const { readOne, readAll } = useReadNotices(account);
  const [areOlderWanted, setAreOlderWanted] = useState(false);
  const older = useOlderNotices(account, areOlderWanted);
  const isOffline = useReachability() === 'offline';
  const now = useNow();
  const [whole, setWhole] = useState<MyNotice>();
  // Whoever opens the bell wants to know what is new now.
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch]);

  const handleOpen = (notice: MyNotice, isWhole: boolean): void => {
    readOne(notice);
    if (isWhole) setWhole(notice);
    else onLeave();
  };

  if (records === undefined) {
    return error !== null && !isFetching ? <LoadFailed error={error} onRetry={() => refetch()} /> : <ListSkeleton rows={4} />;
  }
  // One that came meanwhile moves another to the next page.
  const known = new Set(records.map(({ id }) => id));
  const shown = [...records, ...older.records.filter(({ id }) => !known.has(id))];
  const hasMore = areOlderWanted ? older.hasMore : records.length < total;
  return (
    <div className={styles['panel']}>
      <div className={styles['head']}>
        <p role="status">{unreadCount > 0 ? `${unreadCount} 条未读` : '没有未读通知'}</p>
        {isAdmin && (
          <a className={styles['manage']} href={`#${paths.message.to()}`} onClick={onLeave}>
            管理
          </a>
        )}
        <ActionButton size="small" isDisabled={unreadCount === 0} onClick={() => readAll(records[0]?.publishedAt ?? '')}>
          全部已读
        </ActionButton>
      </div>
      {isOffline && <p className={styles['note']}>离线：显示上次联网时收到的通知</p>}
      {shown.length === 0 ? (
        <NoData hint="还没有通知。有新任务、任务临期或被退回时会出现在这里" />
      ) : (
        <ul aria-label={NOTICES}>
          {shown.map((notice) => (
            <li key={notice.id}>
              <NoticeItem notice={notice} now={now} onOpen={handleOpen} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && !isOffline && (
        <div className={styles['more']}>
          <ActionButton
            isBlock
            isPending={older.isFetching}
            onClick={() => {
              if (areOlderWanted) void older.fetchMore();
              else setAreOlderWanted(true);
            }}
          >
            查看更早的通知
          </ActionButton>
        </div>
      )}
      <Sheet
        isOpen={whole !== undefined}
        title={NOTICES}
        onClose={() => setWhole(undefined)}
        footer={
          <ActionButton tone="primary" onClick={() => setWhole(undefined)}>
            知道了
          </ActionButton>
        }
      >
        {whole && <NoticeText notice={whole} />}
      </Sheet>
    </div>
  );
}
