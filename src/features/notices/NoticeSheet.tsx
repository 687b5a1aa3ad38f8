import { useSetting } from '@/settings/useSetting.ts';
import { LazySheet } from '@/ui/sheets/lazy-sheet.ts';
import { NOTICES } from './BellButton.tsx';
import { closeNotices, NoticePanel, type NoticesProps } from './notice-panel.ts';

/** What the bell of a phone opens; every view has that bell in its own bar. */
export function NoticeSheet({ account, isAdmin }: NoticesProps) {
  const isOpen = useSetting('message');
  return (
    <LazySheet isOpen={isOpen} title={NOTICES} onClose={closeNotices}>
      <NoticePanel account={account} isAdmin={isAdmin} onLeave={closeNotices} />
    </LazySheet>
  );
}
