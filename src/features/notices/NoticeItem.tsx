import type { MyNotice } from '#contract/notice.ts';
import { formatTime, relativeTime } from '@/lib/dates.ts';
import { noticePath } from '@/lib/notice-path.ts';
import { WholeDates } from '@/ui/basics/WholeDates.tsx';
import { NoticeKindTag } from './NoticeKindTag.tsx';
import styles from './NoticeItem.module.css';

export interface NoticeItemProps {
  notice: MyNotice;
  now: Date;
  /** What it is about opens by its address; one that is about nothing else is shown whole. */
  onOpen: (notice: MyNotice, isWhole: boolean) => void;
}

/** One notice in the bell's list: a tap opens what it is about. */
export function NoticeItem({ notice, now, onOpen }: NoticeItemProps) {
  const path = noticePath(notice);
  const content = (
    <>
      <span className={styles['head']}>
        <NoticeKindTag kind={notice.kind} />
        {!notice.isRead && <span className={styles['unread']}>未读</span>}
        <time className={styles['time']} dateTime={notice.publishedAt} title={formatTime(notice.publishedAt)}>
          {relativeTime(notice.publishedAt, now)}
        </time>
      </span>
      <span className={styles['title']}>
        <WholeDates text={notice.title} />
      </span>
      <span className={styles['body']}>
        <WholeDates text={notice.body} />
      </span>
    </>
  );
  const className = `${styles['item']} ${notice.isRead ? '' : styles['isUnread']}`;
  if (path === undefined) {
    return (
      <button type="button" className={className} onClick={() => onOpen(notice, true)}>
        {content}
      </button>
    );
  }
  return (
    <a className={className} href={`#${path}`} onClick={() => onOpen(notice, false)}>
      {content}
    </a>
  );
}
