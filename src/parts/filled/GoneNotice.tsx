import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/lib/paths.ts';
import { Notice } from '@/ui/basics/Notice.tsx';
import styles from './GoneNotice.module.css';

interface GoneNoticeProps {
  title: string;
  /** What may have become of it. */
  children: ReactNode;
}

/** Over what the server knows no more of this person: why, and where what did not arrive can be handed in. */
export function GoneNotice({ title, children }: GoneNoticeProps) {
  return (
    <Notice
      tone="warning"
      title={title}
      action={
        <Link className={styles['link']} to={paths.sync.to()}>
          离线与同步
        </Link>
      }
    >
      {children}没有送达的内容都还在本机，可以在“离线与同步”中交管理员处理。
    </Notice>
  );
}
