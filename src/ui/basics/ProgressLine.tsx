import ProgressBar from 'antd-mobile/es/components/progress-bar';
import styles from './ProgressLine.module.css';

export interface ProgressLineProps {
  value: number;
  max: number;
  /** Accessible name, such as 自查进度. */
  label: string;
}

export function ProgressLine({ value, max, label }: ProgressLineProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div role="progressbar" aria-label={label} aria-valuenow={value} aria-valuemin={0} aria-valuemax={max} data-off-paper>
      <ProgressBar className={styles['line']} percent={share * 100} />
    </div>
  );
}
