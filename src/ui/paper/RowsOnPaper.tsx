import { use, type ReactNode } from 'react';
import { PaperContext } from '@/ui/browser/paper.ts';
import { PrintPage } from '@/ui/documents/PrintPage.tsx';
import { PageChromeContext, ViewContext } from '@/ui/page/page-chrome.ts';
import styles from './RowsOnPaper.module.css';

export interface RowsOnPaperProps {
  /** What a reader of the paper must know of the rows. */
  note: string;
  children: ReactNode;
  onClose: () => void;
}

/** The rows of a list under the title of its view, as they are printed. */
export function RowsOnPaper({ note, children, onClose }: RowsOnPaperProps) {
  const { title } = use(ViewContext);
  const { paperFacts } = use(PageChromeContext);
  return (
    <PrintPage onDone={onClose}>
      <PaperContext value>
        <header className={styles['head']}>
          <h1>{title}</h1>
          {paperFacts}
          <p>{note}</p>
        </header>
        {children}
      </PaperContext>
    </PrintPage>
  );
}
