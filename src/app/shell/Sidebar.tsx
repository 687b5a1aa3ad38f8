import { toggleSidebar } from '@/settings/settings-store.ts';
import { useSetting } from '@/settings/useSetting.ts';
import { CheckShieldOutline } from '@/ui/basics/icons.tsx';
import type { MenuEntry } from './menu.ts';
import { MenuTree } from './MenuTree.tsx';
import styles from './Sidebar.module.css';

export interface SidebarProps {
  entries: readonly MenuEntry[];
  current: string | undefined;
  siteTitle: string;
}

/** The menu at the side of a desktop; folded, it shows icons only. */
export function Sidebar({ entries, current, siteTitle }: SidebarProps) {
  const { opened, withoutAnimation } = useSetting('sidebar');
  return (
    <nav
      className={`${styles['sidebar']} ${opened ? '' : styles['folded']} ${withoutAnimation ? styles['still'] : ''}`}
      aria-label="主菜单"
    >
      <p className={styles['brand']}>
        <CheckShieldOutline aria-hidden />
        <span>{siteTitle}</span>
      </p>
      <div className={styles['menu']}>
        <MenuTree entries={entries} current={current} isFolded={!opened} onUnfold={() => !opened && toggleSidebar(true)} />
      </div>
    </nav>
  );
}
