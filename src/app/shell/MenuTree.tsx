import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DownOutline } from '@/ui/basics/icons.tsx';
import type { MenuEntry } from './menu.ts';
import { menuIcon } from './menu-icons.tsx';
import styles from './MenuTree.module.css';

export interface MenuTreeProps {
  entries: readonly MenuEntry[];
  /** Path of the entry that the shown view belongs to. */
  current: string | undefined;
  /** Icons only; a group then asks for room by `onUnfold`. */
  isFolded?: boolean;
  onUnfold?: () => void;
  /** After a view was chosen. */
  onChoose?: () => void;
}

/** The menu of sidebar and drawer. The group of the shown view is open. */
export function MenuTree({ entries, current, isFolded = false, onUnfold, onChoose }: MenuTreeProps) {
  const home = entries.find((entry) => entry.children.some((child) => child.path === current))?.id;
  const [toggled, setToggled] = useState<{ current: string | undefined; groups: Readonly<Record<string, boolean>> }>({ current, groups: {} });
  if (toggled.current !== current) setToggled({ current, groups: {} });
  const isOpen = (id: string): boolean => toggled.groups[id] ?? id === home;

  const handleGroup = (id: string): void => {
    onUnfold?.();
    setToggled({ current, groups: { ...toggled.groups, [id]: isFolded || !isOpen(id) } });
  };

  return (
    <ul className={`${styles['tree']} ${isFolded ? styles['folded'] : ''}`}>
      {entries.map((entry) =>
        entry.children.length === 0 ? (
          <li key={entry.id}>
            <Link className={styles['entry']} to={entry.path} onClick={onChoose} aria-current={entry.path === current ? 'page' : undefined} title={entry.title}>
              {menuIcon(entry.id)}
              <span className={styles['title']}>{entry.title}</span>
            </Link>
          </li>
        ) : (
          <li key={entry.id}>
            <button
              type="button"
              className={`${styles['entry']} ${entry.id === home ? styles['home'] : ''}`}
              aria-expanded={!isFolded && isOpen(entry.id)}
              onClick={() => handleGroup(entry.id)}
              title={entry.title}
            >
              {menuIcon(entry.id)}
              <span className={styles['title']}>{entry.title}</span>
              <DownOutline className={styles['arrow']} aria-hidden />
            </button>
            {!isFolded && isOpen(entry.id) && (
              <ul className={styles['children']}>
                {entry.children.map((child) => (
                  <li key={child.name}>
                    <Link className={styles['entry']} to={child.path} onClick={onChoose} aria-current={child.path === current ? 'page' : undefined}>
                      <span className={styles['title']}>{child.title}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ),
      )}
    </ul>
  );
}
