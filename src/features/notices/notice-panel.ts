import { changeSetting } from '@/settings/settings-store.ts';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';

/** The notices, once they are asked for. */
export const NoticePanel = lazyPart(async () => (await import('./NoticePanel.tsx')).NoticePanel);

/** Whose notices are shown. */
export interface NoticesProps {
  account: string;
  isAdmin: boolean;
}

export const closeNotices = (): void => void changeSetting('message', false);
