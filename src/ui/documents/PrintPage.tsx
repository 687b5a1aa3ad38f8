import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { LONG_TOAST_MS, notify } from '@/ui/basics/notify.ts';
import styles from './PrintPage.module.css';

export interface PrintPageProps {
  children: ReactNode;
  /** After the print dialog was closed, or did not come. */
  onDone: () => void;
}

const PRINTING = 'printing';
/** In a WebView `print` may be missing, or do nothing and say nothing. */
const BEGINS_WITHIN_MS = 3000;

/** Prints its children, dark on white, in place of the screen: on paper, or into a PDF where the browser offers that. */
export function PrintPage({ children, onDone }: PrintPageProps) {
  const page = useRef<HTMLDivElement>(null);
  const finish = useEffectEvent(onDone);

  useEffect(() => {
    const root = document.documentElement;
    let isGone = false;
    let hasBegun = false;
    const handleBegin = (): void => void (hasBegun = true);
    const handleDone = (): void => finish();
    root.classList.add(PRINTING);
    addEventListener('beforeprint', handleBegin);
    addEventListener('afterprint', handleDone);
    const giveUp = (): void => {
      if (isGone || hasBegun) return;
      notify('这个浏览器不能打印，请用手机自带的浏览器或电脑打开本页再打印', 'warning', LONG_TOAST_MS);
      finish();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (): void => {
      if (isGone) return;
      timer = setTimeout(giveUp, BEGINS_WITHIN_MS);
      try {
        print();
      } catch {
        giveUp();
      }
    };
    // A picture that is not decoded yet would be missing on paper.
    const pictures = [...(page.current?.querySelectorAll('img') ?? [])].map((picture) => picture.decode().catch(() => undefined));
    void Promise.all(pictures).then(start);
    return () => {
      isGone = true;
      root.classList.remove(PRINTING);
      clearTimeout(timer);
      removeEventListener('beforeprint', handleBegin);
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
