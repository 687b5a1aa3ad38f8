import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import styles from './Dropdown.module.css';

export interface DropdownProps {
  title: string;
  /** The focus or a tap went elsewhere. */
  onClose: () => void;
  /** The focus has to go back to the button. */
  onEscape: () => void;
  children: ReactNode;
}

/** A panel that hangs below a button at the right of a bar; stands beside the button, inside a box with a position. */
export function Dropdown({ title, onClose, onEscape, children }: DropdownProps) {
  const panel = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent((event: Event) => {
    const { target } = event;
    // What opens above the page, such as a sheet, is part of the work with it; the button itself closes it, too.
    const isInPage = target instanceof Element && target.closest('#root') !== null;
    if (isInPage && !panel.current?.parentElement?.contains(target)) onClose();
  });
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && document.getElementById('root')?.inert !== true) onEscape();
  });
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    const handleLeave = (event: Event): void => leave(event);
    const handleKeyDown = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('pointerdown', handleLeave);
    document.addEventListener('focusin', handleLeave);
    document.addEventListener('keydown', handleKeyDown);
    return () => {
      document.removeEventListener('pointerdown', handleLeave);
      document.removeEventListener('focusin', handleLeave);
      document.removeEventListener('keydown', handleKeyDown);
    };
  }, []);
  return (
    <div ref={panel} className={styles['panel']} role="dialog" aria-label={title} tabIndex={-1}>
      <div className={styles['content']}>{children}</div>
    </div>
  );
}
