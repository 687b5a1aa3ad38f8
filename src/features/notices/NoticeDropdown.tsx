import { useRef } from 'react';
import { changeSetting } from '@/settings/settings-store.ts';
import { useSetting } from '@/settings/useSetting.ts';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { Dropdown } from '@/ui/sheets/Dropdown.tsx';
import { LazySheet } from '@/ui/sheets/lazy-sheet.ts';
import { BellButton, NOTICES } from './BellButton.tsx';
import styles from './NoticeDropdown.module.css';

const NoticePanel = lazyPart(async () => (await import('./NoticePanel.tsx')).NoticePanel);

interface NoticesProps {
  account: string;
  isAdmin: boolean;
}

const close = (): void => void changeSetting('message', false);

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
          onClose={close}
          onEscape={() => {
            close();
            box.current?.querySelector('button')?.focus();
          }}
        >
          <NoticePanel account={account} isAdmin={isAdmin} onLeave={close} />
        </Dropdown>
      )}
    </div>
  );
}

/** What the bell of a phone opens; every view has that bell in its own bar. */
export function NoticeSheet({ account, isAdmin }: NoticesProps) {
  const isOpen = useSetting('message');
  return (
    <LazySheet isOpen={isOpen} title={NOTICES} onClose={close}>
      <NoticePanel account={account} isAdmin={isAdmin} onLeave={close} />
    </LazySheet>
  );
}
