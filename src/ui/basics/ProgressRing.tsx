import type { CSSProperties } from 'react';
import styles from './ProgressRing.module.css';

export interface ProgressRingProps {
  value: number;
  max: number;
  /** Accessible name, such as 自查进度. */
  label: string;
  /** Pixels; more where text is enlarged. */
  size?: number;
}

const RADIUS = 16;
const LENGTH = 2 * Math.PI * RADIUS;

/** Share done as a ring with the percentage inside. Whole only when all is done: 199 of 200 shows 99 %. */
export function ProgressRing({ value, max, label, size = 52 }: ProgressRingProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div
      className={styles['ring']}
      style={{ '--size': `${size}px` } as CSSProperties}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={`${value}/${max}`}
    >
      <svg viewBox="0 0 40 40" aria-hidden>
        <circle className={styles['all']} cx="20" cy="20" r={RADIUS} />
        <circle
          className={share === 1 ? styles['whole'] : styles['done']}
          cx="20"
          cy="20"
          r={RADIUS}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - share)}
          transform="rotate(-90 20 20)"
        />
      </svg>
      <span className={styles['share']}>{Math.floor(share * 100)}%</span>
    </div>
  );
}
