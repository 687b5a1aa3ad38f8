import type { ReactNode } from 'react';
import styles from './BottomBar.module.css';

interface BottomBarProps {
  children: ReactNode;
  /** May set `--content-width`, where the content is narrower than the page: on a desktop the buttons end where it ends. */
  className?: string | undefined;
  /** Gone while somebody types at low height: nothing of what is typed waits for its buttons. */
  givesWay?: boolean;
}

/** Buttons within the thumb's reach; goes into `Page`'s footer. */
export function BottomBar({ children, className = '', givesWay = false }: BottomBarProps) {
  return (
    <div className={`${styles['bar']} ${givesWay ? styles['yielding'] : ''} ${className}`} data-off-paper>
      {children}
    </div>
  );
}
