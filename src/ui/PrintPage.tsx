import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './PrintPage.module.css';

export interface PrintPageProps {
  children: ReactNode;
  /** After the print dialog was closed. */
  onDone: () => void;
}

const PRINTING = 'printing';

/** Prints its children, dark on white, in place of the screen: on paper, or into a PDF where the browser offers that. */
export function PrintPage({ children, onDone }: PrintPageProps) {
  const page = useRef<HTMLDivElement>(null);
  const finish = useEffectEvent(onDone);

  useEffect(() => {
    const root = document.documentElement;
    let isGone = false;
    const handleDone = (): void => finish();
    root.classList.add(PRINTING);
    addEventListener('afterprint', handleDone);
    // A picture that is not decoded yet would be missing on paper.
    const pictures = [...(page.current?.querySelectorAll('img') ?? [])].map((picture) => picture.decode().catch(() => undefined));
    void Promise.all(pictures).then(() => isGone || print());
    return () => {
      isGone = true;
      root.classList.remove(PRINTING);
      removeEventListener('afterprint', handleDone);
    };
  }, []);

  return createPortal(
    <div ref={page} className={styles['page']} data-print>
      {children}
    </div>,
    document.body,
  );
}
