import { useCallback, useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { WorkContext } from '@/ui/basics/ActionButton.tsx';
import { CloseOutline } from '@/ui/basics/icons.tsx';
import { lastFocused } from '@/ui/browser/last-focus.ts';
import { scrollRegion } from '@/ui/browser/scroll-region.ts';
import { useIsTooLarge } from '@/ui/browser/useIsTooLarge.ts';
import { addStep } from './sheet-steps.ts';
import styles from './Sheet.module.css';

export interface SheetProps {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays in sight below the content; for buttons. While one of them is at work, the content is what it works with: nobody changes it. */
  footer?: ReactNode;
  /** `side` comes from the right on a desktop, for settings and details; `top` leaves the bottom to a phone's keyboard; `full` is the whole screen. */
  placement?: 'centre' | 'side' | 'left' | 'top' | 'full';
  /** An alert has to be answered: it has no closing button, and a tap beside it does nothing. */
  isAlert?: boolean;
}

/** From the bottom on a phone, a dialog on a desktop. Holds the focus while open and gives it back; browser back closes it. */
export function Sheet(props: SheetProps) {
  return props.isOpen ? createPortal(<OpenSheet {...props} />, document.body) : null;
}

const FOCUSABLE = ['a[href]', 'button:not(:disabled)', 'input:not(:disabled)', 'select:not(:disabled)', 'textarea:not(:disabled)', '[tabindex="0"]']
  .map((selector) => `${selector}:not([tabindex="-1"])`)
  .join();
/** The open sheets; keys belong to the last. */
const open: HTMLElement[] = [];

function OpenSheet({ title, onClose, children, footer, placement = 'centre', isAlert = false }: SheetProps) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isTooHigh = useIsTooLarge(content, 'Height');
  const [workCount, setWorkCount] = useState(0);
  const noteWork = useCallback((change: 1 | -1) => setWorkCount((before) => before + change), []);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (open.at(-1) !== panel.current) return;
    if (event.key === 'Escape') onClose();
    if (event.key === 'Tab') keepFocusInside(event, panel.current);
  });
  const handleBack = useEffectEvent(() => onClose());

  useEffect(() => {
    const element = panel.current;
    if (element === null) return;
    // A button that rests after its click, or waits, has lost the focus by the time a sheet opens.
    const before = document.activeElement === document.body ? lastFocused() : document.activeElement;
    const page = document.getElementById('root');
    const handle = (event: KeyboardEvent): void => handleKey(event);
    const removeStep = addStep(() => handleBack());
    open.push(element);
    document.addEventListener('keydown', handle);
    if (page) page.inert = true;
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? element).focus({ preventScroll: true });
    return () => {
      open.splice(open.indexOf(element), 1);
      removeStep();
      document.removeEventListener('keydown', handle);
      if (page && open.length === 0) page.inert = false;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <div className={`${styles['layer']} ${styles[placement]}`}>
      <div className={styles['mask']} onClick={isAlert ? undefined : onClose} aria-hidden />
      <div ref={panel} className={styles['panel']} role={isAlert ? 'alertdialog' : 'dialog'} aria-modal aria-labelledby={titleId} tabIndex={-1}>
        <div className={styles['head']}>
          <h2 className={styles['title']} id={titleId}>
            {title}
          </h2>
          {!isAlert && (
            <button type="button" className={styles['close']} onClick={onClose} aria-label="关闭">
              <CloseOutline aria-hidden />
            </button>
          )}
        </div>
        <div ref={content} className={styles['content']} inert={workCount > 0} {...(isTooHigh && scrollRegion(title))}>
          {children}
        </div>
        {footer !== undefined && (
          <WorkContext value={noteWork}>
            <div className={styles['footer']}>{footer}</div>
          </WorkContext>
        )}
      </div>
    </div>
  );
}

function keepFocusInside(event: KeyboardEvent, panel: HTMLElement | null): void {
  const all = [...(panel?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter((element) => element.offsetParent !== null && element.closest('[inert]') === null);
  const first = all[0];
  const last = all.at(-1);
  if (first === undefined || last === undefined) return event.preventDefault();
  const here = document.activeElement;
  const target = event.shiftKey ? (here === first || here === panel ? last : undefined) : here === last ? first : undefined;
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
