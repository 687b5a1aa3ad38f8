import { useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { DownOutline } from '@/ui/basics/icons.tsx';
import { MenuButton, type MenuItem } from '@/ui/sheets/MenuButton.tsx';
import { topMenuCount, type MenuEntry } from './menu.ts';
import { menuIcon } from './menu-icons.tsx';
import { useSetting } from '@/settings/useSetting.ts';
import styles from './TopMenu.module.css';

function subscribeToWidth(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** The menu along the top of a desktop: as many entries as fit into a third of the window, at the size of its letters, the rest behind 更多菜单. */
export function TopMenu({ entries, current }: { entries: readonly MenuEntry[]; current: string | undefined }) {
  const navigate = useNavigate();
  const width = useSyncExternalStore(subscribeToWidth, () => innerWidth);
  // Larger letters need as much more room.
  const count = topMenuCount(width / useSetting('fontScale'));
  const rest = entries.slice(count);

  const itemOf = (title: string, path: string): MenuItem => ({ label: title, isCurrent: path === current, onSelect: () => void navigate(path) });
  const itemsOf = (entry: MenuEntry): MenuItem[] => entry.children.map((child) => itemOf(child.title, child.path));
  const restItems = rest.flatMap((entry) =>
    entry.children.length === 0 ? [itemOf(entry.title, entry.path)] : itemsOf(entry).map((item) => ({ ...item, label: `${entry.title} / ${item.label}` })),
  );

  return (
    <nav className={styles['menu']} aria-label="主菜单">
      {entries.slice(0, count).map((entry) =>
        entry.children.length === 0 ? (
          <Link key={entry.id} className={styles['entry']} to={entry.path} aria-current={entry.path === current ? 'page' : undefined}>
            {menuIcon(entry.id)}
            {entry.title}
          </Link>
        ) : (
          <MenuButton
            key={entry.id}
            className={`${styles['entry']} ${entry.children.some((child) => child.path === current) ? styles['home'] : ''}`}
            items={itemsOf(entry)}
          >
            {menuIcon(entry.id)}
            {entry.title}
            <DownOutline className={styles['arrow']} aria-hidden />
          </MenuButton>
        ),
      )}
      {rest.length > 0 && (
        <MenuButton className={`${styles['entry']} ${restItems.some((item) => item.isCurrent) ? styles['home'] : ''}`} items={restItems}>
          更多菜单
          <DownOutline className={styles['arrow']} aria-hidden />
        </MenuButton>
      )}
    </nav>
  );
}
