import { useMyNotices } from '@/queries/notice-queries.ts';
import { changeSetting } from '@/settings/settings-store.ts';
import { useSetting } from '@/settings/useSetting.ts';
import iconButton from '@/ui/basics/icon-button.module.css';
import { BellOutline } from '@/ui/basics/icons.tsx';
import styles from './BellButton.module.css';

export const NOTICES = '通知公告';
const MOST_COUNTED = 99;

/** How many notices are unread. The setting `message` says whether they are shown. */
export function BellButton({ account }: { account: string }) {
  const isOpen = useSetting('message');
  const { unreadCount = 0 } = useMyNotices(account);
  return (
    <button
      type="button"
      className={`${iconButton['button']} ${styles['bell']}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={unreadCount > 0 ? `${NOTICES}，${unreadCount} 条未读` : NOTICES}
      title={NOTICES}
      onClick={() => changeSetting('message', !isOpen)}
    >
      <BellOutline aria-hidden />
      {unreadCount > 0 && (
        <span className={styles['count']} aria-hidden>
          {unreadCount > MOST_COUNTED ? `${MOST_COUNTED}+` : unreadCount}
        </span>
      )}
    </button>
  );
}
