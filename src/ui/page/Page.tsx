import { use, type ReactNode } from 'react';
import { LeftOutline } from '@/ui/basics/icons.tsx';
import { PageChromeContext, ViewContext } from './page-chrome.ts';
import styles from './Page.module.css';

export interface PageProps {
  /** The route's title unless given. */
  title?: string;
  /** At the right of the title; small on a phone. */
  actions?: ReactNode;
  /** Stays in sight under the title: progress, filters. */
  header?: ReactNode;
  /** Stays in sight at the bottom, within the thumb's reach: `BottomBar`. */
  footer?: ReactNode;
  /** Instead of where the person came from. */
  onBack?: () => void;
  /** Reading width, for text and forms; lists take all. */
  width?: 'full' | 'reading';
  children: ReactNode;
}

/** One view: title, content, and what stays in sight. The content scrolls, and keeps its place while the view is hidden. */
export function Page({ title, actions, header, footer, onBack, width = 'full', children }: PageProps) {
  const { isNarrow, menuButton, goBack, syncMark, tools, banner } = use(PageChromeContext);
  const view = use(ViewContext);
  const hasBack = view.parent !== undefined || onBack !== undefined;
  return (
    <main className={styles['page']}>
      <header className={styles['bar']}>
        {hasBack ? (
          <button type="button" className={styles['back']} onClick={onBack ?? goBack} aria-label="返回" data-off-paper>
            <LeftOutline aria-hidden />
          </button>
        ) : (
          isNarrow && menuButton
        )}
        <h1 className={styles['title']}>{title ?? view.title}</h1>
        <div className={styles['marks']} data-off-paper>
          {isNarrow && !hasBack && tools}
          {isNarrow && syncMark}
        </div>
        <div className={styles['actions']} data-off-paper>{actions}</div>
      </header>
      {banner}
      {header !== undefined && <div className={styles['header']}>{header}</div>}
      <div className={styles['content']} data-scroll>
        <div className={width === 'reading' ? styles['reading'] : styles['full']}>{children}</div>
      </div>
      {footer}
    </main>
  );
}
