import { useRef } from 'react';
import { useSetting } from '@/settings/useSetting.ts';
import { Dropdown } from '@/ui/sheets/Dropdown.tsx';
import { BellButton, NOTICES } from './BellButton.tsx';
import { closeNotices, NoticePanel, type NoticesProps } from './notice-panel.ts';
import styles from './NoticeDropdown.module.css';

/** The bell of a desktop, with what it opens below itself. */
export function NoticeDropdown({ account, isAdmin }: NoticesProps) {
  const isOpen = useSetting('message');
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className={styles['box']}>
      <BellButton account={account} />
      {isOpen && (
        <Dropdown
          title={NOTICES}
          onClose={closeNotices}
          onEscape={() => {
            closeNotices();
            box.current?.querySelector('button')?.focus();
          }}
        >
          <NoticePanel account={account} isAdmin={isAdmin} onLeave={closeNotices} />
        </Dropdown>
      )}
    </div>
  );
}
