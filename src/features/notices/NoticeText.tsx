import type { NoticeKind } from '#contract/notice-kind.ts';
import { formatTime } from '@/lib/dates.ts';
import { WholeDates } from '@/ui/basics/WholeDates.tsx';
import { NoticeKindTag } from './NoticeKindTag.tsx';
import styles from './NoticeText.module.css';

/** A notice as its readers have it before them. */
export function NoticeText({ notice }: { notice: { kind: NoticeKind; title: string; body: string; publisher: string; publishedAt: string | null } }) {
  return (
    <article className={styles['notice']}>
      <h3>{notice.title}</h3>
      <p className={styles['facts']}>
        <NoticeKindTag kind={notice.kind} />
        <span>{notice.publisher}</span>
        {notice.publishedAt !== null && <time dateTime={notice.publishedAt}>{formatTime(notice.publishedAt)}</time>}
      </p>
      <p className={styles['body']}>
        <WholeDates text={notice.body} />
      </p>
    </article>
  );
}
