import type { CSSProperties } from 'react';
import ProgressCircle from 'antd-mobile/es/components/progress-circle';
import styles from './ProgressRing.module.css';

export interface ProgressRingProps {
  value: number;
  max: number;
  /** Accessible name, such as 自查进度. */
  label: string;
  /** Pixels; more where text is enlarged. */
  size?: number;
}

/** Share done as a ring with the percentage inside. Whole only when all is done: 199 of 200 shows 99 %. */
export function ProgressRing({ value, max, label, size = 52 }: ProgressRingProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div
      className={styles['ring']}
      style={{ '--ring-size': `${size / 16}rem` } as CSSProperties}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={`${value}/${max}`}
    >
      <ProgressCircle className={share === 1 ? `${styles['circle']} ${styles['whole']}` : styles['circle']} percent={share * 100}>
        {Math.floor(share * 100)}%
      </ProgressCircle>
    </div>
  );
}
