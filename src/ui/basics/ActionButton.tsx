import { createContext, use, useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
// By its own path: through the package's index every component that any screen uses would come with the first one.
import Button from 'antd-mobile/es/components/button';
import 'antd-mobile/es/global';
import { lastFocused } from '@/ui/browser/last-focus.ts';
import styles from './ActionButton.module.css';

/** Specification section 9. */
export const CLICK_PAUSE_MS = 500;

/** Given by what stands still while one of its buttons is at work: told of each that begins, and ends. */
export const WorkContext = createContext<(change: 1 | -1) => void>(() => undefined);

export interface ActionButtonProps {
  children: ReactNode;
  /** A promise keeps the button pending until it settles. */
  onClick?: () => unknown;
  tone?: 'primary' | 'default' | 'danger' | 'text';
  size?: 'small' | 'middle' | 'large';
  type?: 'button' | 'submit';
  icon?: ReactNode;
  isPending?: boolean;
  isDisabled?: boolean;
  isBlock?: boolean;
  /** Where the words on the button do not say it all. */
  label?: string;
}

/** A button that cannot be pressed twice: disabled for 500 ms after a click, and while its work is under way. */
export function ActionButton({
  children,
  onClick,
  tone = 'default',
  size = 'middle',
  type = 'button',
  icon,
  isPending = false,
  isDisabled = false,
  isBlock = false,
  label,
}: ActionButtonProps) {
  const [isPaused, setIsPaused] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending.splice(0)) clearTimeout(timer);
      setIsPaused(false);
    };
  }, []);

  const tellWork = use(WorkContext);
  // At once: what its work brought to light may be given the focus.
  useLayoutEffect(() => {
    if (!isWorking) return;
    tellWork(1);
    return () => tellWork(-1);
  }, [isWorking, tellWork]);

  const isBusy = isPending || isWorking;
  const isOff = isDisabled || isPaused || isBusy;
  const focused = useRef<HTMLElement>(undefined);
  // A browser takes the focus from what is disabled. Whoever works with the keyboard goes on from here.
  useEffect(() => {
    if (isOff) return;
    if (document.activeElement === document.body && lastFocused() === focused.current) focused.current?.focus({ preventScroll: true });
    focused.current = undefined;
  }, [isOff]);

  const handleClick = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    focused.current = document.activeElement === currentTarget ? currentTarget : undefined;
    // Not at once: a submit button that is disabled during its own click submits nothing.
    timers.current.push(
      setTimeout(() => setIsPaused(true), 0),
      setTimeout(() => setIsPaused(false), CLICK_PAUSE_MS),
    );
    const work = onClick?.();
    if (!(work instanceof Promise)) return;
    setIsWorking(true);
    // The rest begins with it: in between the button would be on, take the focus, and lose it for good.
    setIsPaused(true);
    const done = (): void => setIsWorking(false);
    work.then(done, done);
  };

  return (
    <Button
      // Some tones look as the library has them.
      className={`${styles['button']} ${styles[tone] ?? ''} ${styles[size]} ${isPaused && !isDisabled && !isBusy ? styles['paused'] : ''}`}
      color={tone === 'primary' ? 'primary' : tone === 'danger' ? 'danger' : 'default'}
      fill={tone === 'text' ? 'none' : tone === 'danger' ? 'outline' : 'solid'}
      type={type}
      block={isBlock}
      disabled={isOff}
      onClick={handleClick}
      aria-busy={isBusy}
      data-off-paper
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      <span className={styles['content']}>
        {isBusy ? <span className={styles['spinner']} aria-hidden /> : icon}
        <span>{children}</span>
      </span>
    </Button>
  );
}
