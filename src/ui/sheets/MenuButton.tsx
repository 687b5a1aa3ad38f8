import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { addStep } from './sheet-steps.ts';
import styles from './MenuButton.module.css';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  isDisabled?: boolean;
  isCurrent?: boolean;
}

export interface MenuButtonProps {
  /** Accessible name, where the button shows only an icon. */
  label?: string;
  children: ReactNode;
  items: readonly MenuItem[];
  className?: string | undefined;
  align?: 'left' | 'right';
  /** The menu lies over the window: what the button stands in would cut it off. */
  isFloating?: boolean;
}

/** A button that opens a short menu below itself. Arrow keys, Escape and a tap elsewhere do what they do everywhere. */
export function MenuButton({ label, children, items, className, align = 'left', isFloating = false }: MenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState<MenuListProps['at']>();
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <div className={styles['box']} data-menu>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={({ currentTarget }) => {
          const { right, bottom } = currentTarget.getBoundingClientRect();
          if (isFloating) setAt({ x: right - MENU_ROOM, y: bottom });
          setIsOpen(!isOpen);
        }}
      >
        {children}
      </button>
      {isOpen && <MenuList items={items} align={align} at={at} onClose={close} />}
    </div>
  );
}

export interface MenuListProps {
  items: readonly MenuItem[];
  onClose: () => void;
  align?: 'left' | 'right';
  /** Point of the window to open at, instead of below a button. */
  at?: { x: number; y: number } | undefined;
}

export function MenuList({ items, onClose, align = 'left', at }: MenuListProps) {
  const list = useRef<HTMLUListElement>(null);
  const closeOutside = useEffectEvent((event: PointerEvent) => {
    // The button below which the menu hangs closes it itself.
    const area = list.current?.closest('[data-menu]') ?? list.current;
    if (!area?.contains(event.target as Node)) onClose();
  });
  const closeAlone = useEffectEvent(() => {
    const box = list.current?.closest('[data-menu]');
    // A menu that lies over the window does not go where its button is scrolled to.
    if (at !== undefined && box && Math.abs(box.getBoundingClientRect().bottom - at.y) > 1) onClose();
  });
  const handleBack = useEffectEvent(() => onClose());
  useEffect(() => addStep(() => handleBack()), []);
  useLayoutEffect(() => {
    const menu = list.current;
    if (menu) menu.style.maxHeight = `${Math.max(LEAST_HEIGHT, innerHeight - menu.getBoundingClientRect().top - MARGIN)}px`;
  }, []);
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: at !== undefined });
    const handle = (event: PointerEvent): void => closeOutside(event);
    const handleScroll = (): void => closeAlone();
    document.addEventListener('pointerdown', handle);
    document.addEventListener('scroll', handleScroll, true);
    return () => {
      document.removeEventListener('pointerdown', handle);
      document.removeEventListener('scroll', handleScroll, true);
    };
  }, [at]);

  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation();
      onClose();
    }
    const all = [...(list.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
    const current = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };

  return (
    <ul
      ref={list}
      role="menu"
      className={`${styles['menu']} ${styles[align]} ${at ? styles['floating'] : ''}`}
      style={at && { left: Math.min(at.x, innerWidth - MENU_ROOM), top: Math.max(MARGIN, Math.min(at.y, innerHeight - items.length * ITEM_ROOM - 2 * MARGIN)) }}
      onKeyDown={handleKeyDown}
    >
      {items.map((item) => (
        <li key={item.label} role="none">
          <button
            type="button"
            role="menuitem"
            className={styles['item']}
            disabled={item.isDisabled}
            aria-current={item.isCurrent ? 'page' : undefined}
            onClick={() => {
              onClose();
              item.onSelect();
            }}
          >
            {item.icon}
            {item.label}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Pixels that a menu and one of its items take at most, to keep it inside the window. */
const MENU_ROOM = 180;
const ITEM_ROOM = 46;
/** Between a menu and the edge of the window. */
const MARGIN = 8;
/** Below a button at the bottom the page grows instead. */
const LEAST_HEIGHT = 200;
