import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import styles from './PullToRefresh.module.css';

/** Pixels of the finger until letting go refreshes; the sign moves half as far. */
const TRIGGER = 120;
const HELD = 44;

type Phase = 'idle' | 'pulling' | 'ready' | 'working';
const words: Record<Phase, string> = { idle: '', pulling: '下拉刷新', ready: '松开刷新', working: '正在刷新…' };

export interface PullToRefreshProps {
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
}

/** A list that is asked for anew when pulled down at its top. Not antd-mobile's, which weighs as much as a screen. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const box = useRef<HTMLDivElement>(null);
  const [distance, setDistance] = useState(0);
  const [isWorking, setIsWorking] = useState(false);
  const phase: Phase = isWorking ? 'working' : distance >= TRIGGER ? 'ready' : distance > 0 ? 'pulling' : 'idle';

  const release = useEffectEvent((pulled: number) => {
    setDistance(0);
    if (pulled < TRIGGER || isWorking) return;
    setIsWorking(true);
    const done = (): void => setIsWorking(false);
    onRefresh().then(done, done);
  });

  useEffect(() => {
    const scroller = box.current?.closest<HTMLElement>('[data-scroll]');
    if (!scroller) return;
    let startY: number | undefined;
    let pulled = 0;
    const start = ({ touches }: TouchEvent): void => {
      startY = scroller.scrollTop === 0 && touches.length === 1 ? touches[0]?.clientY : undefined;
      pulled = 0;
    };
    const move = ({ touches }: TouchEvent): void => {
      if (startY === undefined) return;
      // Scrolled meanwhile: the finger moves the list, not the sign.
      pulled = scroller.scrollTop > 0 ? 0 : Math.max(0, (touches[0]?.clientY ?? startY) - startY);
      setDistance(pulled);
    };
    const end = (): void => {
      if (startY === undefined) return;
      startY = undefined;
      release(pulled);
    };
    scroller.addEventListener('touchstart', start, { passive: true });
    scroller.addEventListener('touchmove', move, { passive: true });
    scroller.addEventListener('touchend', end);
    scroller.addEventListener('touchcancel', end);
    return () => {
      scroller.removeEventListener('touchstart', start);
      scroller.removeEventListener('touchmove', move);
      scroller.removeEventListener('touchend', end);
      scroller.removeEventListener('touchcancel', end);
    };
  }, []);

  return (
    <div ref={box}>
      <div className={styles['sign']} style={{ height: isWorking ? HELD : Math.min(distance / 2, TRIGGER) }} role="status">
        {words[phase]}
      </div>
      {children}
    </div>
  );
}
