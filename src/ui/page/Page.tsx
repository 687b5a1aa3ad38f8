import { use, type ReactNode } from 'react';
import iconButton from '@/ui/basics/icon-button.module.css';
import { LeftOutline } from '@/ui/basics/icons.tsx';
import { PageChromeContext, ViewContext } from './page-chrome.ts';
import styles from './Page.module.css';

export interface PageProps {
  /** The route's title unless given. */
  title?: string;
  /** At the right of the title; small on a phone. */
  actions?: ReactNode;
  /** A list's `SearchBar`, or words on what it holds: in one line with the actions on a desktop, above the list on a phone. */
  search?: ReactNode;
  /** Stays in sight under the title: progress, filters. */
  header?: ReactNode;
  /** The header says by itself that there is no network, in a place that it keeps for that. */
  saysOffline?: boolean;
  /** Stays in sight at the bottom, within the thumb's reach: `BottomBar`. */
  footer?: ReactNode;
  /** Instead of where the person came from. */
  onBack?: () => void;
  /** Reading width, for text and forms; lists take all. */
  width?: 'full' | 'reading';
  children: ReactNode;
}

/**
 * One view: title, content, and what stays in sight. The content scrolls, and keeps its place while the view is hidden. On a
 * desktop menu, breadcrumb and tab name a view of the menu: its heading takes no room there.
 */
export function Page({ title, actions, search, header, saysOffline = false, footer, onBack, width = 'full', children }: PageProps) {
  const { isNarrow, menuButton, goBack, syncMark, tools, viewCounter, offlineLine, banner, paperFacts } = use(PageChromeContext);
  const view = use(ViewContext);
  const hasSearch = search !== undefined && search !== false;
  const hasBack = view.parent !== undefined || onBack !== undefined;
  return (
    <main className={styles['page']}>
      <header className={`${styles['bar']} ${hasBack ? '' : styles['named']}`}>
        {hasBack ? (
          <button type="button" className={`${iconButton['button']} ${styles['back']}`} onClick={onBack ?? goBack} aria-label="返回" data-off-paper>
            <LeftOutline aria-hidden />
          </button>
        ) : (
          isNarrow && menuButton
        )}
        <h1 className={styles['title']}>{title ?? view.title}</h1>
        {!isNarrow && hasSearch && <div className={styles['search']}>{search}</div>}
        <div className={styles['marks']} data-off-paper>
          {isNarrow && !hasBack && tools}
          {isNarrow && syncMark}
          {viewCounter}
        </div>
        <div className={styles['actions']} data-off-paper>{actions}</div>
      </header>
      {!saysOffline && offlineLine}
      {banner}
      {header !== undefined && <div className={styles['header']}>{header}</div>}
      <div className={styles['content']} data-scroll>
        <div className={width === 'reading' ? styles['reading'] : styles['full']}>
          {paperFacts}
          {isNarrow && hasSearch && <div className={styles['search']}>{search}</div>}
          {children}
        </div>
      </div>
      {footer}
    </main>
  );
}
