import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useSetting } from '@/settings/useSetting.ts';
import { CloseOutline, MoreOutline } from '@/ui/basics/icons.tsx';
import { MenuButton, MenuList, type MenuItem } from '@/ui/sheets/MenuButton.tsx';
import type { Tab } from './tabs.ts';
import type { Tabs } from './useTabs.ts';
import styles from './TabStrip.module.css';

const LONG_PRESS_MS = 500;

export interface TabStripProps {
  tabs: Tabs;
  titleOf: (key: string) => string;
  isFixed: (key: string) => boolean;
}

/** The open views as tabs, with what can be done to them behind a button, a right click, or a long press. */
export function TabStrip({ tabs: open, titleOf, isFixed }: TabStripProps) {
  const tagTheme = useSetting('tagTheme');
  const strip = useRef<HTMLOListElement>(null);
  const [menu, setMenu] = useState<{ key: string; x: number; y: number }>();
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);

  useEffect(() => {
    const list = strip.current;
    if (list === null) return;
    const showCurrent = (): void => list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    showCurrent();
    // A phone that is turned has another width, and the tab may be out of it.
    const size = new ResizeObserver(showCurrent);
    size.observe(list);
    return () => size.disconnect();
  }, [open.shown, open.tabs]);

  const itemsOf = (key: string): MenuItem[] => [
    { label: '刷新当前', onSelect: () => open.refresh(key) },
    { label: '关闭当前', isDisabled: isFixed(key), onSelect: () => open.close(key) },
    { label: '关闭其他', isDisabled: open.tabs.every((tab) => tab.key === key || isFixed(tab.key)), onSelect: () => open.closeOthers(key) },
    { label: '关闭全部', isDisabled: open.tabs.every((tab) => isFixed(tab.key)), onSelect: open.closeAll },
  ];

  const startPress = (event: PointerEvent, key: string): void => {
    wasLong.current = false;
    if (event.pointerType === 'mouse') return;
    const { clientX: x, clientY: y } = event;
    press.current = setTimeout(() => {
      wasLong.current = true;
      setMenu({ key, x, y });
    }, LONG_PRESS_MS);
  };
  const endPress = (): void => clearTimeout(press.current);

  const tabOf = (tab: Tab) => {
    const title = titleOf(tab.key);
    const name = tab.note === '' ? title : `${title} · ${tab.note}`;
    return (
      <li key={tab.key} className={styles['tab']} aria-current={tab.key === open.shown ? 'page' : undefined}>
        <button
          type="button"
          className={styles['name']}
          // Long ones are cut.
          title={name}
          onClick={() => {
            if (!wasLong.current) open.show(tab.key);
          }}
          onContextMenu={(event) => {
            event.preventDefault();
            setMenu({ key: tab.key, x: event.clientX, y: event.clientY });
          }}
          onPointerDown={(event) => startPress(event, tab.key)}
          onPointerUp={endPress}
          onPointerCancel={endPress}
          onPointerLeave={endPress}
          // Where middle clicks close tabs, they close these too.
          onAuxClick={(event) => {
            if (event.button === 1) open.close(tab.key);
          }}
        >
          {name}
        </button>
        {!isFixed(tab.key) && (
          <button type="button" className={styles['close']} onClick={() => open.close(tab.key)} aria-label={`关闭 ${title}`}>
            <CloseOutline aria-hidden />
          </button>
        )}
      </li>
    );
  };

  return (
    <nav className={`${styles['bar']} ${styles[tagTheme]}`} aria-label="标签栏">
      <ol ref={strip} className={styles['strip']}>
        {open.tabs.map(tabOf)}
      </ol>
      {open.shown !== undefined && (
        <MenuButton className={styles['more']} label="标签操作" align="right" items={itemsOf(open.shown)}>
          <MoreOutline aria-hidden />
        </MenuButton>
      )}
      {menu && <MenuList items={itemsOf(menu.key)} at={menu} onClose={() => setMenu(undefined)} />}
    </nav>
  );
}
